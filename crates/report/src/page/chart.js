// A chart with two axes: curves, bands, dots, marks, a legend that hides curves.

const TEXT = 13; // size of titles and legends, in pixels
const SMALL = 12; // size of ticks
const CLOSE = 2.2; // curves nearer than this, in pixels, hide each other
let charts = 0;

class Chart {
  /** `spec` as the page carries it; `redraw` asks the figure to draw anew. */
  constructor(spec, redraw) {
    Object.assign(this, { spec, redraw, hidden: new Set(), id: ++charts });
    this.x = new Axis(spec.x);
    this.y = new Axis(spec.y);
  }

  reset() {
    this.x.reset();
    this.y.reset();
  }

  get zoomed() {
    return this.x.zoomed || this.y.zoomed;
  }

  curves() {
    return this.spec.curves.filter((_, i) => !this.hidden.has(i));
  }

  /** The names of the legend, packed into rows of a width. */
  legendRows(width) {
    const rows = [];
    let left = Infinity;
    this.spec.curves.forEach((curve, index) => {
      if (!curve.name || !this.spec.legend) return;
      const text = shortened(curve.name, SMALL, width - 40);
      const wide = 30 + widthOf(text, SMALL) + 16;
      if (left + wide > width) {
        rows.push([]);
        left = 0;
      }
      rows.at(-1).push({ curve, index, text, at: left });
      left += wide;
    });
    return rows;
  }

  /** Draws into `group`, which is as wide and high as given. */
  draw(group, width, height) {
    const { spec, x, y } = this;
    // What another size has widened begins anew.
    if (spec.equal && !this.zoomed) this.reset();
    const rows = this.legendRows(width - 12);
    const legendHeight = rows.length ? 21 * rows.length + 6 : 0;
    const percentHeight = spec.cycle ? 34 : 0;
    const top = 10 + legendHeight + percentHeight;
    // The title of the ordinate stands upright in lines that fit its height; then come the widths of its ticks.
    y.place(height - 44, top);
    let yTicks = y.ticks(Math.max(2, (height - 44 - top) / 48));
    const titleLines = wrapped(y.label(), TEXT, height - 44 - top + 30);
    const tickWidth = Math.max(...yTicks.map(({ text }) => widthOf(text, SMALL)), 8);
    const left = 12 + 16 * titleLines.length + tickWidth + 8;
    let right = width - 16;
    if (spec.equal) {
      // No wider than its shape needs.
      const wanted = ((height - 66 - top) * (x.domain[1] - x.domain[0])) / (y.domain[1] - y.domain[0]);
      right = Math.min(right, left + Math.max(wanted, 0.45 * (right - left)));
    }
    x.place(left, right);
    let xTicks = x.ticks(Math.max(2, (right - left) / 85));
    const turned = x.names.length > 1 && Math.max(...xTicks.map(({ text }) => widthOf(text, SMALL) + 12)) > (right - left) / x.names.length;
    const below = turned ? Math.min(110, 14 + 0.6 * Math.max(...xTicks.map(({ text }) => widthOf(text, SMALL)))) : 22;
    const xTitle = wrapped(x.label(), TEXT, right - left + 40);
    const bottom = height - below - 18 * xTitle.length - 4;
    y.place(bottom, top);
    if (spec.equal) this.equalise(right - left, bottom - top);
    if (spec.equal) [yTicks, xTicks] = [y.ticks(Math.max(2, (bottom - top) / 48)), x.ticks(Math.max(2, (right - left) / 85))];
    this.area = { left, right, top, bottom };

    this.drawGrid(group, xTicks, yTicks, turned);
    titleLines.forEach((line, i) => {
      // A long name reaches past the ends of its axis, but not out of the picture.
      const half = widthOf(line, TEXT) / 2 + 2;
      const at = [8 + 12 + 16 * i, Math.max(half, Math.min((top + bottom) / 2, height - half))];
      group.append(draw("text", { class: "axis-title y", "text-anchor": "middle", transform: `translate(${at}) rotate(-90)`, "font-size": TEXT }, line));
    });
    xTitle.forEach((line, i) => {
      group.append(draw("text", { class: "axis-title x", x: (left + right) / 2, y: bottom + below + 14 + 18 * i, "text-anchor": "middle", "font-size": TEXT }, line));
    });
    if (spec.cycle) this.drawPercent(group);

    const clip = `clip-${this.id}`;
    group.append(draw("clipPath", { id: clip }, draw("rect", { x: left, y: top - 2, width: right - left, height: bottom - top + 4 })));
    const inside = draw("g", { "clip-path": `url(#${clip})` });
    group.append(inside);
    this.look = this.looks();
    spec.curves.forEach((curve, index) => {
      if (!this.hidden.has(index)) this.drawCurve(inside, curve, index);
    });
    this.drawMarks(group);
    this.drawLegend(group, rows);
    // Above everything: what the pointer shows, and what catches it.
    this.overlay = draw("g", { class: "overlay" });
    this.catcher = draw("rect", { class: "catch", x: left, y: top, width: right - left, height: bottom - top });
    group.append(this.overlay, this.catcher);
  }

