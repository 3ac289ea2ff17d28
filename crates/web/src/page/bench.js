// The workbench: a study as form and as text, its answer, the shelf and the runs.

class Bench {
  async begin() {
    talk.begin();
    this.page = crypto.randomUUID();
    this.number = 0;
    this.name = "study.toml";
    this.known = null; // hash of the file as this page knows it
    this.saved = "";
    this.undone = [];
    this.done = [];
    this.tabs();
    const told = await talk.json("/api/start");
    Object.assign(this, { schema: new Schema(told.schema, told.units, told.catalogue), units: told.units, joints: told.joints, templates: told.templates, studies: told.studies });
    document.getElementById("folder").textContent = told.folder;
    document.getElementById("folder").title = `Synovia ${told.version}`;
    this.buildStart();
    this.buildStudy();
    this.shelf = new Shelf(this);
    this.many = new ManyView(this);
    this.runs = new RunsPanel(this);
    talk.onback.push(() => this.ask());
    addEventListener("beforeunload", (event) => this.isDirty() && event.preventDefault());
    addEventListener("keydown", (event) => this.key(event));
    const anew = () => this.result.drawn.forEach((figure) => figure.anew?.());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", anew);
  }

  tabs() {
    const tabs = [...document.querySelectorAll("[role=tab]")];
    tabs.forEach((tab, i) => {
      tab.addEventListener("click", () => this.go(tab.id.slice(4)));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(i + step + tabs.length) % tabs.length];
        next.focus();
        next.click();
      });
    });
  }

  go(name) {
    for (const tab of document.querySelectorAll("[role=tab]")) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !on;
    }
    if (name === "shelf" && this.shelf) this.shelf.load();
    if (name === "start") this.refresh();
  }

  buildStart() {
    const host = document.getElementById("view-start");
    const cards = make("div", "templates");
    for (const { kind, about, joint, many } of this.templates) {
      const card = make("button", "template", pictogram(joint, many), make("strong", "", kind), make("span", "", about));
      card.type = "button";
      card.addEventListener("click", () => tried(async () => {
        const { text, file, written } = await talk.json(`/api/template?kind=${encodeURIComponent(kind)}`);
        this.load(text, file, null);
        if (written.length) toast(`This study reads ${written.join(", ")}, written beside it.`);
      }));
      cards.append(card);
    }
    this.list = make("ul", "studies");
    host.append(make("h1", "", "What would you like to look into?"), make("p", "subtitle", "Choose a study to begin with; every value can be changed afterwards, and answers come while you move a slider."), make("h2", "", "Studies of this folder"), this.list, make("h2", "", "Templates"), cards);
    this.listStudies();
  }

  async refresh() {
    const told = await tried(() => talk.json("/api/shelf"));
    if (told) this.studies = told.studies;
    this.listStudies();
  }

  listStudies() {
    const item = (path) => make("li", "", Object.assign(button(path, `Open ${path}`, () => this.openFile(path)), { className: "link" }));
    this.list.replaceChildren(...(this.studies.length ? this.studies.map(item) : [make("li", "small", "None yet. A template becomes one when you save it.")]));
  }

  buildStudy() {
    const host = document.getElementById("view-study");
    this.title = make("h2", "study-name");
    const tool = (text, title, action, kind) => {
      const one = button(text, title, action);
      if (kind) one.classList.add(kind);
      return one;
    };
    this.undoButton = tool("Undo", "Undo the last change (Ctrl+Z)", () => this.undo());
    this.redoButton = tool("Redo", "Do it again (Ctrl+Shift+Z)", () => this.redo());
    this.runButton = tool("Run and keep", "Run in the background and keep the result (Ctrl+Enter)", () => this.run(), "primary");
    const tools = make("div", "study-tools", this.title, this.undoButton, this.redoButton, tool("Save", "Save the study (Ctrl+S)", () => this.save()), tool("Save as…", "Save under another name", () => this.saveAs()), this.runButton);
    this.formHost = make("div", "form");
    this.area = make("textarea", "text");
    this.area.spellcheck = false;
    this.area.setAttribute("aria-label", "Text of the study");
    this.area.addEventListener("input", () => this.typed());
    this.problems = make("div", "problems");
    this.problems.setAttribute("role", "status");
    const asForm = tool("Form", "The study as a form", () => this.side("form"));
    const asText = tool("Text", "The study as text", () => this.side("text"));
    this.sides = { form: [asForm, this.formHost], text: [asText, this.area] };
    const left = make("div", "left", make("div", "sides", asForm, asText), this.problems, this.formHost, this.area);
    const right = make("div", "right");
    host.append(tools, make("div", "split", left, right));
    this.side("form");
    this.form = new Form(this.formHost, this);
    this.result = new ResultView(right, this);
    this.result.say("Open a study to see its answer.", "empty");
    this.text = new StudyText("");
    this.showTools();
  }

  side(name) {
    for (const [key, [press, part]] of Object.entries(this.sides)) {
      part.hidden = key !== name;
      press.setAttribute("aria-pressed", String(key === name));
    }
    // Beside the text all mistakes are listed, above the form those that belong to no field.
    this.form?.showErrors();
  }

  /** Another study: nothing of the one before stays. */
  load(text, name, known) {
    if (this.isDirty() && !confirm("The present study has changes that are not saved. Leave them?")) return;
    Object.assign(this, { name, known, saved: known ? text : "", done: [], undone: [], slow: null });
    // What is on its way is about the study before.
    Object.assign(this, { shown: this.number + 1, asking: false, waits: false });
    this.text = new StudyText(text);
    this.area.value = text;
    this.form.written = this.form.resolved = undefined;
    this.form.shape = "";
    this.result.clear();
    this.result.say("Computing…", "waiting");
    this.go("study");
    this.showTools();
    // What is on its way is about the study before.
    this.shown = this.number + 1;
    this.asking = false;
    this.ask();
  }

  async openFile(path) {
    await tried(async () => {
      const { text, hash } = await talk.json(`/api/study?path=${encodeURIComponent(path)}`);
      this.load(text, path, hash);
    });
  }

  async openCopy(path, name) {
    await tried(async () => {
      const { text } = await talk.json(`/api/study?path=${encodeURIComponent(path)}`);
      this.load(text, `${name}-copy.toml`, null);
    });
  }

  isDirty() {
    return Boolean(this.text) && this.done.length > 0 && this.text.toString() !== this.saved;
  }

  showTools() {
    this.title.textContent = this.name;
    this.title.classList.toggle("dirty", this.isDirty() || !this.known);
    this.title.title = this.isDirty() || !this.known ? "not saved" : "saved";
    this.undoButton.disabled = !this.done.length;
    this.redoButton.disabled = !this.undone.length;
    document.title = `${this.isDirty() ? "• " : ""}${this.name} – Synovia`;
  }

  /** Remembers the text before a change; moves of one slider are one change. */
  remember(what) {
    const now = performance.now();
    const same = what && what === this.changed?.what && now - this.changed.at < 1200;
    if (!same) {
      this.done.push(this.text.toString());
      if (this.done.length > 300) this.done.shift();
      // What the numbers are compared with: the answer before this change.
      if (this.result.last) this.result.baseline = this.result.last;
    }
    this.changed = { what, at: now };
    this.undone = [];
  }

  /** A change by the form. */
  edit(what, change) {
    const before = this.text.toString();
    const changed = new StudyText(before);
    const done = change(changed);
    if (changed.toString() === before) return done;
    this.remember(what);
    this.text = changed;
    this.area.value = changed.toString();
    this.showTools();
    this.ask();
    return done;
  }

  /** A change by hand. */
  typed() {
    this.remember("text");
    this.text = new StudyText(this.area.value);
    this.showTools();
    this.ask();
  }

  restore(from, to) {
    if (!from.length) return;
    to.push(this.text.toString());
    const text = from.pop();
    if (this.result.last) this.result.baseline = this.result.last;
    this.text = new StudyText(text);
    this.area.value = text;
    this.changed = null;
    this.showTools();
    this.ask();
  }

  undo() {
    this.restore(this.done, this.undone);
  }

  redo() {
    this.restore(this.undone, this.done);
  }

  key(event) {
    const command = event.ctrlKey || event.metaKey;
    const typing = event.target.matches?.("textarea, input[type=text], input[type=search]");
    if (command && event.key === "s") event.preventDefault(), this.save();
    else if (command && event.key === "Enter") event.preventDefault(), this.run();
    else if (command && event.key.toLowerCase() === "z" && !typing) event.preventDefault(), event.shiftKey ? this.redo() : this.undo();
  }

  /** What is slow is not asked for at every move: what the study computes and how, without its numbers. */
  manner() {
    return JSON.stringify(this.text.tables.map(({ path }) => path));
  }

  /** Asks for an answer; while one is on its way only the latest question waits. */
  async ask() {
    if (!this.text?.toString().trim()) return;
    if (this.asking && performance.now() - this.askedAt < 400) {
      this.waits = true;
      return;
    }
    this.waits = false;
    this.asking = true;
    this.askedAt = performance.now();
    const number = ++this.number;
    // A machine that was busy may be idle now: what was slow is tried again after a while.
    const live = this.slow !== this.manner() || performance.now() - this.slowAt > 15000;
    const begun = this.askedAt;
    const patience = setTimeout(() => number === this.number && this.result.say("Computing…", "waiting"), 250);
    try {
      const answer = await talk.ask("/api/answer", { page: this.page, number, name: this.name, text: this.text.toString(), live, fields: this.result.fields() });
      const told = await unpackLive(answer);
      if (told.outdated) return;
      if (number < (this.shown ?? 0) || !answer.ok) {
        if (!answer.ok) toast(told.error, true);
        return;
      }
      this.shown = number;
      await this.take(told, begun, live);
    } catch (error) {
      if (!(error instanceof Gone)) toast(error.message, true), window.synovia.errors.push(String(error.stack || error));
    } finally {
      clearTimeout(patience);
      if (number === this.number) {
        this.asking = false;
        if (this.waits) this.ask();
      }
    }
  }

  async take(told, begun, live) {
    const answered = !told.errors.length && !told.slow;
    // The picture first: it is what a slider's hand looks at.
    if (answered) await this.result.show(told);
    this.form.show(told);
    this.outline = told.many ? told.many.outline : told.outline;
    this.runButton.textContent = told.many ? `Run ${told.many.runs ?? "many"}` : "Run and keep";
    this.runButton.disabled = told.errors.length > 0;
    if (told.errors.length) {
      const stays = this.result.last ? "; the last answer stays until they are gone." : ": its answer comes when they are gone.";
      this.result.say(`This study has mistakes${stays}`, "wrong");
    } else if (told.slow) {
      if (live) this.slowAt = performance.now();
      this.slow = this.manner();
      this.result.say(`${this.outline} · this takes longer: run it in the background.`, "slow");
    } else {
      this.slow = null;
      const time = performance.now() - begun;
      this.result.host.dataset.answerMilliseconds = time.toFixed(1);
      this.result.host.dataset.serverMilliseconds = told.milliseconds.toFixed(1);
      this.result.say(`${this.outline} · answered in ${Math.round(time)} ms`, "answered");
    }
    window.synovia.answered = told.number;
  }

  /** Mistakes that stand beside no field, and how many there are. */
  showErrors(all, loose) {
    const line = (one) => {
      const place = one.line ? `line ${one.line}` : "";
      const press = button(`${place ? `${place}: ` : ""}${one.message}`, "Show it in the text", () => this.showLine(one.line));
      press.className = "problem";
      return make("div", "", press, one.hint ? make("span", "small", ` ${one.hint}`) : "");
    };
    const shown = this.sides.text[1].hidden ? loose : all;
    const words = all.length && !shown.length ? [make("p", "small error", all.length === 1 ? "One mistake, beside its field below." : `${all.length} mistakes, beside their fields below.`)] : [];
    this.problems.replaceChildren(...words, ...shown.map(line));
    this.problems.dataset.count = String(all.length);
  }

  /** Where something stands in the text, or the table that it would stand in. */
  showPath(path) {
    const { entries, tables } = this.text;
    const found = entries.find((entry) => startsWith(entry.path, path)) ?? tables.find((table) => startsWith(table.path, path)) ?? tables.find((table) => table.line >= 0 && samePath(table.path, path.slice(0, -1)));
    this.showLine(found && found.line >= 0 ? found.line + 1 : 1);
  }

  showLine(line) {
    this.side("text");
    if (!line) return;
    const from = this.text.lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(from, from + (this.text.lines[line - 1] || "").length);
  }

  async save(name, force = false) {
    if (!name && !this.known) return this.saveAs();
    name ??= this.name;
    await tried(async () => {
      const text = this.text.toString();
      const sent = { path: name, text, known: name === this.name ? this.known : null, force };
      try {
        const { hash } = await talk.json("/api/save", sent);
        Object.assign(this, { name, known: hash, saved: text });
        this.showTools();
        toast(`Saved as ${name}.`);
      } catch (error) {
        if (error.status !== 409 || !confirm(`${error.message}. Replace it?`)) throw error;
        await this.save(name, true);
      }
    });
  }

  saveAs() {
    const dialog = make("dialog", "ask");
    const input = make("input");
    Object.assign(input, { type: "text", value: this.name, id: "save-name" });
    const label = make("label", "", "File in this folder");
    label.htmlFor = "save-name";
    const form = make("form", "", make("h2", "", "Save the study"), label, input, make("div", "ask-tools", Object.assign(make("button", "button primary", "Save"), { type: "submit" }), button("Cancel", "Do not save", () => dialog.close())));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = input.value.trim();
      dialog.close();
      if (name) this.save(name.endsWith(".toml") ? name : `${name}.toml`);
    });
    dialog.append(form);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    input.select();
  }

  async run() {
    await tried(async () => {
      const { target } = await talk.json("/api/run", { name: this.name, text: this.text.toString() });
      toast(`Queued: ${target}`);
      this.runs.open(true);
      this.runs.poll();
    });
  }

  /** The rest of a study of many that was stopped. */
  async goOn(target) {
    await tried(async () => {
      const { text } = await talk.json(`/api/study?path=${encodeURIComponent(`${target}/study.toml`)}`);
      await talk.json("/api/run", { name: `${target}/study.toml`, text, target });
      this.runs.open(true);
      this.runs.poll();
    });
  }
}

window.synovia.bench = new Bench();
window.synovia.bench
  .begin()
  .catch((error) => {
    if (!(error instanceof Refused && error.status === 403)) window.synovia.errors.push(String(error.stack || error));
  })
  .finally(() => (window.synovia.ready = true));
