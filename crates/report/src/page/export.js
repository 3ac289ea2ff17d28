// Every figure as a file of its own: SVG, and PNG made of it.

/** Letters and digits of a text, for a file's name. */
function slug(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60).replace(/-$/, "");
}

/** Hands a file to the reader. */
function save(content, type, name) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = make("a");
  link.href = address;
  link.download = name;
  window.synovia.saved = { name, type, size: content.size ?? content.length, text: content instanceof Blob ? "" : content };
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** The style of the charts with the colours of paper instead of variables. */
function paperStyle() {
  // Inside a report the rules are text; the workbench's stand in a sheet of their own.
  const style = document.getElementById("chart-style");
  const rules = style.textContent || [...style.sheet.cssRules].map((rule) => rule.cssText).join("\n");
  return rules.replace(/var\((--[a-z-]+)\)/g, (_, name) => themed(name));
}

/** The text of an SVG file, in the colours of paper. */
function svgFile(figure, title) {
  document.documentElement.classList.add("paper");
  try {
    const { svg, width, height } = figure.toSvg();
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("font-family", themed("--sans"));
    svg.prepend(draw("title", {}, title), draw("style", {}, paperStyle()), draw("rect", { width, height, fill: "#ffffff" }));
    return { text: new XMLSerializer().serializeToString(svg), width, height };
  } finally {
    document.documentElement.classList.remove("paper");
    figure.anew?.();
  }
}

/** A figure drawn on a canvas, `times` as large as on the screen. */
async function pictureOf(figure, title, times) {
  const { text, width, height } = svgFile(figure, title);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = make("canvas");
  Object.assign(canvas, { width: Math.round(times * width), height: Math.round(times * height) });
  const context = canvas.getContext("2d");
  context.scale(times, times);
  context.drawImage(image, 0, 0, width, height);
  return { canvas, context, width: canvas.width, height: canvas.height };
}

/** A PNG of twice the size on the screen. */
async function pngFile(figure, title) {
  const { canvas } = await pictureOf(figure, title, 2);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** The two buttons of a figure; `name` is the file's name without its ending. */
function offer(tools, figure, name, title) {
  tools.append(
    button("SVG", "Save this figure as SVG", () => save(svgFile(figure, title).text, "image/svg+xml", `${name}.svg`)),
    button("PNG", "Save this figure as PNG", async () => save(await pngFile(figure, title), "image/png", `${name}.png`)),
  );
  if (!(figure instanceof Viewer) || figure.surface.frames < 2) return;
  const film = button("Film", "Save the whole cycle as an animated PNG", async () => {
    film.disabled = true;
    try {
      save(await filmOf(figure, title, (text) => (film.textContent = text)), "image/png", `${name}.apng`);
    } finally {
      film.disabled = false;
      film.textContent = "Film";
    }
  });
  tools.append(film);
}

/** A colour bar as part of an SVG. */
function colourBarSvg(field, x, y, height) {
  const bar = draw("g", {});
  const count = field.colours.length;
  const lines = wrapped(field.unit ? `${field.label} (${field.unit})` : field.label, SMALL, 110);
  lines.forEach((line, i) => bar.append(draw("text", { class: "axis-title", x, y: y + 12 + 15 * i, "font-size": SMALL }, line)));
  const top = y + 15 * lines.length + 12;
  const high = (y + height - top) / Math.max(1, count);
  field.colours.forEach((colour, i) => bar.append(draw("rect", { x, y: y + height - (i + 1) * high, width: 15, height: high + 0.3, fill: colour })));
  field.ticks.forEach((text, i) => {
    if (count > 9 && i % 2) return;
    bar.append(draw("text", { class: "tick", x: x + 21, y: y + height - i * high + 4, "font-size": SMALL }, text));
  });
  return bar;
}
