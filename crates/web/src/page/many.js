// A study of many while it runs: the figures of its end, of the runs that have ended.

class ManyView {
  constructor(bench) {
    this.bench = bench;
  }

  watch(path) {
    this.close();
    this.path = path;
    const dialog = make("dialog", "sheet many-sheet");
    dialog.setAttribute("aria-label", path);
    this.status = make("p", "small");
    this.status.setAttribute("role", "status");
    this.body = make("div", "many-figures");
    this.bar = make("progress");
    this.bar.setAttribute("aria-label", "Runs that have ended");
    dialog.append(make("div", "sheet-head", make("strong", "", path.replace(/^results\//, "")), this.bar, this.status, button("Close", "Close the charts", () => dialog.close())), this.body);
    dialog.addEventListener("close", () => (dialog.remove(), this.dialog === dialog && this.close()));
    document.body.append(dialog);
    dialog.showModal();
    this.dialog = dialog;
    this.finished = -1;
    this.load();
  }

  close() {
    clearTimeout(this.timer);
    const { dialog } = this;
    this.dialog = null;
    if (dialog?.open) dialog.close();
  }

  async load() {
    const { dialog, path } = this;
    if (!dialog) return;
    let over = false;
    try {
      const answer = await talk.ask(`/api/many?path=${encodeURIComponent(path)}`);
      const told = await unpackLive(answer);
      if (dialog !== this.dialog) return;
      if (answer.ok) {
        over = told.planned !== null && told.finished >= told.planned;
        this.show(told);
      } else this.status.textContent = told.error || "not begun yet";
    } catch (error) {
      if (dialog === this.dialog && !(error instanceof Gone)) this.status.textContent = error.message;
    }
    if (dialog === this.dialog && !over) this.timer = setTimeout(() => this.load(), 1500);
  }

  show(told) {
    this.bar.max = told.planned ?? Math.max(1, told.finished);
    this.bar.value = told.finished;
    this.status.textContent = `${told.finished} of ${told.planned ?? "?"} runs · click a run to open it`;
    this.told = told;
    this.dialog.dataset.finished = String(told.finished);
    if (told.finished === this.finished) return;
    this.finished = told.finished;
    // What is looked at stays where it is.
    const top = this.body.scrollTop;
    const brushes = this.drawn?.map((figure) => figure.brushes);
    this.body.replaceChildren();
    this.drawn = told.captions.map((caption, i) => {
      const spec = told.data.figures[i];
      const host = make("div", "plot");
      const tools = make("div", "figure-tools");
      this.body.append(make("figure", "", make("div", "figure-head", make("h3", "", caption.title), tools), host, make("figcaption", "", caption.caption)));
      const one = drawFigure(host, spec, [], tools, slug(caption.title));
      if (one.toSvg) offer(tools, one, slug(caption.title), caption.title);
      if (one instanceof Parallel) {
        if (brushes?.[i]?.size) one.brush(brushes[i]);
        one.svg.addEventListener("click", () => one.run !== undefined && this.open(one.run));
      }
      if (one instanceof RunTable) one.onchoose = (row) => this.open(one.spec.columns[0].values[row]);
      return one;
    });
    this.body.scrollTop = top;
  }

  /** One run as a study of its own, with its maps. */
  open(run) {
    const row = this.told.rows.find((one) => one.run === run);
    if (!row) return toast(`Run ${run} is not among the first ${this.told.rows.length}.`);
    const text = new StudyText(this.told.study);
    text.removeAll(["vary"]);
    text.removeAll(["runs"]);
    this.told.inputs.forEach((input, i) => {
      const value = row.inputs[i];
      const kind = Object.values(this.bench.units).filter(({ suffix }) => input.name.endsWith(suffix)).sort((a, b) => b.suffix.length - a.suffix.length)[0];
      const si = kind && Object.entries(kind.units).find(([, factor]) => factor === 1)?.[0];
      text.set(input.path.split("."), typeof value === "string" ? value : si ? `${tidy(value, 15)} ${si}` : value);
    });
    this.close();
    this.bench.load(text.toString(), `run-${run}.toml`, null);
    toast(row.error ? `Run ${run} failed: ${row.error}` : `Run ${run} is open as a study of its own.`, Boolean(row.error));
  }
}