  /** Widens one domain until lengths are the same in both directions. */
  equalise(width, height) {
    const { x, y } = this;
    const span = (axis) => axis.domain[1] - axis.domain[0];
    const scale = Math.max(span(x) / width, span(y) / height);
    const widen = (axis, length) => {
      const middle = (axis.domain[0] + axis.domain[1]) / 2;
      axis.domain = [middle - (scale * length) / 2, middle + (scale * length) / 2];
    };
    widen(x, width);
    widen(y, height);
  }

  drawGrid(group, xTicks, yTicks, turned) {
    const { left, right, top, bottom } = this.area;
    for (const { at, text } of yTicks) {
      const y = this.y.at(at);
      if (y < top - 0.5 || y > bottom + 0.5) continue;
      group.append(draw("line", { class: "grid", x1: left, x2: right, y1: y, y2: y }));
      group.append(draw("text", { class: "tick y", x: left - 8, y: y + 4, "text-anchor": "end", "font-size": SMALL }, text));
    }
    for (const { at, text } of xTicks) {
      const x = this.x.at(at);
      if (x < left - 0.5 || x > right + 0.5) continue;
      group.append(draw("line", { class: "grid", x1: x, x2: x, y1: top, y2: bottom }));
      const place = turned
        ? { transform: `translate(${x + 4} ${bottom + 14}) rotate(-35)`, "text-anchor": "end" }
        : { x, y: bottom + 17, "text-anchor": "middle" };
      group.append(draw("text", { class: "tick x", "font-size": SMALL, ...place }, text));
    }
    const zero = this.y.log ? NaN : this.y.at(0);
    if (zero > top && zero < bottom) group.append(draw("line", { class: "zero", x1: left, x2: right, y1: zero, y2: zero }));
    group.append(draw("path", { class: "frame", d: `M${left} ${top}V${bottom}H${right}` }));
  }

  /** A second axis above: percent of the cycle. */
  drawPercent(group) {
    const { left, right, top } = this.area;
    const [first, last] = this.spec.cycle;
    const percent = (value) => (100 * (value - first)) / (last - first);
    const { at, decimals } = roundTicks(...this.x.domain.map(percent), Math.max(2, (right - left) / 85));
    for (const value of at) {
      const x = this.x.at(first + (value / 100) * (last - first));
      group.append(draw("line", { class: "frame", x1: x, x2: x, y1: top - 4, y2: top }));
      group.append(draw("text", { class: "tick percent", x, y: top - 8, "text-anchor": "middle", "font-size": SMALL - 0.5 }, fixed(value, decimals)));
    }
    group.append(draw("text", { class: "axis-title percent", x: (left + right) / 2, y: top - 23, "text-anchor": "middle", "font-size": SMALL }, "Cycle (%)"));
  }

  points(curve) {
    const xs = this.spec.abscissas[curve.x];
    return curve.y.map((y, i) => (y === null || xs[i] === null ? null : [this.x.at(xs[i]), this.y.at(y)]));
  }

  path(points) {
    let pen = "M";
    let text = "";
    for (const p of points) {
      if (!p || Number.isNaN(p[0] + p[1])) {
        pen = "M";
        continue;
      }
      text += `${pen}${p[0].toFixed(2)} ${p[1].toFixed(2)}`;
      pen = "L";
    }
    return text;
  }

  /** Curves that lie on each other: the first wide, the others thinner and dashed on top, so that each is seen. */
  looks() {
    const lines = this.spec.curves.map((curve, index) => ({ curve, index })).filter(({ curve, index }) => curve.style === "line" && !this.hidden.has(index));
    const looks = new Map(lines.map(({ curve, index }) => [index, { width: 2.2, dash: curve.dash }]));
    const below = new Map();
    this.placed = new Map(lines.map(({ curve }) => [curve, this.points(curve)]));
    lines.forEach((upper, i) => {
      below.set(upper.index, 0);
      for (let j = i - 1; j >= 0; j--) {
        if (!this.coincide(upper.curve, lines[j].curve)) continue;
        below.set(upper.index, below.get(lines[j].index) + 1);
        break;
      }
    });
    for (const { index } of lines) {
      if (!below.get(index)) continue;
      const depth = below.get(index);
      looks.get(index).dash = looks.get(index).dash || ["", "9 7", "3 7", "2 4"][Math.min(3, depth)];
    }
    // The lowest is widened, so that it looks out from under the others.
    lines.forEach(({ curve, index }, i) => {
      const above = lines.slice(i + 1).filter((other) => this.coincide(other.curve, curve)).length;
      if (above && !below.get(index)) looks.get(index).width = 2.2 + 1.5 * Math.min(2, above);
    });
    return looks;
  }

