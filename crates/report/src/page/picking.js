// A place of a map: read under the pointer, picked for its history.

Object.assign(Viewer.prototype, {
  /** The history of the cell or point that was picked, under the picture. */
  pick(place) {
    const { surface, field } = this;
    this.picked = place;
    this.history.hidden = place < 0 || !field || surface.frames < 2;
    this.history.replaceChildren();
    if (this.history.hidden) return this.paint();
    const word = field.on_points ? "point" : "cell";
    const values = Array.from({ length: surface.frames }, (_, frame) => surface.value(field, frame, place)).map((v) => (Number.isNaN(v) ? null : v));
    const high = Math.max(0, ...values), low = Math.min(0, ...values);
    const side = (title, unit, low, high) => ({ title, unit, low, high, log: false, names: [] });
    const panel = {
      x: side("Time", "s", surface.times[0], surface.times.at(-1)),
      y: side(field.label, field.unit, low, high > low ? high * 1.05 : 1),
      abscissas: [surface.times],
      curves: [{ name: "", unit: field.unit, x: 0, y: values, low: [], colour: "#c0392b", dash: "", style: "line" }],
      marks: [], cycle: null, equal: false, shared: true, tall: false, legend: false,
    };
    const close = button("×", "Close the history", () => this.pick(-1));
    const host = make("div");
    this.history.append(make("div", "history-head", make("strong", "", `${field.label} at ${word} ${place} over the cycle`), close), host);
    this.traced = new Charts(host, { panels: [panel] }, null, 190);
    this.traced.onread = (time) => {
      const best = surface.times.reduce((best, t, i) => (Math.abs(t - time) < Math.abs(surface.times[best] - time) ? i : best), 0);
      if (best !== this.frame) this.show(best);
    };
    this.traced.point(surface.times[this.frame]);
    this.paint();
  },

  /** The cell or point with the greatest value at this frame. */
  greatest() {
    if (!this.field) return -1;
    const codes = this.surface.codes(this.field, this.frame);
    let best = -1;
    for (let i = 0; i < codes.length; i++) if (codes[i] !== NO_VALUE && (best < 0 || codes[i] > codes[best])) best = i;
    return best;
  },

  /** Where a cell or point lies. */
  placeOf(place) {
    const { points, connectivity, offsets } = this.surface;
    if (this.field.on_points) return [...points.subarray(3 * place, 3 * place + 3)];
    const from = place ? offsets[place - 1] : 0, to = offsets[place];
    const sum = [0, 0, 0];
    for (let k = from; k < to; k++) for (let axis = 0; axis < 3; axis++) sum[axis] += points[3 * connectivity[k] + axis] / (to - from);
    return sum;
  },

  /** The cell or point under the pointer. */
  under(event) {
    const { canvas, raster } = this;
    if (!raster.width) return -1;
    const x = (event.offsetX / canvas.clientWidth) * raster.width, y = (event.offsetY / canvas.clientHeight) * raster.height;
    return raster.placeAt(x, y, this.field);
  },

  read(event) {
    const place = this.under(event);
    this.tip.hidden = place < 0 || !this.field;
    if (this.tip.hidden) return;
    const word = this.field.on_points ? "point" : "cell";
    this.tip.textContent = `${readable(this.surface.value(this.field, this.frame, place), this.field.unit)} · ${word} ${place}${this.arrows ? this.moving.read(this, place) : ""}`;
    this.tip.style.left = `${event.offsetX}px`;
    this.tip.style.top = `${event.offsetY}px`;
  },
});
