// Small flat maps side by side: one field, chosen instants, one colour scale.

const MARGIN = 17; // room for the compass around a map, in CSS pixels

/** Draws a path through `at(i)` (null where there is no point) with a halo, and a dot at `now`. */
function drawTrack(context, count, at, now, size) {
  context.beginPath();
  let pen = false;
  for (let i = 0; i < count; i++) {
    const p = at(i);
    if (!p) pen = false;
    else if (pen) context.lineTo(p[0], p[1]);
    else context.moveTo(p[0], p[1]), (pen = true);
  }
  context.lineJoin = context.lineCap = "round";
  // Thin and half transparent: what lies below it is the result.
  context.strokeStyle = "rgba(15, 22, 32, 0.45)";
  context.lineWidth = 1.8 * size;
  context.stroke();
  context.strokeStyle = "rgba(255, 255, 255, 0.8)";
  context.lineWidth = 0.8 * size;
  context.stroke();
  const dot = now < count ? at(now) : null;
  if (!dot) return;
  context.beginPath();
  // A ring: the peak is often under it.
  context.arc(dot[0], dot[1], 3.8 * size, 0, 7);
  context.strokeStyle = "#ffffff";
  context.lineWidth = 3 * size;
  context.stroke();
  context.strokeStyle = "#e5322d";
  context.lineWidth = 1.6 * size;
  context.stroke();
}

class Maps {
  constructor(host, surface, field, frames) {
    host.classList.add("mapped");
    Object.assign(this, { host, surface, field, frames });
    this.raster = new Raster(surface.triangles, surface.cellOf);
    const grid = make("div", frames.length === 1 ? "maps one" : "maps");
    this.tip = make("div", "tip");
    this.tip.hidden = true;
    this.maps = frames.map((frame) => {
      const canvas = make("canvas");
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `${field.label} at ${surface.instants[frame] || "the only instant"}`);
      const box = make("div", "map", canvas, make("p", "", surface.instants[frame] || ""));
      canvas.addEventListener("pointermove", (event) => this.read(event, box, canvas, frame));
      canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
      grid.append(box);
      return { canvas, frame };
    });
    host.append(grid, colourBar(field, "lying"));
    this.draw();
    new ResizeObserver(() => this.draw()).observe(grid);
  }

  draw() {
    const { surface, raster, field } = this;
    const size = this.maps.length ? this.maps[0].canvas.clientWidth : 0;
    if (!size) return;
    const density = FINE;
    const inner = Math.max(20, size - 2 * MARGIN);
    const pixels = Math.round(inner * density);
    if (pixels !== raster.width) {
      raster.resize(pixels, pixels);
      const scale = pixels / 2 / surface.reach;
      const place = new Float32Array(surface.points.length);
      for (let i = 0; i < place.length / 3; i++) {
        place[3 * i] = pixels / 2 + scale * surface.flat[2 * i];
        place[3 * i + 1] = pixels / 2 - scale * surface.flat[2 * i + 1];
      }
      raster.cover(place, null, 0);
    }
    const scale = inner / 2 / surface.reach;
    const put = (flat, i) => {
      const x = flat[2 * i], y = flat[2 * i + 1];
      return Number.isNaN(x + y) ? null : [size / 2 + scale * x, size / 2 - scale * y];
    };
    for (const { canvas, frame } of this.maps) {
      canvas.width = canvas.height = Math.round(size * density);
      const context = canvas.getContext("2d");
      context.scale(density, density);
      canvas.dataset.checksum = raster.paint(surface, field, frame, true);
      context.drawImage(raster.canvas, MARGIN, MARGIN, inner, inner);
      context.beginPath();
      for (let i = 0; i < surface.rim.length; i += 2) {
        const a = put(surface.flat, surface.rim[i]), b = put(surface.flat, surface.rim[i + 1]);
        context.moveTo(...a);
        context.lineTo(...b);
      }
      context.strokeStyle = themed("--soft");
      context.lineWidth = 1;
      context.stroke();
      for (const { flat } of surface.tracks) {
        drawTrack(context, flat.length / 2, (i) => put(flat, i), frame, size > 300 ? 1.2 : 0.9);
      }
      this.compass(context, size);
    }
  }

  compass(context, size) {
    const [left, right, bottom, top] = this.surface.compass;
    context.fillStyle = themed("--soft");
    context.font = `10.5px ${themed("--sans")}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const write = (text, x, y, turn) => {
      context.save();
      context.translate(x, y);
      context.rotate(turn);
      context.fillText(text, 0, 0);
      context.restore();
    };
    const edge = MARGIN / 2 - 1;
    write(left, edge, size / 2, -Math.PI / 2);
    write(right, size - edge, size / 2, Math.PI / 2);
    write(bottom, size / 2, size - edge, 0);
    write(top, size / 2, edge, 0);
  }

  anew() {
    this.draw();
  }

  /** All maps with their instants and the colour bar. */
  toSvg() {
    this.draw();
    const size = this.maps[0].canvas.clientWidth;
    const columns = Math.max(1, Math.min(this.maps.length, Math.floor(900 / size)));
    const rows = Math.ceil(this.maps.length / columns);
    const svg = draw("svg", { class: "drawing" });
    this.maps.forEach(({ canvas, frame }, i) => {
      const [x, y] = [(i % columns) * size, Math.floor(i / columns) * (size + 24)];
      svg.append(draw("image", { x, y, width: size, height: size, href: canvas.toDataURL("image/png") }));
      const instant = this.surface.instants[frame];
      if (instant) svg.append(draw("text", { class: "tick", x: x + size / 2, y: y + size + 14, "text-anchor": "middle", "font-size": SMALL }, instant));
    });
    const high = Math.min(360, rows * (size + 24) - 40);
    svg.append(colourBarSvg(this.field, columns * size + 16, 14, high));
    return { svg, width: columns * size + 160, height: rows * (size + 24) + 6 };
  }

  read(event, box, canvas, frame) {
    const factor = this.raster.width / (canvas.clientWidth - 2 * MARGIN);
    const place = this.raster.placeAt((event.offsetX - MARGIN) * factor, (event.offsetY - MARGIN) * factor, this.field);
    this.tip.hidden = place < 0;
    if (place < 0) return;
    this.tip.textContent = readable(this.surface.value(this.field, frame, place), this.field.unit);
    this.tip.style.left = `${event.offsetX}px`;
    this.tip.style.top = `${event.offsetY}px`;
    box.append(this.tip);
  }
}
