// The part that moves over a surface: shown half transparent, and how it slides where it presses.

const LONGEST = 46; // CSS pixels of the longest arrow
const APART = 24; // CSS pixels between arrows
const VEIL = 0.5; // how much of the surface a part hides

class Moving {
  constructor(surface) {
    const { label, points, triangles, motion } = surface.part;
    Object.assign(this, { surface, label, points, triangles, motion });
    this.hasShape = triangles.length > 0;
    if (this.hasShape) this.normal = cornerNormals(points, triangles).normals;
    // Sliding is told where something presses.
    this.pressing = surface.fields.find(({ name }) => name === "pressure_Pa") ?? null;
  }

  /** Another answer on the same cells: places stay chosen. */
  adopt(surface) {
    const { label, points, triangles, motion } = surface.part;
    const same = points.length === this.points.length && triangles.length === this.triangles.length;
    Object.assign(this, { surface, label, points, triangles, motion, fastest: undefined, middles: undefined });
    if (this.hasShape && !same) this.normal = cornerNormals(points, triangles).normals;
    this.pressing = surface.fields.find(({ name }) => name === "pressure_Pa") ?? null;
    return same;
  }

  /** Axes, origin, velocity and spin at a frame. */
  at(frame) {
    const part = (k) => this.motion.subarray(18 * frame + 3 * k, 18 * frame + 3 * k + 3);
    return { axes: [part(0), part(1), part(2)], origin: part(3), velocity: part(4), spin: part(5) };
  }

  /** The onlooker as the part sees him: axes, middle and section in the part's own axes. */
  eye({ axes, middle, cut }, frame) {
    const pose = this.at(frame);
    const reach = cut && cut[3] - cut[0] * pose.origin[0] - cut[1] * pose.origin[1] - cut[2] * pose.origin[2];
    return { axes: axes.map((axis) => this.inside(pose, axis)), middle: this.inside(pose, middle, pose.origin), cut: cut && [...this.inside(pose, cut), reach] };
  }

  /** A direction or, with an origin, a place of the surface's frame in the part's own axes. */
  inside({ axes }, v, origin) {
    return axes.map((axis) => axis.reduce((sum, a, k) => sum + a * (v[k] - (origin ? origin[k] : 0)), 0));
  }

  /** Velocity along the surface in m/s: v + ω × (x − o), less what is along the normal. */
  sliding(frame, x, n) {
    const { origin: o, velocity: v, spin: w } = this.at(frame);
    const arm = [x[0] - o[0], x[1] - o[1], x[2] - o[2]];
    const whole = [v[0] + w[1] * arm[2] - w[2] * arm[1], v[1] + w[2] * arm[0] - w[0] * arm[2], v[2] + w[0] * arm[1] - w[1] * arm[0]];
    const along = whole[0] * n[0] + whole[1] * n[1] + whole[2] * n[2];
    return whole.map((x, k) => x - along * n[k]);
  }

  /** Middles and normals of the places that a pressure has. */
  places(normals) {
    if (this.middles) return this.middles;
    const { surface, pressing } = this;
    const { points, connectivity, offsets } = surface;
    const count = surface.count(pressing);
    const at = new Float32Array(3 * count), normal = new Float32Array(3 * count);
    if (pressing.on_points) at.set(points), normal.set(normals);
    else {
      for (let cell = 0, from = 0; cell < count; from = offsets[cell], cell++) {
        const corners = offsets[cell] - from;
        for (let k = from; k < offsets[cell]; k++) {
          for (let axis = 0; axis < 3; axis++) {
            at[3 * cell + axis] += points[3 * connectivity[k] + axis] / corners;
            normal[3 * cell + axis] += normals[3 * connectivity[k] + axis];
          }
        }
        const length = Math.hypot(...normal.subarray(3 * cell, 3 * cell + 3)) || 1;
        for (let axis = 0; axis < 3; axis++) normal[3 * cell + axis] /= length;
      }
    }
    return (this.middles = { count, at, normal });
  }

  /** Whether a place is pressed at a frame. */
  presses(codes, place) {
    return codes[place] !== NO_VALUE && codes[place] !== this.pressing.zero;
  }

