"use strict";
// State that a test can look at: ready when everything is drawn, errors as they come.
window.synovia = { ready: false, errors: [] };
// A chart that is drawn anew because its place has another size may change that size once more: no error.
addEventListener("error", (event) => /ResizeObserver loop/.test(event.message) || window.synovia.errors.push(String(event.message)));
addEventListener("unhandledrejection", (event) => window.synovia.errors.push(String(event.reason)));

/** An element with a class, a text and children. */
function make(tag, name, ...inside) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...inside);
  return element;
}

/** A colour of the style sheet, which knows light, dark and print. */
function themed(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The bytes of a base64 text that holds a zlib stream. */
async function inflate(text) {
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** A band-wise colour bar with its title; `standing` or `lying`. */
function colourBar(field, way) {
  const bands = make("div", "bar-bands");
  for (const colour of field.colours) {
    const band = make("i");
    band.style.background = colour;
    bands.append(band);
  }
  const ticks = make("div", "bar-ticks");
  const count = field.ticks.length;
  const every = count > 9 ? 2 : 1;
  field.ticks.forEach((text, i) => {
    if (i % every) return;
    const tick = make("span", "", text);
    tick.style[way === "standing" ? "bottom" : "left"] = `${(100 * i) / (count - 1)}%`;
    ticks.append(tick);
  });
  const title = make("div", "bar-title", field.unit ? `${field.label} (${field.unit})` : field.label);
  if (!count) title.append(": zero everywhere");
  return make("div", `bar ${way}`, title, ...(count ? [bands, ticks] : []));
}
