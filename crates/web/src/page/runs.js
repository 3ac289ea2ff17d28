// Runs in the background: progress, time left, stop, and what became of them.

class RunsPanel {
  constructor(bench) {
    this.bench = bench;
    this.host = document.getElementById("runs");
    this.toggle = document.getElementById("queue");
    this.toggle.addEventListener("click", () => this.open(this.host.hidden));
    this.host.addEventListener("keydown", (event) => event.key === "Escape" && (this.open(false), this.toggle.focus()));
    this.known = new Map();
    this.turn = 0;
    // A row that is drawn anew between press and release would swallow the click.
    this.host.addEventListener("pointerdown", () => (this.held = true));
    for (const over of ["pointerup", "pointercancel"]) addEventListener(over, () => (this.held = false));
    this.poll();
  }

  open(shown) {
    this.host.hidden = !shown;
    this.toggle.setAttribute("aria-expanded", String(shown));
  }

  async poll() {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    let active = false;
    try {
      const { jobs } = await talk.json("/api/state");
      // Whoever asked later knows more.
      if (turn !== this.turn) return;
      active = jobs.some(({ fate }) => fate === "running" || fate === "waiting");
      this.show(jobs);
    } catch {
      // The banner says it; this goes on asking.
      active = true;
    }
    if (turn !== this.turn) return;
    this.timer = setTimeout(() => this.poll(), active ? 600 : 4000);
  }

  show(jobs) {
    const active = jobs.filter(({ fate }) => fate === "running" || fate === "waiting").length;
    this.toggle.textContent = active ? `Runs · ${active}` : "Runs";
    this.toggle.classList.toggle("busy", active > 0);
    for (const job of jobs) {
      const before = this.known.get(job.id);
      if (before && before !== job.fate && ["done", "failed"].includes(job.fate)) {
        if (job.fate === "done") toast(`${job.target} is finished.`);
        else toast(`${job.name}: ${job.error}`, true);
        if (!this.bench.shelf.host.hidden) this.bench.shelf.load();
      }
      this.known.set(job.id, job.fate);
    }
    if (this.held) return;
    if (!jobs.length) {
      this.host.replaceChildren(make("h2", "", "Runs"), make("p", "small", "Nothing runs. “Run and keep” writes a result with its report into the folder results."));
      return;
    }
    const focused = document.activeElement?.dataset?.key;
    this.host.replaceChildren(make("h2", "", "Runs"), ...jobs.map((job) => this.row(job)));
    if (focused) this.host.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  row(job) {
    const words = { waiting: "waiting", running: job.stage || "running", done: `done in ${seconds(job.seconds)}`, stopped: job.many ? "stopped; finished runs are kept" : job.kept ? "stopped; what was computed is kept" : "stopped", failed: job.done > 0 ? `failed at ${Math.round(100 * job.done)} % of ${job.stage}` : "failed" };
    const box = make("div", `job ${job.fate}`, make("strong", "", job.target.replace(/^results\//, "")), make("span", "small", ` ${words[job.fate]}`));
    if (job.fate === "running") {
      const bar = make("progress");
      bar.max = 1;
      bar.value = job.done;
      bar.setAttribute("aria-label", `Progress of ${job.name}`);
      const left = job.left === null ? "" : `, about ${seconds(job.left)} left`;
      box.append(bar, make("span", "small", `${Math.round(100 * job.done)} %${left}`));
    }
    const act = (text, title, action) => {
      const one = button(text, title, action);
      one.dataset.key = `${job.id}-${text}`;
      box.append(one);
    };
    if (job.fate === "running" || job.fate === "waiting") act("Stop", `Stop ${job.name}`, () => tried(async () => (await talk.json("/api/stop", { id: job.id }), this.poll())));
    if (job.many && job.fate !== "waiting") act("Watch", `Charts of ${job.target}`, () => this.bench.many.watch(job.target));
    if (job.fate === "done") act("Show", `Report of ${job.target}`, () => showPage(job.target, job.target));
    if (job.part) act("Show what there is", `What ${job.target} had computed until it failed`, () => showPage(job.part, job.part));
    if (job.fate === "stopped" || job.fate === "failed") {
      const again = () => tried(async () => (await talk.json("/api/again", { id: job.id }), this.poll()));
      if (job.many || job.kept) act("Go on", `Go on with ${job.target}`, again);
      else act("Again", `Run ${job.target} again`, again);
    }
    if (job.error) box.append(make("p", "error", job.error));
    return box;
  }
}

/** A time as a person says it. */
function seconds(time) {
  if (time < 1) return "less than a second";
  if (time < 90) return `${Math.round(time)} s`;
  if (time < 5400) return `${Math.round(time / 60)} min`;
  return `${(time / 3600).toFixed(1)} h`;
}
