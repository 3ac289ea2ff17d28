// Charts of other kinds: bars, upright axes side by side, maps of two inputs.

/** Bars with their uncertainty, in groups. */
class Bars extends Drawing {
  constructor(host, spec) {
    super(host, spec);
    this.redraw();
    this.listen((place) => this.read(place));
  }

  draw(width) {
    const { spec } = this;
    const names = spec.sets[0] ? spec.sets[0].bars.map((bar) => bar.name) : [];
    const labels = names.map((name) => wrapped(name, SMALL, Math.min(260, 0.36 * width)));
    const left = 12 + Math.max(20, ...labels.flat().map((line) => widthOf(line, SMALL))) + 10;
    const right = width - 20;
    const keys = spec.sets.map((set) => ({ name: set.name, colour: set.colour, style: "bars" }));
    this.legend ??= new Chart({ curves: keys, legend: keys.length > 1, x: spec.axis, y: spec.axis }, (focus) => this.redraw(focus));
    const rows = this.legend.legendRows(width - 12);
    const sets = spec.sets.filter((_, i) => !this.legend.hidden.has(i));
    const top = 10 + (rows.length ? 21 * rows.length + 8 : 0);
    const thick = Math.max(9, Math.min(18, 44 / Math.max(1, sets.length)));
    const heights = labels.map((lines) => Math.max(sets.length * thick + 12, 16 * lines.length + 8));
    const bottom = top + heights.reduce((sum, h) => sum + h, 0);
    const axis = new Axis(spec.axis);
    axis.place(left, right);
    this.legend.look = new Map();
    this.places = [];
    for (const { at, text } of axis.ticks(Math.max(2, (right - left) / 90))) {
      const x = axis.at(at);
      this.svg.append(draw("line", { class: at === 0 ? "zero" : "grid", x1: x, x2: x, y1: top, y2: bottom }));
      this.svg.append(draw("text", { class: "tick x", x, y: bottom + 17, "text-anchor": "middle", "font-size": SMALL }, text));
    }
    this.svg.append(draw("text", { class: "axis-title x", x: (left + right) / 2, y: bottom + 40, "text-anchor": "middle", "font-size": TEXT }, axis.label()));
    const zero = axis.log ? left : axis.at(Math.min(Math.max(0, axis.low), axis.high));
    let y = top;
    names.forEach((name, row) => {
      const middle = y + heights[row] / 2;
      labels[row].forEach((line, i) => {
        this.svg.append(draw("text", { class: "tick y", x: left - 10, y: middle + 4 + 15 * (i - (labels[row].length - 1) / 2), "text-anchor": "end", "font-size": SMALL }, line));
      });
      sets.forEach((set, index) => {
        const bar = set.bars[row];
        const at = middle + (index - sets.length / 2) * thick;
        if (!bar || bar.value === null || (axis.log && !(bar.value > 0))) return;
        const end = axis.at(bar.value);
        this.svg.append(draw("rect", { class: "bar-of", x: Math.min(zero, end), y: at + 1, width: Math.max(0.5, Math.abs(end - zero)), height: thick - 2, fill: set.colour, "data-name": `${name}, ${set.name}` }));
        this.places.push({ y: at, row, name, set, bar, end });
        if (bar.spread > 0) {
          const [a, b] = [bar.value - bar.spread, bar.value + bar.spread].map((v) => axis.at(axis.log ? Math.max(v, axis.low) : v));
          this.svg.append(draw("path", { class: "whisker", d: `M${a} ${at + thick / 2 - 4}v8M${a} ${at + thick / 2}H${b}M${b} ${at + thick / 2 - 4}v8` }));
        }
      });
      y += heights[row];
    });
    this.thick = thick;
    this.axis = axis;
    this.legend.drawLegend(this.svg, rows);
    return bottom + 50;
  }