  /** Speed of the longest arrow in m/s: a round number above what the pressed places do over all frames. */
  most(normals) {
    if (this.fastest !== undefined) return this.fastest;
    const { count, at, normal } = this.places(normals);
    const stride = Math.max(1, Math.floor(count / 1500));
    let most = 0;
    for (let frame = 0; frame < this.surface.frames; frame++) {
      const codes = this.surface.codes(this.pressing, frame);
      for (let place = 0; place < count; place += stride) {
        if (!this.presses(codes, place)) continue;
        const v = this.sliding(frame, at.subarray(3 * place, 3 * place + 3), normal.subarray(3 * place, 3 * place + 3));
        most = Math.max(most, Math.hypot(...v));
      }
    }
    const ten = most > 0 ? 10 ** Math.floor(Math.log10(most)) : 1;
    return (this.fastest = most > 0 ? [1, 2, 5, 10].map((k) => k * ten).find((round) => round >= most * 0.999) : 0);
  }

  /** One place in every square of the screen, the one nearest to its middle: chosen anew when the view has changed. */
  choose(viewer, visible) {
    const key = [...viewer.axes.flat(), viewer.zoom, viewer.raster.width, viewer.raster.height, ...(viewer.cut ?? [])].join();
    if (key === this.chosenFor && this.chosen) return this.chosen;
    const { count, at } = this.places(viewer.normal);
    const side = APART * viewer.density;
    const squares = new Map();
    for (let place = 0; place < count; place++) {
      const p = viewer.project(at[3 * place], at[3 * place + 1], at[3 * place + 2]);
      const column = Math.floor(p[0] / side), row = Math.floor(p[1] / side);
      const away = Math.hypot(p[0] - (column + 0.5) * side, p[1] - (row + 0.5) * side);
      const known = squares.get(1000 * row + column);
      if ((!known || away < known.away) && visible(p)) squares.set(1000 * row + column, { place, away });
    }
    this.chosenFor = key;
    return (this.chosen = [...squares.values()].map(({ place }) => place));
  }

  /** Arrows of sliding where the surface is pressed, and how fast the longest would be; says how many. */
  drawArrows(context, viewer, visible) {
    // Its pressure is on its way.
    if (this.pressing.absent) return 0;
    const { frame, density, axes } = viewer;
    const most = this.most(viewer.normal);
    const { at, normal } = this.places(viewer.normal);
    const codes = this.surface.codes(this.pressing, frame);
    let shown = this.choose(viewer, visible).filter((place) => this.presses(codes, place));
    if (!shown.length) {
      // A patch smaller than a square: its greatest pressure.
      let best = -1;
      for (let place = 0; place < codes.length; place++) if (this.presses(codes, place) && (best < 0 || codes[place] > codes[best])) best = place;
      shown = best < 0 ? [] : [best];
    }
    if (!(most > 0)) shown = [];
    const long = (LONGEST * density) / (most || 1);
    for (const place of shown) {
      const x = at.subarray(3 * place, 3 * place + 3);
      const v = this.sliding(frame, x, normal.subarray(3 * place, 3 * place + 3));
      const along = (axis) => long * (v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2]);
      arrow(context, viewer.project(x[0], x[1], x[2]), [along(axes[0]), -along(axes[1])], density);
    }
    if (most > 0) this.drawKey(context, viewer, most);
    return shown.length;
  }

  drawKey(context, viewer, most) {
    const { density, raster } = viewer;
    const text = `${digits(1000 * most)} mm/s`;
    const y = raster.height - 16 * density;
    const right = raster.width - 10 * density;
    context.font = `${12.5 * density}px ${themed("--sans")}`;
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.fillStyle = themed("--ink");
    context.fillText(text, right, y);
    arrow(context, [right - context.measureText(text).width - (LONGEST + 8) * density, y], [LONGEST * density, 0], density);
  }

  /** What a pointer reads beside the value: the speed of sliding where the surface is pressed. */
  read(viewer, place) {
    if (this.pressing.absent || viewer.field.on_points !== this.pressing.on_points || !this.presses(this.surface.codes(this.pressing, viewer.frame), place)) return "";
    const { at, normal } = this.places(viewer.normal);
    const v = this.sliding(viewer.frame, at.subarray(3 * place, 3 * place + 3), normal.subarray(3 * place, 3 * place + 3));
    return ` · slides at ${digits(Number((1000 * Math.hypot(...v)).toPrecision(3)))} mm/s`;
  }

  /** The part on the plain canvas: its nearest layer, where the surface is not in front of it. */
  drawVeil(context, viewer, width, height) {
    const { raster } = viewer;
    this.raster ??= new Raster(this.triangles, Uint32Array.from({ length: this.triangles.length / 3 }, (_, i) => i));
    this.raster.resize(raster.width, raster.height);
    const { axes: eye, middle, cut } = this.eye(viewer, viewer.frame);
    const count = this.points.length / 3;
    const place = new Float32Array(3 * count), light = new Float32Array(count), beyond = cut && new Float32Array(count);
    for (let i = 0, k = 0; i < count; i++, k += 3) {
      const x = this.points[k] - middle[0], y = this.points[k + 1] - middle[1], z = this.points[k + 2] - middle[2];
      const along = (axis) => x * axis[0] + y * axis[1] + z * axis[2];
      place[k] = viewer.shift[0] + viewer.scale * along(eye[0]);
      place[k + 1] = viewer.shift[1] - viewer.scale * along(eye[1]);
      place[k + 2] = viewer.scale * along(eye[2]);
      const n = eye.map((axis) => this.normal[k] * axis[0] + this.normal[k + 1] * axis[1] + this.normal[k + 2] * axis[2]);
      light[i] = lightOf(...n);
      if (cut) beyond[i] = cut[0] * this.points[k] + cut[1] * this.points[k + 1] + cut[2] * this.points[k + 2] - cut[3];
    }
    this.raster.cover(place, light, 0, beyond);
    this.raster.veil(raster.depth);
    context.drawImage(this.raster.canvas, 0, 0, width, height);
  }
}

