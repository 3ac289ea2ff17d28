// A figure on the page: its SVG, its tools, its size; panels of charts side by side.

/** A button of the page. */
function button(text, title, action) {
  const element = make("button", "button", text);
  element.type = "button";
  element.title = title;
  element.setAttribute("aria-label", title);
  element.addEventListener("click", action);
  return element;
}

/** What all drawn figures share: an SVG that is drawn anew when its width changes. */
class Drawing {
  constructor(host, spec) {
    Object.assign(this, { host, spec, width: 0 });
    host.classList.add("chart");
    this.tip = make("div", "tip read-out");
    this.tip.hidden = true;
    this.tip.setAttribute("role", "status");
    this.svg = draw("svg", { class: "drawing", role: "group" });
    host.append(this.svg, this.tip);
    new ResizeObserver(() => {
      if (host.clientWidth && Math.abs(host.clientWidth - this.width) > 1) this.redraw();
    }).observe(host);
  }

  /** Draws anew; `focus` finds what had the keyboard's focus before. */
  redraw(focus) {
    this.width = Math.max(260, this.host.clientWidth || 800);
    this.tip.hidden = true;
    this.svg.replaceChildren();
    const height = Math.round(this.draw(this.width));
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
    this.svg.setAttribute("width", this.width);
    this.svg.setAttribute("height", height);
    if (focus) this.svg.querySelector(focus)?.focus();
  }

  /** What is written into a file. */
  toSvg() {
    const copy = this.svg.cloneNode(true);
    for (const extra of copy.querySelectorAll(".catch, .overlay, .cursor")) extra.remove();
    return { svg: copy, width: this.width, height: Number(this.svg.getAttribute("height")) };
  }

  /** Shows a read-out beside a place of the SVG. */
  tell(head, rows, [x, y]) {
    this.tip.replaceChildren(...readOut(head, rows));
    this.tip.hidden = false;
    const scale = this.svg.clientWidth / this.width;
    const room = this.svg.clientWidth - x * scale > this.tip.offsetWidth + 24;
    this.tip.style.left = `${room ? x * scale + 12 : Math.max(0, x * scale - 12 - this.tip.offsetWidth)}px`;
    this.tip.style.top = `${y * scale + this.svg.offsetTop}px`;
  }

  /** Calls `action` with the place of the pointer in the SVG, and hides the read-out when it leaves. */
  listen(action) {
    this.svg.addEventListener("pointermove", (event) => {
      const box = this.svg.getBoundingClientRect();
      const scale = this.width / box.width;
      action([(event.clientX - box.left) * scale, (event.clientY - box.top) * scale], event);
    });
    this.svg.addEventListener("pointerleave", () => (this.tip.hidden = true));
  }
}

/** One or more charts with two axes each. */
class Charts extends Drawing {
  constructor(host, spec, tools, low) {
    super(host, spec);
    this.low = low;
    this.charts = spec.panels.map((panel) => new Chart(panel, (focus) => this.redraw(focus)));
    this.back = button("Show all", "Back from the zoom: show everything", () => {
      for (const chart of this.charts) chart.reset();
      this.redraw();
    });
    this.back.hidden = true;
    tools?.prepend(this.back);
    this.redraw();
  }

  draw(width) {
    const many = this.charts.length > 1;
    const columns = many ? Math.min(this.charts.length, width > 780 ? 3 : width > 500 ? 2 : 1) : 1;
    const wide = width / columns;
    const heights = this.charts.map((chart) => this.heightOf(chart, wide, many));
    const rows = Math.ceil(this.charts.length / columns);
    let top = 0;
    for (let row = 0; row < rows; row++) {
      const height = Math.max(...heights.slice(row * columns, (row + 1) * columns));
      this.charts.slice(row * columns, (row + 1) * columns).forEach((chart, column) => {
        const offset = [column * wide, top];
        const group = draw("g", { class: "panel", transform: `translate(${offset})` });
        this.svg.append(group);
        chart.draw(group, wide, height);
        new Pointer(chart, this.tip, group, offset).onread = (x) => chart.x.unit === "s" && this.onread?.(x);
        chart.cursor = draw("line", { class: "cursor" });
        group.append(chart.cursor);
      });
      top += height;
    }
    this.back.hidden = !this.charts.some((chart) => chart.zoomed);
    this.point(this.instant);
    return top;
  }

  /** Other numbers in the same charts. */
  renew(spec) {
    if (JSON.stringify(spec) === JSON.stringify(this.spec)) return;
    this.spec = spec;
    const hidden = this.charts.map((chart) => chart.hidden);
    this.charts = spec.panels.map((panel) => new Chart(panel, (focus) => this.redraw(focus)));
    this.charts.forEach((chart, i) => hidden[i] && (chart.hidden = hidden[i]));
    this.redraw();
  }

  /** Marks an instant in every chart over time. */
  point(time) {
    this.instant = time;
    for (const chart of this.charts) {
      const { x, area, cursor } = chart;
      if (!cursor || !area) continue;
      const at = time === undefined || x.unit !== "s" ? NaN : x.at(time);
      const seen = at >= area.left - 0.5 && at <= area.right + 0.5;
      cursor.setAttribute("visibility", seen ? "visible" : "hidden");
      if (seen) for (const [name, value] of [["x1", at], ["x2", at], ["y1", area.top], ["y2", area.bottom]]) cursor.setAttribute(name, value);
    }
  }

  heightOf(chart, width, many) {
    if (this.low) return this.low;
    const { spec, x, y } = chart;
    const legend = 21 * chart.legendRows(width - 12).length;
    if (spec.equal) {
      const shape = (y.high - y.low) / (x.high - x.low);
      return Math.min(640, Math.max(260, (width - 90) * shape + 70)) + legend;
    }
    return (many ? 250 : spec.tall ? 440 : 320) + legend + (spec.cycle ? 30 : 0);
  }
}
