// What the pointer and the keyboard do on a chart: read values, zoom into a part, go back.

class Pointer {
  /** `tip` is the read-out of the figure, `frame` its place on the page. */
  constructor(chart, tip, group, offset) {
    Object.assign(this, { chart, tip, offset });
    const area = chart.catcher;
    area.setAttribute("tabindex", "0");
    area.setAttribute("role", "application");
    area.setAttribute("aria-label", `${chart.y.label()} against ${chart.x.label()}: arrow keys read the curves, plus and minus zoom, Escape shows everything`);
    let start = null;
    const here = (event) => {
      const box = area.ownerSVGElement.getBoundingClientRect();
      const scale = area.ownerSVGElement.viewBox.baseVal.width / box.width;
      return [(event.clientX - box.left) * scale - offset[0], (event.clientY - box.top) * scale - offset[1]];
    };
    area.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      start = here(event);
      area.setPointerCapture(event.pointerId);
    });
    area.addEventListener("pointermove", (event) => {
      const now = here(event);
      if (start && Math.hypot(now[0] - start[0], now[1] - start[1]) > 5) this.frame(start, now);
      else this.read(now);
    });
    area.addEventListener("pointerup", (event) => {
      const now = here(event);
      if (start && Math.hypot(now[0] - start[0], now[1] - start[1]) > 5) this.zoom(start, now);
      start = null;
    });
    area.addEventListener("pointercancel", () => ((start = null), this.clear()));
    area.addEventListener("pointerleave", () => start || this.clear());
    area.addEventListener("blur", () => this.clear());
    area.addEventListener("dblclick", () => this.all());
    area.addEventListener("keydown", (event) => this.key(event));
  }

  /** The part of the area that a drag chooses: a thin one is the whole height or width. */
  part(a, b) {
    const { left, right, top, bottom } = this.chart.area;
    const within = (v, low, high) => Math.min(Math.max(v, low), high);
    let [x0, x1] = [a[0], b[0]].map((v) => within(v, left, right)).sort((p, q) => p - q);
    let [y0, y1] = [a[1], b[1]].map((v) => within(v, top, bottom)).sort((p, q) => p - q);
    if (y1 - y0 < 14) [y0, y1] = [top, bottom];
    else if (x1 - x0 < 14) [x0, x1] = [left, right];
    return { x0, x1, y0, y1 };
  }

  frame(a, b) {
    const { x0, x1, y0, y1 } = this.part(a, b);
    this.clear();
    this.chart.overlay.append(draw("rect", { class: "selection", x: x0, y: y0, width: x1 - x0, height: y1 - y0 }));
  }

  zoom(a, b) {
    const { chart } = this;
    const { x0, x1, y0, y1 } = this.part(a, b);
    const { left, right, top, bottom } = chart.area;
    const [low, high] = [chart.x.value(x0), chart.x.value(x1)];
    const [down, up] = [chart.y.value(y1), chart.y.value(y0)];
    if (x0 > left || x1 < right) chart.x.zoom(low, high);
    if (y0 > top || y1 < bottom) chart.y.zoom(down, up);
    chart.redraw();
  }

  all() {
    this.chart.reset();
    this.chart.redraw();
  }

  key(event) {
    const { chart } = this;
    const { left, right, top, bottom } = chart.area;
    const xs = this.abscissas();
    const moves = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
    if (event.key in moves && xs.length) {
      const last = this.at ?? Math.floor(xs.length / 2);
      this.at = Math.min(Math.max(last + moves[event.key], 0), xs.length - 1);
      this.readAt(xs[this.at]);
    } else if (event.key === "+" || event.key === "=" || event.key === "-") {
      const at = this.at === undefined ? (left + right) / 2 : chart.x.at(xs[this.at]);
      const half = ((right - left) / 2) * (event.key === "-" ? 1.6 : 0.625);
      chart.x.zoom(chart.x.value(at - half), chart.x.value(at + half));
      chart.redraw(".catch");
    } else if (event.key === "Escape") {
      chart.reset();
      chart.redraw(".catch");
    } else return;
    event.preventDefault();
  }

  clear() {
    this.chart.overlay.replaceChildren();
    this.tip.hidden = true;
  }

  /** The curve whose abscissas the read-out steps through, as values within sight. */
  abscissas() {
    const { chart } = this;
    const first = chart.curves().find((curve) => !["guide", "band"].includes(curve.style));
    if (!first) return [];
    const [low, high] = chart.x.domain;
    return chart.spec.abscissas[first.x].filter((x, i) => x !== null && first.y[i] !== null && x >= low && x <= high);
  }

  read(place) {
    const { chart } = this;
    if (!chart.spec.shared) return this.readNearest(place);
    const wanted = chart.x.value(place[0]);
    let best = null;
    for (const x of this.abscissas()) if (best === null || Math.abs(x - wanted) < Math.abs(best - wanted)) best = x;
    if (best !== null) this.readAt(best);
  }

  /** All curves at one abscissa. */
  readAt(x) {
    const { chart } = this;
    const { top, bottom } = chart.area;
    this.clear();
    const across = chart.x.at(x);
    this.onread?.(x);
    chart.overlay.append(draw("line", { class: "hair", x1: across, x2: across, y1: top, y2: bottom }));
    const head = [`${chart.x.title} ${chart.x.read(x)}`];
    if (chart.spec.cycle) {
      const [first, last] = chart.spec.cycle;
      head.push(`${fixed((100 * (x - first)) / (last - first), 0)} %`);
    }
    const rows = [];
    for (const curve of chart.curves()) {
      const y = valueAt(chart.spec.abscissas[curve.x], curve.y, x);
      if (y === null || curve.style === "band") continue;
      const up = chart.y.at(y);
      if (up >= top && up <= bottom) chart.overlay.append(draw("circle", { class: "dot", cx: across, cy: up, r: 4, fill: curve.colour }));
      rows.push([curve.colour, curve.name || chart.y.title, `${digits(y, curve.unit === chart.y.unit && !chart.y.log ? chart.y.high - chart.y.low : 0)} ${curve.unit}`.trim()]);
    }
    this.show(head.join(" · "), rows, [across, top + 14]);
  }

  readNearest([x, y]) {
    const { chart } = this;
    let best = null;
    for (const curve of chart.curves()) {
      if (curve.style === "band") continue;
      chart.points(curve).forEach((p, i) => {
        const away = p ? Math.hypot(p[0] - x, p[1] - y) : Infinity;
        if (!best || away < best.away) best = { away, p, i, curve };
      });
    }
    this.clear();
    if (!best || !(best.away < 60)) return;
    const { p, i, curve } = best;
    chart.overlay.append(draw("circle", { class: "dot", cx: p[0], cy: p[1], r: 4, fill: curve.colour }));
    const rows = [[curve.colour, chart.x.title, chart.x.read(chart.spec.abscissas[curve.x][i])], [curve.colour, chart.y.title, chart.y.read(curve.y[i])]];
    this.show(curve.name, rows, p);
  }

  show(head, rows, [x, y]) {
    const { tip, chart, offset } = this;
    tip.replaceChildren(...readOut(head, rows));
    tip.hidden = false;
    const svg = chart.catcher.ownerSVGElement;
    const scale = svg.clientWidth / svg.viewBox.baseVal.width;
    const at = (x + offset[0]) * scale;
    // Beside the line, on the side that has room.
    const room = svg.clientWidth - at > tip.offsetWidth + 24;
    tip.style.left = `${room ? at + 14 : Math.max(0, at - 14 - tip.offsetWidth)}px`;
    tip.style.top = `${(y + offset[1]) * scale + svg.offsetTop}px`;
  }
}

/** A heading and rows of colour, name and value. */
function readOut(head, rows) {
  const lines = rows.map(([colour, name, value]) => {
    const key = make("i");
    key.style.background = colour;
    return make("div", "row", key, make("span", "", name), make("b", "", value));
  });
  return [...(head ? [make("div", "head", head)] : []), ...lines];
}

/** The value of a curve at an abscissa, between its two neighbours; null outside. */
function valueAt(xs, ys, x) {
  for (let i = 0; i < xs.length; i++) {
    if (xs[i] === x && ys[i] !== null) return ys[i];
    if (i && xs[i - 1] < x && xs[i] > x && ys[i] !== null && ys[i - 1] !== null) {
      return ys[i - 1] + ((x - xs[i - 1]) / (xs[i] - xs[i - 1])) * (ys[i] - ys[i - 1]);
    }
  }
  return null;
}
