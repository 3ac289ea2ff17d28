// A surface as the page carries it, unpacked: geometry, map, fields, tracks.

const NO_VALUE = 65535;
const SHADES = 64; // levels of light; the next bit says "seen from behind"
const NEUTRAL = [208, 214, 221];

class Surface {
  /** From text inside a page, or from `body`: what stands behind the header of a live answer. */
  static async unpack(packed, body) {
    const surface = Object.assign(new Surface(), packed);
    const raw = (array, Kind) => new Kind(body.buffer, body.start + array.at, array.length / Kind.BYTES_PER_ELEMENT);
    const singles = async (array) => (typeof array === "string" ? new Float32Array(together(await inflate(array))) : raw(array, Float32Array));
    const indices = async (array) => (typeof array === "string" ? sums(new Uint32Array(together(await inflate(array)))) : raw(array, Uint32Array));
    surface.points = await singles(packed.points);
    surface.flat = await singles(packed.flat);
    surface.rim = await indices(packed.rim);
    surface.connectivity = await indices(packed.connectivity);
    surface.offsets = await indices(packed.offsets);
    surface.cells = surface.offsets.length;
    surface.frames = packed.instants.length;
    surface.fields = [];
    for (const field of packed.fields) surface.fields.push(await unpackField(field, surface.count(field), body));
    surface.tracks = [];
    for (const track of packed.tracks) {
      surface.tracks.push({ label: track.label, points: await singles(track.points), flat: await singles(track.flat) });
    }
    const { part } = packed;
    surface.part = part && { label: part.label, points: await singles(part.points), triangles: await indices(part.triangles), motion: await singles(part.motion) };
    surface.triangulate();
    return surface;
  }

  /** Values a frame of a field has. */
  count(field) {
    return field.on_points ? this.points.length / 3 : this.cells;
  }

  /** Codes of a field at a frame, one a cell or a point. */
  codes(field, frame) {
    const count = this.count(field);
    return field.codes.subarray(frame * count, (frame + 1) * count);
  }

  /** Fans of triangles; a triangle remembers its cell. */
  triangulate() {
    const count = this.connectivity.length - 2 * this.cells;
    this.triangles = new Uint32Array(3 * count);
    this.cellOf = new Uint32Array(count);
    let start = 0;
    let t = 0;
    for (let cell = 0; cell < this.cells; cell++) {
      const end = this.offsets[cell];
      for (let k = start + 1; k + 1 < end; k++, t++) {
        this.triangles[3 * t] = this.connectivity[start];
        this.triangles[3 * t + 1] = this.connectivity[k];
        this.triangles[3 * t + 2] = this.connectivity[k + 1];
        this.cellOf[t] = cell;
      }
      start = end;
    }
  }

  /** Codes of one frame at the points: its own, or the mean of the cells around. */
  cornerCodes(field, frame) {
    const codes = this.codes(field, frame);
    if (field.on_points) {
      const own = new Float32Array(codes);
      for (let i = 0; i < own.length; i++) if (codes[i] === NO_VALUE) own[i] = field.zero;
      return own;
    }
    const sums = new Float32Array(this.points.length / 3);
    const counts = new Uint16Array(sums.length);
    let start = 0;
    for (let cell = 0; cell < this.cells; cell++) {
      const end = this.offsets[cell];
      if (codes[cell] !== NO_VALUE) {
        for (let k = start; k < end; k++) {
          sums[this.connectivity[k]] += codes[cell];
          counts[this.connectivity[k]]++;
        }
      }
      start = end;
    }
    for (let i = 0; i < sums.length; i++) sums[i] = counts[i] ? sums[i] / counts[i] : field.zero;
    return sums;
  }

  /** The value of a cell or point in display units. */
  value(field, frame, place) {
    const code = this.codes(field, frame)[place];
    return code === NO_VALUE ? NaN : field.low + field.step * code;
  }
}

/** Numbers of four bytes whose bytes lie apart: all lowest first. */
function together(buffer) {
  const apart = new Uint8Array(buffer);
  const count = apart.length / 4;
  const bytes = new Uint8Array(apart.length);
  for (let k = 0; k < 4; k++) for (let i = 0; i < count; i++) bytes[4 * i + k] = apart[k * count + i];
  return bytes.buffer;
}

