// What lies over the surface in space: rim, tracks, the place that was picked, the ball of a socket, arrows, the compass.

/** Rim, tracks and compass, hidden where the surface is in front of them. */
function drawOverlay(context, viewer) {
  const { raster, surface } = viewer;
  const slack = 0.03 * viewer.size * viewer.scale;
  const visible = (p) => {
    const x = Math.floor(p[0]), y = Math.floor(p[1]);
    if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) return true;
    return p[2] + slack >= raster.depthAt(x, y);
  };
  const at = (points, i) => viewer.project(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  context.beginPath();
  for (let i = 0; i < surface.rim.length; i += 2) {
    const a = at(surface.points, surface.rim[i]), b = at(surface.points, surface.rim[i + 1]);
    if (!visible(a) || !visible(b)) continue;
    context.moveTo(a[0], a[1]);
    context.lineTo(b[0], b[1]);
  }
  context.strokeStyle = themed("--soft");
  context.lineWidth = 1.2 * viewer.density;
  context.stroke();
  for (const { points } of surface.tracks) {
    const shown = (i) => {
      const p = at(points, i);
      return Number.isNaN(p[0] + p[1]) || !visible(p) ? null : p;
    };
    drawTrack(context, points.length / 3, shown, viewer.frame, 1.35 * viewer.density);
  }
  if (viewer.picked >= 0 && viewer.field) drawRing(context, viewer, viewer.project(...viewer.placeOf(viewer.picked)));
  if (viewer.ball && !viewer.moving?.hasShape) drawBall(context, viewer);
  viewer.box.dataset.arrows = String(viewer.arrows ? viewer.moving.drawArrows(context, viewer, visible) : 0);
  drawCompass(context, viewer, visible);
}

/** A ring around the place that was picked. */
function drawRing(context, viewer, [x, y]) {
  for (const [colour, width] of [["#ffffff", 4], ["#18212c", 1.8]]) {
    context.beginPath();
    context.arc(x, y, 6.5 * viewer.density, 0, 7);
    context.strokeStyle = colour;
    context.lineWidth = width * viewer.density;
    context.stroke();
  }
}

/** The ball of a round socket, half transparent; behind the socket where that is seen from outside. */
function drawBall(context, viewer) {
  const { centre, radius, toward } = viewer.surface;
  const [x, y] = viewer.project(...centre);
  const size = radius * viewer.scale;
  const shade = context.createRadialGradient(x - 0.35 * size, y - 0.45 * size, 0.1 * size, x, y, size);
  shade.addColorStop(0, "rgba(255, 255, 255, 0.5)");
  shade.addColorStop(0.55, "rgba(160, 174, 190, 0.38)");
  shade.addColorStop(1, "rgba(60, 72, 88, 0.5)");
  context.save();
  const facing = toward.reduce((sum, t, k) => sum + t * viewer.axes[2][k], 0);
  if (facing < 0) context.globalCompositeOperation = "destination-over";
  context.beginPath();
  context.arc(x, y, size, 0, 7);
  context.fillStyle = shade;
  context.fill();
  context.restore();
}

/** What lies at the ends of the axes of the first view, outside of the rim. */
function drawCompass(context, viewer, visible) {
  const { right, up, compass } = viewer.surface;
  context.font = `${13 * viewer.density}px ${themed("--sans")}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = themed("--ink");
  context.strokeStyle = themed("--card");
  context.lineWidth = 4 * viewer.density;
  context.lineJoin = "round";
  const hub = viewer.project(...viewer.compassAt);
  const [across, along] = viewer.reach;
  [[right, -across], [right, across], [up, -along], [up, along]].forEach(([axis, reach], i) => {
    const p = viewer.project(...viewer.compassAt.map((m, k) => m + reach * axis[k]));
    if (!visible(p)) return;
    // Words stand outside the rim, pushed away from the middle by their own size, but inside the picture.
    const dx = p[0] - hub[0], dy = p[1] - hub[1];
    const length = Math.hypot(dx, dy) || 1;
    const wide = context.measureText(compass[i]).width / 2;
    const inside = (x, room, end) => Math.min(Math.max(x, room), end - room);
    const x = inside(p[0] + (dx / length) * (wide + 10 * viewer.density), wide, viewer.raster.width);
    const y = inside(p[1] + (dy / length) * 15 * viewer.density, 8 * viewer.density, viewer.raster.height);
    context.strokeText(compass[i], x, y);
    context.fillText(compass[i], x, y);
  });
}