  read([, y]) {
    const found = this.places.find((place) => y >= place.y && y < place.y + this.thick);
    if (!found) return void (this.tip.hidden = true);
    const { bar, set, name, end } = found;
    const unit = this.axis.unit;
    const rows = [[set.colour, set.name, `${digits(bar.value)} ${unit}`.trim()]];
    if (bar.spread > 0) rows.push([set.colour, "uncertainty", `± ${digits(bar.spread)} ${unit}`.trim()]);
    this.tell(name, rows, [end, found.y]);
  }
}

/** Every run as a line across upright axes, coloured by the last. */
class Parallel extends Drawing {
  constructor(host, spec) {
    super(host, spec);
    this.brushes = new Map();
    this.redraw();
    this.listen((place) => this.read(place));
    this.drag();
  }

  /** Dragging along an axis keeps the runs within; a double click lets all of them in again. */
  drag() {
    let start = null;
    const share = (y) => Math.min(1, Math.max(0, (this.ends[0] - y) / (this.ends[0] - this.ends[1])));
    const here = (event) => {
      const box = this.svg.getBoundingClientRect();
      return [(event.clientX - box.left) * (this.width / box.width), (event.clientY - box.top) * (this.width / box.width)];
    };
    this.svg.addEventListener("pointerdown", (event) => {
      const [x, y] = here(event);
      const axis = this.at.findIndex((at) => Math.abs(at - x) < 14);
      if (axis < 0) return;
      start = { axis, y };
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!start) return;
      const ends = [share(start.y), share(here(event)[1])].sort((a, b) => a - b);
      if (ends[1] - ends[0] > 0.01) this.brushes.set(start.axis, ends);
      this.brush(this.brushes);
    });
    this.svg.addEventListener("pointerup", () => (start = null));
    this.svg.addEventListener("dblclick", () => this.brush(new Map()));
  }

  /** Shows the runs within all brushes; the others are faint. */
  brush(brushes) {
    this.brushes = brushes;
    const within = (row) => [...brushes].every(([axis, [low, high]]) => row[axis] !== null && row[axis] >= low && row[axis] <= high);
    this.svg.querySelectorAll(".run").forEach((line, i) => line.classList.toggle("off", !within(this.spec.rows[i])));
    this.marks.replaceChildren(...[...brushes].map(([axis, [low, high]]) => {
      const up = (part) => this.ends[0] - part * (this.ends[0] - this.ends[1]);
      return draw("rect", { class: "selection", x: this.at[axis] - 7, y: up(high), width: 14, height: up(low) - up(high) });
    }));
  }

  draw(width) {
    const { axes } = this.spec;
    const room = Math.min(84, width / axes.length / 2);
    const step = (width - 2 * room) / Math.max(1, axes.length - 1);
    // Names stand side by side: as wide as the way to the next axis, at most twice that to the edge.
    const labels = axes.map((axis) => wrapped(axis.unit ? `${axis.title} (${axis.unit})` : axis.title, SMALL, Math.min(step, 2 * room) - 10));
    const top = 26 + 15 * Math.max(1, ...labels.map((lines) => lines.length));
    const bottom = top + 300;
    this.at = axes.map((_, i) => (axes.length > 1 ? room + step * i : width / 2));
    const up = (share) => bottom - share * (bottom - top);
    this.runs = this.spec.rows.map((row) => row.map((share, i) => (share === null ? null : [this.at[i], up(share)])));
    const lines = draw("g", {});
    this.runs.forEach((points, i) => {
      const d = points.map((p, k) => (p ? `${k && points[k - 1] ? "L" : "M"}${p[0].toFixed(1)} ${p[1].toFixed(1)}` : "")).join("");
      lines.append(draw("path", { class: "run", d, stroke: this.spec.colours[i] }));
    });
    this.svg.append(lines);
    axes.forEach((axis, i) => {
      const x = this.at[i];
      this.svg.append(draw("line", { class: "upright", x1: x, x2: x, y1: top, y2: bottom }));
      labels[i].forEach((line, k) => {
        this.svg.append(draw("text", { class: "axis-title", x, y: 15 + 15 * k, "text-anchor": "middle", "font-size": SMALL }, line));
      });
      const ends = axis.names.length
        ? axis.names.map((name, k) => [up(k / Math.max(1, axis.names.length - 1)), name])
        : [...new Set(roundTicks(axis.low, axis.high, 5).at)].map((value) => [up((value - axis.low) / (axis.high - axis.low)), digits(value)]);
      for (const [y, text] of ends) {
        this.svg.append(draw("line", { class: "upright", x1: x - 4, x2: x, y1: y, y2: y }));
        this.svg.append(draw("text", { class: "tick halo", x: x - 7, y: y + 4, "text-anchor": "end", "font-size": SMALL - 1 }, text));
      }
    });
    this.ends = [bottom, top];
    this.marks = draw("g", { class: "overlay" });
    this.overlay = draw("g", { class: "overlay" });
    this.svg.append(this.marks, this.overlay);
    if (this.brushes?.size) this.brush(this.brushes);
    return bottom + 20;
  }

  read([x, y]) {
    let best = null;
    const faint = [...this.svg.querySelectorAll(".run")].map((line) => line.classList.contains("off"));
    this.runs.forEach((points, run) => {
      if (faint[run]) return;
      for (let i = 0; i + 1 < points.length; i++) {
        const [a, b] = [points[i], points[i + 1]];
        if (!a || !b || x < a[0] || x > b[0]) continue;
        const away = Math.abs(a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1]) - y);
        if (!best || away < best.away) best = { away, run };
      }
    });
    this.overlay.replaceChildren();
    this.run = undefined;
    if (!best || best.away > 20) return void (this.tip.hidden = true);
    this.run = this.spec.numbers[best.run];
    const points = this.runs[best.run].filter(Boolean);
    const colour = this.spec.colours[best.run];
    this.overlay.append(draw("polyline", { class: "chosen", points: points.join(" "), stroke: colour }));
    const { axes, rows, numbers } = this.spec;
    const shown = axes.map((axis, i) => {
      const share = rows[best.run][i];
      const value = share === null ? null : axis.low + share * (axis.high - axis.low);
      const text = axis.names.length ? axis.names[Math.round(share * Math.max(1, axis.names.length - 1))] ?? "–" : `${digits(value)} ${axis.unit}`.trim();
      return [colour, axis.title, text];
    });
    this.tell(`Run ${numbers[best.run]}`, shown, [x, y]);
  }
}

