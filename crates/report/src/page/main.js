// Draws every figure of the page.

async function drawFigures() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const surfaces = await Promise.all(data.surfaces.map((packed) => Surface.unpack(packed)));
  const drawn = [];
  for (const host of document.querySelectorAll("[data-figure]")) {
    const figure = data.figures[Number(host.dataset.figure)];
    const surface = surfaces[figure.surface];
    if (figure.kind === "lines") await drawLines(host, figure.plot);
    else if (figure.kind === "loops") {
      host.classList.add("tall");
      // Beside the curves a long legend would leave no room for them on a small screen.
      if (host.clientWidth < 640) figure.plot.layout.legend = { orientation: "h", y: -0.16, yanchor: "top", font: { size: 11 } };
      await drawLines(host, figure.plot);
    }
    else if (figure.kind === "many") {
      await drawLines(host, figure.plot, figure.height);
    }
    else if (figure.kind === "maps") drawn.push(new Maps(host, surface, surface.fields[figure.field], figure.frames));
    else drawn.push(new Viewer(host, surface));
    host.dataset.drawn = "true";
  }
  // Canvases read their colours once: draw them anew in the other scheme, and light for paper.
  const anew = () => drawn.forEach((figure) => (figure instanceof Viewer ? figure.cover() : figure.draw()));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", anew);
  matchMedia("print").addEventListener("change", anew);
}

async function drawLines(host, { data, layout }, height) {
  host.classList.add("line-chart");
  if (height) host.style.height = `${height}px`;
  const quiet = { paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { size: 13, family: themed("--sans") } };
  const settings = {
    responsive: true,
    displaylogo: false,
    modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d"],
    toImageButtonOptions: { format: "svg" },
  };
  await Plotly.newPlot(host, data, { ...layout, ...quiet }, settings);
  // With a view box the printer can fit the chart to the paper.
  const box = () => {
    for (const svg of host.querySelectorAll(".main-svg")) {
      svg.setAttribute("viewBox", `0 0 ${svg.getAttribute("width")} ${svg.getAttribute("height")}`);
    }
  };
  box();
  host.on("plotly_afterplot", box);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      // Without permission the reader copies the selection himself.
      getSelection().selectAllChildren(text);
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
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
