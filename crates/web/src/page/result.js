// The answer: numbers with their change, the surface in space, curves that share its instant, warnings.

class ResultView {
  constructor(host, bench) {
    Object.assign(this, { host, bench, drawn: [], keys: "" });
    this.state = make("p", "answer-state");
    this.state.setAttribute("role", "status");
    this.numbers = make("div", "numbers");
    this.figures = make("div", "figures");
    this.warnings = make("div", "warnings");
    this.all = make("details", "fold");
    this.all.hidden = true;
    host.append(this.state, this.numbers, this.warnings, this.figures, this.all);
  }

  say(text, kind) {
    this.state.textContent = text;
    this.host.dataset.state = kind;
  }

  /** Nothing of an earlier study is left. */
  clear() {
    this.last = this.baseline = null;
    clearTimeout(this.later);
    for (const figure of this.drawn) figure.raster?.release?.();
    this.drawn = [];
    this.keys = "";
    for (const part of [this.numbers, this.figures, this.warnings, this.all]) part.replaceChildren();
    this.all.hidden = true;
  }

  /** The fields that its maps show: the others need not be sent. */
  fields() {
    return this.drawn.flatMap((figure) => (figure instanceof Viewer ? figure.shows() : []));
  }

  async show(told) {
    const begun = performance.now();
    const surfaces = await Promise.all(told.data.surfaces.map((packed) => Surface.unpack(packed, told.body)));
    this.showNumbers(told);
    this.showWarnings(told);
    const chosen = told.captions.map((caption, i) => ({ caption, spec: told.data.figures[i] })).filter(({ spec }) => spec.kind !== "maps" && spec.kind !== "table");
    chosen.sort((a, b) => (b.spec.kind === "viewer") - (a.spec.kind === "viewer"));
    const keys = JSON.stringify(chosen.map(({ caption, spec }) => [caption.title, spec.kind]));
    if (keys !== this.keys || !this.renew(chosen, surfaces)) this.draw(chosen, surfaces, told);
    this.keys = keys;
    this.last = told;
    this.host.dataset.shown = String(told.number ?? "");
    this.host.dataset.drawMilliseconds = (performance.now() - begun).toFixed(1);
  }

  /** New numbers in figures that are there; false where one does not fit. */
  renew(chosen, surfaces) {
    for (let i = 0; i < chosen.length; i++) {
      const { spec } = chosen[i], figure = this.drawn[i];
      if (figure instanceof Viewer && !figure.adopt(surfaces[spec.surface])) return false;
    }
    // Curves after the map: they are smaller news, and another slider's move may come first.
    clearTimeout(this.later);
    this.later = setTimeout(() => chosen.forEach(({ spec }, i) => this.drawn[i] instanceof Charts && this.drawn[i].renew(spec)), 30);
    return true;
  }

  draw(chosen, surfaces, told) {
    clearTimeout(this.later);
    const shown = this.drawn.map((figure) => figure.field?.name);
    for (const figure of this.drawn) figure.raster?.release?.();
    this.drawn = [];
    this.figures.replaceChildren();
    for (const { caption, spec } of chosen) {
      const tools = make("div", "figure-tools");
      const host = make("div", "plot");
      const figure = make("figure", "", make("div", "figure-head", make("h3", "", caption.title), tools), host, make("figcaption", "", caption.caption));
      figure.dataset.kind = spec.kind;
      this.figures.append(figure);
      const one = drawFigure(host, spec, surfaces, tools, slug(caption.title));
      one.svg?.setAttribute("aria-label", caption.title);
      if (one.toSvg) offer(tools, one, `${slug(told.title || "study")}-${slug(caption.title)}`, caption.title);
      if (one instanceof Viewer) {
        one.onwant = () => this.bench.ask();
        const before = one.surface.fields.findIndex((field) => !field.absent && field.name === shown[this.drawn.length]);
        if (before >= 0) one.select(before);
      }
      this.drawn.push(one);
    }
    linkTime(this.drawn);
    window.synovia.figures = this.drawn;
  }

  showNumbers({ numbers }) {
    const before = new Map((this.baseline?.numbers || []).map((one) => [one.name, one.value]));
    const card = (one) => {
      const box = make("div", "card", make("p", "card-label", one.label), make("p", "card-value", one.shown, make("span", "unit", one.unit ? ` ${one.unit}` : "")));
      box.title = one.name;
      const old = before.get(one.name);
      const change = make("p", "change");
      const ratio = (one.value - old) / Math.abs(old);
      // The last digits of a sum are no change.
      if (old !== undefined && old !== one.value && !(Math.abs(ratio) < 1e-9)) {
        change.textContent = Number.isFinite(ratio) ? `${ratio > 0 ? "▲ +" : "▼ −"}${digits(Math.abs(100 * ratio))} %` : "changed";
        change.classList.add(one.value > old ? "more" : "less");
      } else change.textContent = old === undefined ? "" : "no change";
      box.append(change);
      return box;
    };
    this.numbers.replaceChildren(...numbers.slice(0, 8).map(card));
    const rows = numbers.map((one) => make("tr", "", make("td", "", one.label), make("td", "right", `${one.shown} ${one.unit}`.trim()), make("td", "", make("code", "", one.name))));
    this.all.hidden = false;
    this.all.replaceChildren(make("summary", "", `All ${numbers.length} numbers`), make("div", "scroll", make("table", "", make("tbody", "", ...rows))));
  }

  showWarnings({ notices, cures }) {
    const one = ({ kind, word, code, count, texts, more }) => {
      const head = make("summary", "", make("strong", "", word), " ", make("code", "", code), count > 1 ? ` · ${count} times` : "", make("span", "first", ` ${texts[0]}`));
      const cure = cures?.[code] ? [make("p", "cure", make("strong", "", "What to do: "), cures[code])] : [];
      return make("details", `notice ${kind}`, head, ...[...texts, ...more].map((text) => make("p", "", text)), ...cure);
    };
    this.warnings.replaceChildren(...notices.map(one));
  }
}