/** One output over a grid of two inputs. */
class Heat extends Drawing {
  constructor(host, spec) {
    super(host, spec);
    this.redraw();
    this.listen((place) => this.read(place));
  }

  draw(width) {
    const { x, y, cells, bands } = this.spec;
    const yWide = Math.max(...y.names.map((name) => widthOf(name, SMALL)));
    const left = 8 + 18 + yWide + 10;
    const right = width - 130;
    const high = Math.min(64, Math.max(24, 330 / y.names.length));
    const top = 10;
    const bottom = top + high * y.names.length;
    const wide = (right - left) / x.names.length;
    this.grid = { left, top, wide, high, bottom };
    const inked = high >= 20 && wide >= Math.max(...cells.flat().map((v) => widthOf(digits(v), SMALL - 1))) + 8;
    cells.forEach((row, j) =>
      row.forEach((value, i) => {
        const at = { x: left + i * wide, y: bottom - (j + 1) * high };
        this.svg.append(draw("rect", { class: value === null ? "cell empty" : "cell", ...at, width: wide, height: high, fill: value === null ? undefined : bands.colours[this.band(value)] }));
        if (!inked || value === null) return;
        const light = this.band(value) >= 0.55 * bands.colours.length;
        this.svg.append(draw("text", { class: light ? "cell-value dark" : "cell-value", x: at.x + wide / 2, y: at.y + high / 2 + 4, "text-anchor": "middle", "font-size": SMALL - 1 }, digits(value)));
      }),
    );
    const everyX = Math.ceil((Math.max(...x.names.map((name) => widthOf(name, SMALL))) + 10) / wide);
    x.names.forEach((name, i) => {
      if (i % everyX) return;
      this.svg.append(draw("text", { class: "tick x", x: left + (i + 0.5) * wide, y: bottom + 17, "text-anchor": "middle", "font-size": SMALL }, name));
    });
    y.names.forEach((name, j) => {
      this.svg.append(draw("text", { class: "tick y", x: left - 8, y: bottom - (j + 0.5) * high + 4, "text-anchor": "end", "font-size": SMALL }, name));
    });
    const label = (axis) => (axis.unit ? `${axis.title} (${axis.unit})` : axis.title);
    this.svg.append(draw("text", { class: "axis-title x", x: (left + right) / 2, y: bottom + 40, "text-anchor": "middle", "font-size": TEXT }, label(x)));
    this.svg.append(draw("text", { class: "axis-title y", transform: `translate(20 ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle", "font-size": TEXT }, shortened(label(y), TEXT, bottom - top + 30)));
    this.bar(right + 20, top, bottom);
    return bottom + 52;
  }

  bar(x, top, bottom) {
    const { bands, z } = this.spec;
    const lines = wrapped(z.unit ? `${z.title} (${z.unit})` : z.title, SMALL, 100);
    lines.forEach((line, i) => this.svg.append(draw("text", { class: "axis-title z", x, y: top + 10 + 15 * i, "font-size": SMALL }, line)));
    const from = top + 15 * lines.length + 10;
    const high = (bottom - from) / bands.colours.length;
    bands.colours.forEach((colour, i) => {
      this.svg.append(draw("rect", { x, y: bottom - (i + 1) * high, width: 15, height: high + 0.3, fill: colour }));
    });
    const every = Math.max(1, Math.ceil(16 / high));
    bands.ticks.forEach((text, i) => {
      if (i % every) return;
      this.svg.append(draw("text", { class: "tick z", x: x + 21, y: bottom - i * high + 4, "font-size": SMALL }, text));
    });
  }

  band(value) {
    const { bounds, colours } = this.spec.bands;
    const share = (value - bounds[0]) / (bounds.at(-1) - bounds[0]);
    return Math.min(colours.length - 1, Math.max(0, Math.floor(share * colours.length)));
  }

  read([px, py]) {
    const { left, wide, high, bottom } = this.grid;
    const { x, y, z, cells } = this.spec;
    const [i, j] = [Math.floor((px - left) / wide), Math.floor((bottom - py) / high)];
    const value = cells[j]?.[i];
    if (value === undefined) return void (this.tip.hidden = true);
    const named = (axis, text) => `${axis.title} ${text} ${axis.unit}`.trim();
    const colour = value === null ? "transparent" : this.spec.bands.colours[this.band(value)];
    this.tell(`${named(x, x.names[i])} · ${named(y, y.names[j])}`, [[colour, z.title, value === null ? "no run" : `${digits(value)} ${z.unit}`.trim()]], [px, py]);
  }
}

/** A drawing without anything that acts or asks for other files: a result may have been made by anybody. */
function harmless(text) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const part of [drawing, ...drawing.querySelectorAll("*")]) {
    if (["script", "foreignobject", "iframe", "style"].includes(part.localName.toLowerCase())) part.remove();
    // What moves by itself may move, but lead nowhere.
    if (/href$|^on/i.test((part.getAttribute("attributeName") ?? "").trim())) part.remove();
    for (const { name, value } of [...part.attributes]) {
      const leads = name.toLowerCase().endsWith("href") && !/^(#|data:image\/png)/.test(value);
      if (name.toLowerCase().startsWith("on") || leads) part.removeAttribute(name);
    }
  }
  return drawing;
}

/** A drawing that was finished before the page was written. */
class Finished {
  constructor(host, figure) {
    this.svg = document.importNode(harmless(figure.svg), true);
    host.append(this.svg);
    this.svg.style.cssText = "display: block; width: 100%; height: auto";
  }

  toSvg() {
    const { width, height } = this.svg.viewBox.baseVal;
    return { svg: this.svg.cloneNode(true), width, height };
  }
}