  /** Whether two curves run within a line's width of each other over a third of their way. */
  coincide(a, b) {
    const [p, q] = [this.placed.get(a), this.placed.get(b)];
    const step = Math.max(1, Math.floor(p.length / 60));
    let asked = 0;
    let close = 0;
    for (let i = 0; i < p.length; i += step) {
      if (!p[i]) continue;
      const other = a.x === b.x || q.length === p.length ? q[i] : null;
      asked++;
      if (other && Math.hypot(other[0] - p[i][0], other[1] - p[i][1]) < CLOSE) close++;
    }
    return asked > 1 && close > asked / 3;
  }

  drawCurve(inside, curve, index) {
    const points = this.points(curve);
    const named = { "data-curve": index, "data-name": curve.name };
    if (curve.style === "band") {
      const under = curve.low.map((y, i) => [points[i] && points[i][0], this.y.at(y)]).reverse();
      const d = `${this.path(points)}${this.path(under).replace("M", "L")}Z`;
      return inside.append(draw("path", { class: "band", d, fill: curve.colour }));
    }
    const look = this.look.get(index) || { width: 1.6, dash: curve.dash };
    if (curve.style !== "dots" && curve.style !== "printed") {
      let path = this.path(points);
      if (curve.style === "steps") path = this.path(points.flatMap((p, i) => (i ? [[p[0], points[i - 1][1]], p] : [p])));
      const width = curve.style === "guide" ? 1.5 : look.width;
      inside.append(draw("path", { class: `curve ${curve.style}`, d: path, stroke: curve.colour, "stroke-width": width, "stroke-dasharray": curve.style === "guide" ? "4 4" : look.dash || null, ...named }));
    }
    const alone = points.filter(Boolean).length < 2;
    if (["dots", "both", "steps", "printed"].includes(curve.style) || alone) {
      const radius = { dots: 2.2, printed: 4.6 }[curve.style] || 3.4;
      const d = points.filter(Boolean).map(([x, y]) => `M${(x - radius).toFixed(2)} ${y.toFixed(2)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`).join("");
      inside.append(draw("path", { class: curve.style === "dots" ? "dots faint" : "dots", d, fill: curve.colour, ...(["dots", "printed"].includes(curve.style) ? named : {}) }));
    }
  }

  // Labels of close marks are pushed down, and drawn last: no line of another mark crosses them.
  drawMarks(group) {
    const { left, right, top, bottom } = this.area;
    const lowest = {};
    const labels = [];
    for (const mark of [...(this.spec.marks || [])].sort((a, b) => b.at - a.at)) {
      const y = this.y.at(mark.at);
      if (!(y >= top && y <= bottom)) continue;
      group.append(draw("line", { class: "mark", x1: left, x2: right, y1: y, y2: y }));
      const side = mark.left ? "start" : "end";
      lowest[side] = Math.max(mark.below ? y + 14 : y - 5, (lowest[side] || 0) + 13);
      const place = { x: mark.left ? left + 6 : right - 6, y: lowest[side], "text-anchor": side };
      labels.push(draw("text", { class: "mark-label", "font-size": SMALL - 0.5, ...place }, mark.label));
    }
    group.append(...labels);
  }

  drawLegend(group, rows) {
    rows.forEach((row, line) => {
      for (const { curve, index, text, at } of row) {
        const y = 15 + 21 * line;
        const off = this.hidden.has(index);
        const item = draw("g", { class: off ? "key off" : "key", tabindex: 0, role: "button", "aria-pressed": String(!off), "aria-label": `${curve.name}: show or hide`, "data-key": index });
        const guide = curve.style === "guide";
        if (curve.style === "band" || curve.style === "bars") item.append(draw("rect", { class: curve.style, x: at + 6, y: y - 6, width: 24, height: 12, fill: curve.colour }));
        else if (curve.style !== "dots" && curve.style !== "printed") item.append(draw("line", { x1: at + 6, x2: at + 30, y1: y, y2: y, stroke: curve.colour, "stroke-width": guide ? 1.5 : 2.4, "stroke-dasharray": guide ? "4 4" : (this.look.get(index) || {}).dash || curve.dash || null }));
        if (["dots", "both", "steps", "printed"].includes(curve.style)) item.append(draw("circle", { cx: at + 18, cy: y, r: curve.style === "printed" ? 4.4 : 3.2, fill: curve.colour }));
        item.append(draw("text", { x: at + 36, y: y + 4, "font-size": SMALL }, text), draw("title", {}, `${curve.name} (click to hide, double-click to see it alone)`));
        const toggle = () => {
          if (!this.hidden.delete(index)) this.hidden.add(index);
          this.redraw(`[data-key="${index}"]`);
        };
        const alone = () => {
          const others = this.spec.curves.map((_, i) => i).filter((i) => i !== index);
          const lonely = others.every((i) => this.hidden.has(i));
          this.hidden = new Set(lonely ? [] : others);
          this.redraw(`[data-key="${index}"]`);
        };
        // The second click of a double-click comes as a click of its own: it undoes the first.
        item.addEventListener("click", (event) => (event.detail === 2 ? alone() : toggle()));
        item.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          if (event.shiftKey) alone();
          else toggle();
        });
        group.append(item);
      }
    });
  }
}
