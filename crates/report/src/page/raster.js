// Which triangle is seen at which pixel. The answer is kept, so that another frame or field only needs new colours.

const FINE = 2; // pixels per CSS pixel: smooth edges on every screen

class Raster {
  constructor(triangles, cellOf) {
    this.triangles = triangles;
    this.cellOf = cellOf;
    this.width = 0;
    this.height = 0;
    this.canvas = document.createElement("canvas");
  }

  resize(width, height) {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.canvas.width = width;
    this.canvas.height = height;
    this.context = this.canvas.getContext("2d");
    this.image = this.context.createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.seen = new Int32Array(width * height);
    this.depth = new Float32Array(width * height);
    this.second = new Float32Array(width * height);
    this.third = new Float32Array(width * height);
    this.shade = new Uint8Array(width * height);
  }

  /**
   * Finds the nearest triangle of every pixel. `place` holds x, y, depth (larger is nearer) of each point in pixels,
   * `light` 0 … 1 of each point or null, `front` +1 or −1: the turning sense of triangles seen from their good side;
   * `beyond` of each point, where it is positive nothing is drawn, or nothing.
   */
  cover(place, light, front, beyond) {
    const { width, height, triangles, seen, depth, second, third, shade } = this;
    seen.fill(-1);
    depth.fill(-Infinity);
    for (let t = 0; t < this.cellOf.length; t++) {
      const a = triangles[3 * t], b = triangles[3 * t + 1], c = triangles[3 * t + 2];
      const ax = place[3 * a], ay = place[3 * a + 1], az = place[3 * a + 2];
      const bx = place[3 * b], by = place[3 * b + 1], cx = place[3 * c], cy = place[3 * c + 1];
      const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
      if (!(Math.abs(area) > 1e-9)) continue;
      const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
      const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
      const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
      const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
      const dz1 = place[3 * b + 2] - az, dz2 = place[3 * c + 2] - az;
      const vx = (cy - ay) / area, wx = -(by - ay) / area;
      const la = light ? light[a] : 1, lb = light ? light[b] - la : 0, lc = light ? light[c] - la : 0;
      const behind = area * front < 0 ? SHADES : 0;
      for (let y = top; y <= bottom; y++) {
        const dy = y + 0.5 - ay, dx = left + 0.5 - ax;
        let v = dx * vx - (dy * (cx - ax)) / area;
        let w = dx * wx + (dy * (bx - ax)) / area;
        for (let x = left, i = y * width + left; x <= right; x++, i++, v += vx, w += wx) {
          if (v < -1e-6 || w < -1e-6 || v + w > 1.000001) continue;
          const z = az + v * dz1 + w * dz2;
          if (z <= depth[i] || (beyond && beyond[a] + v * (beyond[b] - beyond[a]) + w * (beyond[c] - beyond[a]) > 0)) continue;
          depth[i] = z;
          seen[i] = t;
          second[i] = v;
          third[i] = w;
          shade[i] = behind + Math.min(SHADES - 1, Math.max(0, (la + v * lb + w * lc) * (SHADES - 1)));
        }
      }
    }
  }

  /** Colours every pixel by a field at a frame, or as bare surface; returns a checksum of the colours. */
  paint(surface, field, frame, smooth, scale) {
    const { triangles, cellOf, seen, second, third, shade, pixels } = this;
    const palette = field ? field.palette : litPalette([]);
    const bandOf = !field ? null : scale && scale.share !== 1 ? bandsOf(field, scale) : field.bandOf;
    const corner = field && smooth ? surface.cornerCodes(field, frame) : null;
    const codes = field ? surface.codes(field, frame) : null;
    // Interpolation smears the first cell with a value over its bare neighbours: below a hundredth counts as zero.
    const bare = 0.01 * NO_VALUE * (scale ? scale.share : 1);
    let sum = 2166136261;
    for (let i = 0; i < seen.length; i++) {
      const t = seen[i];
      if (t < 0) {
        pixels[i] = 0;
        continue;
      }
      let band = 0;
      if (corner) {
        const a = corner[triangles[3 * t]];
        const code = a + second[i] * (corner[triangles[3 * t + 1]] - a) + third[i] * (corner[triangles[3 * t + 2]] - a);
        band = Math.abs(code - field.zero) < bare ? 0 : bandOf[Math.round(code)];
      } else if (bandOf) {
        band = bandOf[codes[field.on_points ? this.nearest(i) : cellOf[t]]];
      }
      pixels[i] = palette[band * 2 * SHADES + shade[i]];
      sum = Math.imul(sum ^ pixels[i], 16777619);
    }
    this.context.putImageData(this.image, 0, 0);
    return (sum >>> 0).toString(16);
  }

  /** Colours the nearest layer half transparent, where what another picture shows is not in front of it. */
  veil(others) {
    const { seen, depth, shade, pixels } = this;
    const opaque = Math.round(255 * VEIL) << 24;
    const lit = Array.from({ length: SHADES }, (_, shade) => {
      const [r, g, b] = NEUTRAL.map((c) => c * (0.5 + 0.5 * (shade / (SHADES - 1))));
      return opaque | (b << 16) | (g << 8) | r;
    });
    for (let i = 0; i < seen.length; i++) pixels[i] = seen[i] < 0 || depth[i] < others[i] ? 0 : lit[shade[i] % SHADES];
    this.context.putImageData(this.image, 0, 0);
  }

  /** The corner nearest to what a pixel shows. */
  nearest(i) {
    const v = this.second[i], w = this.third[i], u = 1 - v - w;
    return this.triangles[3 * this.seen[i] + (u >= v && u >= w ? 0 : v >= w ? 1 : 2)];
  }

  /** Depth of what is seen at a pixel. */
  depthAt(x, y) {
    return this.depth[Math.floor(y) * this.width + Math.floor(x)];
  }

  /** The cell at a pixel, or the point where the field lives at points; −1 outside of the surface. */
  placeAt(x, y, field) {
    const column = Math.floor(x), row = Math.floor(y);
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return -1;
    const i = row * this.width + column;
    if (this.seen[i] < 0) return -1;
    return field && field.on_points ? this.nearest(i) : this.cellOf[this.seen[i]];
  }
}
