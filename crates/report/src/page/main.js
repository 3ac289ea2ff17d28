// Draws every figure of the page.

async function drawFigures() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const surfaces = await Promise.all(data.surfaces.map((packed) => Surface.unpack(packed)));
  const drawn = [];
  for (const host of document.querySelectorAll("[data-figure]")) {
    const figure = data.figures[Number(host.dataset.figure)];
    const frame = host.closest("figure");
    const title = frame.querySelector("h3").textContent;
    const tools = frame.querySelector(".figure-tools");
    const name = `${slug(document.title)}-${slug(title)}`;
    const one = drawFigure(host, figure, surfaces, tools, name);
    one.svg?.setAttribute("aria-label", title);
    if (one.toSvg) offer(tools, one, name, title);
    host.dataset.drawn = "true";
    drawn.push(one);
  }
  const lead = document.querySelector("[data-lead]");
  if (lead && data.lead) drawn.push(drawFigure(lead, data.lead.figure === undefined ? data.lead : data.figures[data.lead.figure], surfaces, null, "", 300));
  window.synovia.figures = drawn;
  linkTime(drawn);
  // Canvases read their colours once: draw them anew in the other scheme, and light for paper.
  const anew = () => drawn.forEach((figure) => figure.anew?.());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", anew);
  matchMedia("print").addEventListener("change", anew);
}

for (const copy of document.querySelectorAll("[data-copy]")) {
  copy.addEventListener("click", async () => {
    const text = document.getElementById(copy.dataset.copy);
    try {
      await navigator.clipboard.writeText(text.textContent);
      copy.textContent = "Copied";
    } catch {
      // Without permission the reader copies the selection himself.
      getSelection().selectAllChildren(text);
      copy.textContent = "Selected";
    }
    setTimeout(() => (copy.textContent = "Copy"), 1500);
  });
}

drawFigures()
  .catch((error) => {
    window.synovia.errors.push(String(error));
    for (const host of document.querySelectorAll("[data-figure]:not([data-drawn])")) {
      host.replaceChildren(make("p", "failed", `This figure could not be drawn: ${error}. A browser of 2023 or later can.`));
    }
  })
  .finally(() => (window.synovia.ready = true));
