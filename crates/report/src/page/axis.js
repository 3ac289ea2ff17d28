// One axis of a chart: from values to pixels and back, and where its ticks are.

class Axis {
  /** `spec`: title, unit, low, high, log, names (of whole numbers). */
  constructor(spec) {
    Object.assign(this, spec);
    this.names = spec.names || [];
    this.reset();
  }

  /** The domain that shows everything. */
  reset() {
    let { low, high } = this;
    if (this.names.length) [low, high] = [-0.5, this.names.length - 0.5];
    this.domain = [low, high];
    this.zoomed = false;
  }

  zoom(low, high) {
    if (!(high > low)) return;
    this.domain = [low, high];
    this.zoomed = true;
  }

  /** Pixels of the two ends; for an upright axis the first is below. */
  place(from, to) {
    this.range = [from, to];
  }

  at(value) {
    const f = this.log ? Math.log10 : (x) => x;
    const [low, high] = this.domain.map(f);
    return this.range[0] + ((f(value) - low) / (high - low)) * (this.range[1] - this.range[0]);
  }

  value(pixel) {
    const f = this.log ? Math.log10 : (x) => x;
    const [low, high] = this.domain.map(f);
    const value = low + ((pixel - this.range[0]) / (this.range[1] - this.range[0])) * (high - low);
    return this.log ? 10 ** value : value;
  }

  /** Values and texts of the ticks; the power of ten that all of them share goes into the title. */
  ticks(count) {
    const [low, high] = this.domain;
    this.power = 0;
    if (this.names.length) {
      return this.names.map((text, at) => ({ at, text })).filter(({ at }) => at >= low && at <= high);
    }
    if (this.log) return decadeTicks(low, high, count).map((at) => ({ at, text: decade(at) }));
    const size = Math.max(Math.abs(low), Math.abs(high));
    const power = Math.floor(Math.log10(size) + 1e-9);
    if (size > 0 && (power >= 5 || power <= -4)) this.power = 3 * Math.floor(power / 3);
    const scale = 10 ** this.power;
    const { at, decimals } = roundTicks(low / scale, high / scale, count);
    return at.map((value) => ({ at: value * scale, text: fixed(value, decimals) }));
  }

  /** Name and unit; call after `ticks`. */
  label() {
    const unit = [this.power ? powerOfTen(this.power) : "", this.unit].filter(Boolean).join(" ");
    return unit ? `${this.title} (${unit})` : this.title;
  }

  /** A value of this axis for a reader. */
  read(value) {
    if (this.names.length) return this.names[Math.round(value)] ?? "–";
    return `${digits(value, this.log ? 0 : this.high - this.low)} ${this.unit}`.trim();
  }
}
