// One figure into its place, on a report's page or on the workbench.

/** Draws one figure into its place. */
function drawFigure(host, figure, surfaces, tools, name, low) {
  const surface = surfaces[figure.surface];
  switch (figure.kind) {
    case "charts": return new Charts(host, figure, tools, low);
    case "bars": return new Bars(host, figure);
    case "parallel": return new Parallel(host, figure);
    case "heat": return new Heat(host, figure);
    case "finished": return new Finished(host, figure);
    case "table": return new RunTable(host, figure, tools, name);
    case "maps": return new Maps(host, surface, surface.fields[figure.field], figure.frames);
    default: return new Viewer(host, surface);
  }
}

/** Charts over time and maps share one instant: whoever is moved tells the others. */
function linkTime(drawn) {
  const viewers = drawn.filter((figure) => figure instanceof Viewer && figure.surface.frames > 1);
  const charts = drawn.filter((figure) => figure instanceof Charts);
  if (!viewers.length) return;
  const { times } = viewers[0].surface;
  if (!times?.length) return;
  const nearest = (time) => times.reduce((best, t, i) => (Math.abs(t - time) < Math.abs(times[best] - time) ? i : best), 0);
  const tell = (frame) => charts.forEach((chart) => chart.point(times[frame]));
  for (const viewer of viewers) {
    viewer.onshow = (frame) => {
      tell(frame);
      for (const other of viewers) if (other !== viewer && other.surface.frames === viewer.surface.frames && other.frame !== frame) other.show(frame);
    };
  }
  for (const chart of charts) {
    chart.onread = (time) => {
      const frame = nearest(time);
      for (const viewer of viewers) if (viewer.frame !== frame && !viewer.playing) viewer.show(frame);
    };
  }
  tell(viewers[0].frame);
}