/** A lamp over the left shoulder of the onlooker; a sheet seen from behind is lit on that side. */
function lightOf(nx, ny, nz) {
  return 0.25 + 0.75 * Math.max(0, (nz < 0 ? -1 : 1) * (-0.35 * nx + 0.45 * ny + 0.82 * nz));
}

/** Unit normals at the corners of triangles, and how they lie towards a direction as a whole. */
function cornerNormals(points, triangles, toward = [0, 0, 0]) {
  const normals = new Float32Array(points.length);
  let facing = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
    const ux = points[b] - points[a], uy = points[b + 1] - points[a + 1], uz = points[b + 2] - points[a + 2];
    const vx = points[c] - points[a], vy = points[c + 1] - points[a + 1], vz = points[c + 2] - points[a + 2];
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    facing += nx * toward[0] + ny * toward[1] + nz * toward[2];
    for (const p of [a, b, c]) (normals[p] += nx), (normals[p + 1] += ny), (normals[p + 2] += nz);
  }
  const sign = facing < 0 ? -1 : 1;
  for (let i = 0; i < normals.length; i += 3) {
    const length = sign * (Math.hypot(normals[i], normals[i + 1], normals[i + 2]) || 1);
    for (let k = 0; k < 3; k++) normals[i + k] /= length;
  }
  return { normals, sign };
}

/** An arrow with a light edge, from a place by a way; a dot where it is too short to have a direction. */
function arrow(context, [x, y], [dx, dy], density) {
  const length = Math.hypot(dx, dy);
  const head = Math.min(5.5 * density, 0.5 * length);
  for (const [colour, width] of [["rgba(255, 255, 255, 0.85)", 3.6], ["#18212c", 1.5]]) {
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = width * density;
    context.lineCap = context.lineJoin = "round";
    context.beginPath();
    if (length < 3 * density) {
      context.arc(x, y, 0.7 * width * density, 0, 7);
      context.fill();
      continue;
    }
    const [ux, uy] = [dx / length, dy / length];
    context.moveTo(x, y);
    context.lineTo(x + dx, y + dy);
    context.moveTo(x + dx - head * (ux - 0.6 * uy), y + dy - head * (uy + 0.6 * ux));
    context.lineTo(x + dx, y + dy);
    context.lineTo(x + dx - head * (ux + 0.6 * uy), y + dy - head * (uy - 0.6 * ux));
    context.stroke();
  }
}
