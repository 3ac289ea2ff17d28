// The surface in space: turn it, zoom, choose the field, move through time.

const FIRST_TILT = 0.5; // radians away from straight in front, so that depth is seen
const DRAG_RADIANS = 0.009; // turn per pixel of dragging

class Viewer {
  constructor(host, surface) {
    Object.assign(this, { host, surface, smooth: true, zoom: 1, playing: 0 });
    this.raster = new Raster(surface.triangles, surface.cellOf);
    this.cut = null;
    const first = surface.fields.findIndex((field) => !field.absent);
    this.field = surface.fields[first] || null;
    this.frame = this.field ? this.field.peak_frame : 0;
    this.moving = surface.part ? new Moving(surface) : null;
    this.build();
    this.normals();
    const painter = Painter.make(surface, this.normal);
    if (painter) this.raster = painter;
    if (painter) painter.onlost = () => this.plain();
    this.box.dataset.drawnBy = painter ? "webgl2" : "canvas";
    this.reset();
    this.select(Math.max(0, first));
    new ResizeObserver(() => this.cover()).observe(this.canvas);
  }

  build() {
    const { surface } = this;
    this.canvas = make("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "Surface in three dimensions; arrow keys turn it, plus and minus zoom, Enter shows the history of its greatest value");
    this.tip = make("div", "tip");
    this.tip.hidden = true;
    const zoom = make(
      "div",
      "zoom",
      button("+", "Zoom in", () => this.magnify(1.25)),
      button("−", "Zoom out", () => this.magnify(0.8)),
      button("Reset", "Reset the view", () => (this.reset(), this.cover())),
    );
    const help = make("div", "help", "Drag to turn · click for the history of a place, then scroll to zoom · double-click to reset");
    const stage = make("div", "stage", this.canvas, zoom, help, this.tip);
    this.barSlot = make("div");

    this.choice = make("select");
    surface.fields.forEach((field, i) => this.choice.append(new Option(field.label, String(i))));
    this.choice.addEventListener("change", () => this.select(Number(this.choice.value)));
    const smooth = make("input");
    smooth.title = "Colours are interpolated, and bare below 1 % of the range; the pointer reads the cell or point itself";
    smooth.type = "checkbox";
    smooth.checked = true;
    smooth.addEventListener("change", () => ((this.smooth = smooth.checked), this.paint()));
    this.peak = make("span", "grow");
    const tools = make("div", "tools", make("label", "", "Field ", this.choice), make("label", "", smooth, "Smooth"), this.peak, this.views());

    this.slider = make("input");
    Object.assign(this.slider, { type: "range", min: "0", max: String(Math.max(0, surface.frames - 1)), step: "1" });
    this.slider.value = String(this.frame);
    this.slider.setAttribute("aria-label", "Time");
    this.slider.addEventListener("input", () => (this.stop(), this.show(Number(this.slider.value))));
    this.play = button("▶ Play", "Play the cycle", () => (this.playing ? this.stop() : this.start()));
    this.play.classList.add("play");
    this.output = make("output");
    const time = make("div", "time", this.play, this.slider, this.output);
    time.hidden = surface.frames < 2;
    if (time.hidden) time.style.display = "none";
    if (!surface.fields.length) tools.style.display = "none";
    this.history = make("div", "history");
    this.history.hidden = true;
    this.box = make("div", "viewer", tools, stage, this.barSlot, time, this.history);
    this.host.append(this.box);
    this.listen();
  }

  /** Colours of the cycle or of the instant, a section, and the other part. */
  views() {
    const { surface } = this;
    const scale = make("select");
    scale.append(new Option("of the whole cycle", "cycle"), new Option("of this instant", "instant"));
    scale.addEventListener("change", () => ((this.ofFrame = scale.value === "instant"), this.bar(), this.paint()));
    const section = make("select");
    section.append(new Option("none", ""), ...["left to right", "bottom to top", "near to far"].map((text, k) => new Option(text, String(k))));
    const depth = make("input");
    Object.assign(depth, { type: "range", min: "0", max: "1", step: "0.01", value: "0.5", hidden: true });
    depth.setAttribute("aria-label", "Place of the section");
    const cut = () => {
      depth.hidden = section.value === "";
      this.slice(section.value === "" ? null : Number(section.value), Number(depth.value));
    };
    section.addEventListener("change", cut);
    depth.addEventListener("input", cut);
    const box = make("div", "views");
    if (surface.frames > 1) box.append(make("label", "", "Colours ", scale));
    box.append(make("label", "", "Section ", section, depth));
    const option = (name, title, act) => {
      const input = make("input");
      input.type = "checkbox";
      input.addEventListener("change", () => (act(input.checked), this.paint()));
      const label = make("label", "", input, name);
      label.title = title;
      box.append(label);
    };
    if (surface.round || this.moving?.hasShape) option(this.moving?.label ?? "Head", "Show the part that moves over this surface, half transparent", (on) => (this.ball = on));
    if (this.moving?.pressing && surface.frames > 1) option("Sliding", "Arrows: how fast and where to the part slides over the surface, where it presses", (on) => (this.arrows = on) && this.moving.pressing.absent && this.want(null));
    return box;
  }

  /** Leaves out what lies beyond a plane across one of the axes of the first view. */
  slice(axis, share) {
    const { right, up, toward } = this.surface;
    if (axis === null) this.cut = null;
    else {
      const normal = [right, up, toward][axis];
      const middle = this.middle.reduce((sum, x, k) => sum + x * normal[k], 0);
      this.cut = [...normal, middle + (2 * share - 1) * this.reach[axis] * 1.001];
    }
    this.soon(false);
  }

  /** The graphics card is gone: the plain canvas goes on. */
  plain() {
    this.raster = new Raster(this.surface.triangles, this.surface.cellOf);
    this.box.dataset.drawnBy = "canvas";
    this.cover();
  }

  /** The colours as they are now. */
  colours() {
    if (!this.field) return null;
    return this.ofFrame ? frameScale(this.surface, this.field, this.frame) : wholeScale(this.field);
  }

  bar() {
    this.choice.value = String(this.surface.fields.findIndex(({ name }) => name === (this.wanted ?? this.field?.name)));
    const scaled = this.field && { ...this.field, ticks: this.colours().ticks };
    this.barSlot.replaceChildren(...(scaled ? [colourBar(scaled, "standing")] : []));
  }

  listen() {
    const { canvas } = this;
    let last = null;
    let moved = 0;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      last = [event.clientX, event.clientY];
      moved = 0;
      this.tip.hidden = true;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!last) return this.read(event);
      moved += Math.abs(event.clientX - last[0]) + Math.abs(event.clientY - last[1]);
      this.turn((event.clientX - last[0]) * DRAG_RADIANS, (event.clientY - last[1]) * DRAG_RADIANS);
      last = [event.clientX, event.clientY];
      this.soon(true);
    });
    const release = () => {
      if (last) this.soon(false);
      last = null;
    };
    canvas.addEventListener("pointerup", (event) => {
      if (last && moved < 4) this.pick(this.under(event));
      release();
    });
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    canvas.addEventListener("dblclick", () => (this.reset(), this.cover()));
    // Only after a click: a page that stops scrolling because the pointer is above a map is a nuisance.
    canvas.addEventListener("wheel", (event) => {
      if (document.activeElement !== canvas) return;
      event.preventDefault();
      this.magnify(Math.exp(-event.deltaY * 0.0015));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      if (event.key === "+" || event.key === "-") return event.preventDefault(), this.magnify(event.key === "+" ? 1.25 : 0.8);
      if (event.key === "Enter" || event.key === "Escape") return this.pick(event.key === "Enter" ? this.greatest() : -1);
      const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
      if (!turns[event.key]) return;
      event.preventDefault();
      this.turn(...turns[event.key]);
      this.cover();
    });
  }

  sayPeak() {
    if (!this.field) return;
    const when = this.surface.instants[this.field.peak_frame];
    this.peak.textContent = `Maximum ${this.field.peak} ${this.field.unit}${when ? ` at ${when}` : ""}`;
  }

  /** Unit normals at the points, towards the onlooker of the first view as a whole. */
  normals() {
    const { points, triangles, toward } = this.surface;
    this.shaped = points;
    const { normals, sign } = cornerNormals(points, triangles, toward);
    this.normal = normals;
    // Rows on the screen grow downwards, which turns the sense round.
    this.front = -sign;
    this.measure();
  }

  /** Middle and half lengths along the axes of the first view, and the middle of the rim, where the compass lies. */
  measure() {
    const { points, rim, right, up, toward } = this.surface;
    const axes = [right, up, toward];
    const along = (i, axis) => points[3 * i] * axis[0] + points[3 * i + 1] * axis[1] + points[3 * i + 2] * axis[2];
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const count = points.length / 3;
    for (let i = 0; i < count; i++) {
      axes.forEach((axis, k) => {
        low[k] = Math.min(low[k], along(i, axis));
        high[k] = Math.max(high[k], along(i, axis));
      });
    }
    const middle = low.map((x, k) => (count ? (x + high[k]) / 2 : 0));
    const inSpace = (v) => [0, 1, 2].map((k) => v[0] * right[k] + v[1] * up[k] + v[2] * toward[k]);
    this.middle = inSpace(middle);
    this.reach = low.map((x, k) => (count ? (high[k] - x) / 2 : 1));
    this.size = Math.hypot(Math.max(this.reach[0], this.reach[1]), this.reach[2]) || 1;
    let depth = 0;
    for (const i of rim) depth += along(i, toward) / rim.length;
    this.compassAt = rim.length ? inSpace([middle[0], middle[1], depth]) : this.middle;
  }

  /** The first view: from the good side, moved towards where the largest value is seen face to face. */
  reset() {
    const { right, up, toward, connectivity, offsets } = this.surface;
    const field = this.surface.fields.find((one) => !one.absent && one.colours.length);
    this.axes = [right.slice(), up.slice(), toward.slice()];
    this.zoom = 1;
    let tilt = [-0.7, -0.7];
    if (field) {
      const codes = this.surface.codes(field, field.peak_frame);
      let best = 0;
      codes.forEach((code, place) => (best = code !== NO_VALUE && code > codes[best] ? place : best));
      const corner = field.on_points ? best : connectivity[offsets[best] - 1];
      const n = this.normal.subarray(3 * corner, 3 * corner + 3);
      const side = [right, up].map((axis) => n[0] * axis[0] + n[1] * axis[1] + n[2] * axis[2]);
      const length = Math.hypot(...side);
      if (length > 0.15) tilt = side.map((x) => x / length);
    }
    this.turn(-FIRST_TILT * tilt[0], FIRST_TILT * tilt[1]);
  }

  /** Turns about the screen's vertical, then its horizontal. */
  turn(yaw, pitch) {
    const mix = (a, b, angle) => {
      const c = Math.cos(angle), s = Math.sin(angle);
      return [a.map((x, k) => c * x + s * b[k]), b.map((x, k) => c * x - s * a[k])];
    };
    let [right, up, toward] = this.axes;
    [right, toward] = mix(right, toward, yaw);
    [up, toward] = mix(up, toward, -pitch);
    this.axes = [right, up, toward];
  }

  magnify(factor) {
    this.zoom = Math.min(12, Math.max(0.4, this.zoom * factor));
    this.soon(false);
  }

  soon(coarse) {
    this.coarse = coarse;
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.cover();
    });
  }

  select(index) {
    const { surface } = this;
    const field = surface.fields[index] || null;
    if (field?.absent) return this.want(field.name);
    this.wanted = null;
    this.field = field;
    this.box.dataset.field = this.field ? this.field.name : "";
    this.pick(-1);
    this.bar();
    this.sayPeak();
    this.show(this.frame);
  }

  show(frame) {
    this.frame = frame;
    this.slider.value = String(frame);
    this.output.textContent = this.surface.instants[frame] || "";
    this.slider.setAttribute("aria-valuetext", this.output.textContent);
    if (this.ofFrame) this.bar();
    if (this.picked >= 0) this.traced?.point(this.surface.times[frame]);
    this.onshow?.(frame);
    if (this.raster.width) this.paint();
    else this.cover();
  }

  start() {
    this.play.textContent = "❚❚ Pause";
    // Without a card every pixel is coloured by the processor: fewer of them while they move.
    if (!(this.raster instanceof Painter)) (this.coarse = true), this.cover();
    const seconds = 5;
    // From the middle of the present frame: a first time stamp that lies a little back must not step back.
    const begin = performance.now() - ((this.frame + 0.5) / this.surface.frames) * seconds * 1000;
    const step = (now) => {
      const turns = Math.max(0, now - begin) / 1000 / seconds;
      const frame = Math.floor((turns % 1) * this.surface.frames);
      if (frame !== this.frame) this.show(frame);
      this.playing = requestAnimationFrame(step);
    };
    this.playing = requestAnimationFrame(step);
  }

  stop() {
    if (this.playing && this.coarse) this.soon(false);
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.play.textContent = "▶ Play";
  }

  /** A point in space to canvas pixels and depth. */
  project(x, y, z) {
    const dx = x - this.middle[0], dy = y - this.middle[1], dz = z - this.middle[2];
    const [r, u, t] = this.axes;
    return [
      this.shift[0] + this.scale * (dx * r[0] + dy * r[1] + dz * r[2]),
      this.shift[1] - this.scale * (dx * u[0] + dy * u[1] + dz * u[2]),
      this.scale * (dx * t[0] + dy * t[1] + dz * t[2]),
    ];
  }

  /** Shifts the picture so that what is seen of the surface lies in the middle. */
  centre() {
    const { raster } = this;
    const { points } = this.surface;
    this.shift = [0, 0];
    const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
    const [r, u] = this.axes, m = this.middle, scale = this.scale;
    for (let i = 0; i < points.length; i += 3) {
      const dx = points[i] - m[0], dy = points[i + 1] - m[1], dz = points[i + 2] - m[2];
      const x = scale * (dx * r[0] + dy * r[1] + dz * r[2]), y = -scale * (dx * u[0] + dy * u[1] + dz * u[2]);
      if (x < low[0]) low[0] = x;
      if (x > high[0]) high[0] = x;
      if (y < low[1]) low[1] = y;
      if (y > high[1]) high[1] = y;
    }
    const size = [raster.width, raster.height];
    this.shift = size.map((x, k) => x / 2 - (points.length ? (low[k] + high[k]) / 2 : 0));
  }

  /** After a turn, a zoom or a new size: which triangle is where. */
  cover() {
    const begin = performance.now();
    const { canvas, raster } = this;
    if (!canvas.clientWidth) return;
    // A card smooths edges by itself.
    const fine = raster instanceof Painter ? Math.min(2, Math.max(1, devicePixelRatio)) : FINE;
    this.density = this.coarse ? 1 : fine;
    raster.resize(Math.round(canvas.clientWidth * this.density), Math.round(canvas.clientHeight * this.density));
    this.scale = ((0.45 * Math.min(0.85 * raster.width, raster.height)) / this.size) * this.zoom;
    this.centre();
    if (raster instanceof Painter) raster.cover(this);
    else this.coverPlain();
    this.paint();
    this.box.dataset.coverMilliseconds = (performance.now() - begin).toFixed(1);
  }

  /** Which triangle is where, on the plain canvas. */
  coverPlain() {
    const { raster, surface, normal } = this;
    const count = surface.points.length / 3;
    const place = new Float32Array(3 * count);
    const light = new Float32Array(count);
    const [r, u, t] = this.axes;
    for (let i = 0, k = 0; i < count; i++, k += 3) {
      place.set(this.project(surface.points[k], surface.points[k + 1], surface.points[k + 2]), k);
      const nx = normal[k] * r[0] + normal[k + 1] * r[1] + normal[k + 2] * r[2];
      const ny = normal[k] * u[0] + normal[k + 1] * u[1] + normal[k + 2] * u[2];
      const nz = normal[k] * t[0] + normal[k + 1] * t[1] + normal[k + 2] * t[2];
      light[i] = lightOf(nx, ny, nz);
    }
    const { cut } = this;
    const beyond = cut && Float32Array.from(light, (_, i) => cut[0] * surface.points[3 * i] + cut[1] * surface.points[3 * i + 1] + cut[2] * surface.points[3 * i + 2] - cut[3]);
    raster.cover(place, light, this.front, beyond);
  }

  /** After a new frame or field: only colours. */
  paint() {
    const begin = performance.now();
    const { canvas, raster, surface } = this;
    if (!raster.width) return;
    this.box.dataset.checksum = raster.paint(surface, this.field, this.frame, this.smooth, this.colours());
    this.box.dataset.frame = String(this.frame);
    const sharp = Math.max(devicePixelRatio, 1);
    const width = Math.round((raster.width * sharp) / this.density);
    const height = Math.round((raster.height * sharp) / this.density);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(raster.canvas, 0, 0, width, height);
    if (this.ball && this.moving?.hasShape && !(raster instanceof Painter)) this.moving.drawVeil(context, this, width, height);
    context.save();
    context.scale(width / raster.width, height / raster.height);
    drawOverlay(context, this);
    context.restore();
    this.box.dataset.paintMilliseconds = (performance.now() - begin).toFixed(1);
  }

  anew() {
    this.cover();
  }

  /** The view as it is turned now, with its colour bar. */
  toSvg() {
    this.coarse = false;
    this.cover();
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const svg = draw("svg", { class: "drawing" }, draw("image", { width, height, href: this.canvas.toDataURL("image/png") }));
    if (this.field) svg.append(colourBarSvg({ ...this.field, ticks: this.colours().ticks }, width + 16, 24, height - 60));
    const instant = this.surface.instants[this.frame];
    if (instant) svg.append(draw("text", { class: "tick", x: 12, y: height - 10, "font-size": SMALL }, instant));
    return { svg, width: width + 160, height };
  }
}