/** Differences from the one before become numbers. */
function sums(values) {
  for (let i = 1; i < values.length; i++) values[i] += values[i - 1];
  return values;
}

/** Codes from their changes in time and along a frame, the sign in the lowest bit; low bytes first, then high ones. */
function unpackCodes(bytes, cells) {
  const count = bytes.length / 2;
  const codes = new Uint16Array(count);
  let beside = 0;
  for (let i = 0; i < count; i++) {
    const folded = bytes[i] | (bytes[count + i] << 8);
    const step = (folded >>> 1) ^ -(folded & 1);
    beside = i % cells ? beside + step : step;
    codes[i] = beside + (i >= cells ? codes[i - cells] : 0);
  }
  return codes;
}

/** A property that is computed when it is first asked for. */
function once(object, name, compute) {
  let known;
  Object.defineProperty(object, name, { get: () => (known ??= compute()) });
}

async function unpackField(packed, count, body) {
  if (packed.absent) return { ...packed, codes: null, zero: 0, palette: litPalette([]) };
  const { codes: array } = packed;
  const codes = typeof array === "string" ? unpackCodes(new Uint8Array(await inflate(array)), count) : new Uint16Array(body.buffer, body.start + array.at, array.length / 2);
  const field = { ...packed, codes };
  field.zero = field.step > 0 ? Math.round(-field.low / field.step) : 0;
  // A page shows one field at a time.
  once(field, "bandOf", () => bandsOf(field, wholeScale(field)));
  once(field, "palette", () => litPalette(field.colours));
  return field;
}

/** The colours over all frames: where the first band begins, how wide each is, and which share of the range that is. */
function wholeScale(field) {
  const bands = field.colours.length;
  const first = bands ? field.bounds[0] : 0;
  return { first, width: bands ? (field.bounds[bands] - first) / bands : 1, share: 1, ticks: field.ticks, bounds: field.bounds };
}

/** The same bands drawn together to what one frame holds. */
function frameScale(surface, field, frame) {
  const whole = wholeScale(field);
  let [low, high] = [Infinity, -Infinity];
  for (const code of surface.codes(field, frame)) {
    if (code === NO_VALUE) continue;
    if (code < low) low = code;
    if (code > high) high = code;
  }
  const reach = (code) => Math.abs(field.low + field.step * code);
  const most = Math.max(Math.abs(whole.bounds[0] ?? 0), Math.abs(whole.bounds.at(-1) ?? 0));
  const share = high >= low && most > 0 ? Math.max(reach(low), reach(high)) / most : 0;
  if (!(share > 0)) return whole;
  const bounds = whole.bounds.map((bound) => bound * share);
  return { first: whole.first * share, width: whole.width * share, share, bounds, ticks: bounds.map((bound) => digits(Number(bound.toPrecision(3)))) };
}

/** Which band a code falls into: 0 is the bare surface. */
function bandsOf(field, { first, width }) {
  const bandOf = new Uint8Array(65536);
  const bands = field.colours.length;
  for (let code = 0; bands && code < NO_VALUE; code++) {
    const band = Math.floor((field.low + field.step * code - first) / width);
    bandOf[code] = code === field.zero ? 0 : 1 + Math.min(Math.max(band, 0), bands - 1);
  }
  return bandOf;
}

/** Little-endian RGBA of every band in every light: index = band · 2 · SHADES + shade (+ SHADES from behind). */
function litPalette(colours) {
  const palette = new Uint32Array((colours.length + 1) * 2 * SHADES);
  const bands = [NEUTRAL, ...colours.map((c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16)))];
  bands.forEach((rgb, band) => {
    for (let shade = 0; shade < 2 * SHADES; shade++) {
      const light = (shade % SHADES) / (SHADES - 1);
      const behind = shade >= SHADES;
      // Colours keep near the colour bar; the bare surface may show its shape.
      const factor = band ? 0.8 + 0.2 * light : 0.5 + 0.5 * light;
      const [r, g, b] = rgb.map((c, i) => factor * (behind ? 0.35 * c + 0.5 * NEUTRAL[i] : c));
      palette[band * 2 * SHADES + shade] = (255 << 24) | (b << 16) | (g << 8) | r;
    }
  });
  return palette;
}
