// A map that goes on with another answer: only what has changed is computed anew.

Object.assign(Viewer.prototype, {
  /** Another answer on the same cells and frames: the view, the instant and the field stay. False where it does not fit. */
  adopt(surface) {
    const old = this.surface;
    const fits = surface.cellOf.length === old.cellOf.length && surface.points.length === old.points.length && surface.frames === old.frames;
    if (!fits || Boolean(surface.part) !== Boolean(old.part) || surface.fields.length !== old.fields.length || surface.fields.some((field, i) => field.name !== old.fields[i].name)) return false;
    this.surface = surface;
    const named = (name) => surface.fields.find((field) => field.name === name && !field.absent);
    const before = this.field?.name;
    this.field = named(this.wanted) ?? named(before) ?? surface.fields.find((field) => !field.absent) ?? null;
    if (this.field?.name === this.wanted) this.wanted = null;
    if (this.field?.name !== before) (this.picked = -1), (this.history.hidden = true), (this.box.dataset.field = this.field?.name ?? "");
    // A part of another shape is sent again.
    if (this.moving && !this.moving.adopt(surface)) this.moving.raster = this.raster.part = undefined;
    // What moves by less than half a pixel need not be turned and covered anew while a slider moves.
    let most = 0;
    for (let i = 0; i < surface.points.length; i++) most = Math.max(most, Math.abs(surface.points[i] - this.shaped[i]));
    const seen = most * (this.scale ?? Infinity) > 0.5;
    this.stale = most > 0 && !seen;
    if (seen) this.reshape();
    this.bar();
    this.sayPeak();
    if (this.picked >= 0) this.pick(this.picked);
    const coarse = !(this.raster instanceof Painter);
    if (coarse) this.coarse = true;
    if (seen || (coarse && this.density !== 1)) this.cover();
    else this.paint();
    // Another answer may come at once while a slider moves: all pixels, and the last of the shape, follow when it rests.
    clearTimeout(this.resting);
    if (coarse || this.stale) this.resting = setTimeout(() => this.rest(), 250);
    this.onshow?.(this.frame);
    return true;
  },

  /** The surface has another shape. */
  reshape() {
    this.stale = false;
    if (this.moving) this.moving.chosen = null;
    this.normals();
    this.raster.move?.(this.surface, this.normal);
  },

  /** No other answer has come for a while: as fine as it can be. */
  rest() {
    if (this.stale) this.reshape();
    if (!this.playing || !this.coarse) this.soon(false);
  },

  /** A field that has stayed behind is asked for, by its name; without one, whatever else is shown. */
  want(name) {
    if (name) this.wanted = name;
    this.onwant?.();
  },

  /** The fields that are shown, or are to be. */
  shows() {
    return [this.wanted ?? this.field?.name, this.arrows && this.moving?.pressing?.name].filter(Boolean);
  },
});
