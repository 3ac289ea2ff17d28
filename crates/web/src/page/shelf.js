// All results of the workspace, and two of them beside each other.

class Shelf {
  constructor(bench) {
    this.bench = bench;
    this.host = document.getElementById("view-shelf");
    this.chosen = [];
    this.results = [];
    this.turn = this.settled = 0;
    this.keeping = Promise.resolve();
    this.search = make("input", "search");
    Object.assign(this.search, { type: "search", placeholder: "Search titles, folders, notes" });
    this.search.setAttribute("aria-label", "Search results");
    this.search.addEventListener("input", () => this.draw());
    this.compare = button("Compare two", "Put the two chosen results side by side", () => this.differ());
    this.compare.classList.add("primary");
    this.count = make("p", "small");
    this.grid = make("div", "shelf");
    this.host.append(make("div", "bar-line", make("h2", "", "Results"), this.search, this.compare, button("Look again", "Read the folder again", () => this.load())), this.count, this.grid);
    this.seen = new IntersectionObserver((entries) => entries.filter((one) => one.isIntersecting).forEach((one) => (this.seen.unobserve(one.target), this.picture(one.target))));
  }

  async load() {
    const turn = ++this.turn;
    const told = await tried(() => talk.json("/api/shelf"));
    // Whoever asked later knows more.
    if (!told || turn !== this.turn) return;
    this.settled = turn;
    this.results = told.results.filter(Boolean).sort((a, b) => String(b.started || "").localeCompare(String(a.started || "")));
    this.bench.studies = told.studies;
    this.chosen = this.chosen.filter((path) => this.results.some((one) => one.path === path));
    this.draw();
  }

  draw() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (one) => [one.title, one.path, one.note, one.joint, one.started].join(" ").toLowerCase();
    const found = this.results.filter((one) => words.every((word) => text(one).includes(word)));
    this.count.textContent = this.results.length ? `${found.length} of ${this.results.length} results` : "No results yet: run a study and keep it.";
    this.compare.disabled = this.chosen.length !== 2;
    const at = document.activeElement;
    const typing = this.grid.contains(at) && at.matches("textarea.note") && at;
    this.grid.replaceChildren(...found.map((one) => this.card(one)));
    this.host.dataset.count = String(found.length);
    if (typing) this.goOnTyping(typing);
  }

  /** A note that somebody is writing while the shelf is drawn anew. */
  goOnTyping(before) {
    const note = [...this.grid.querySelectorAll("textarea.note")].find((one) => one.dataset.path === before.dataset.path);
    if (!note) return;
    note.value = before.value;
    note.focus({ preventScroll: true });
    note.setSelectionRange(before.selectionStart, before.selectionEnd);
  }

  /** Notes are kept one after the other: what was written last is what stays. */
  keepNote(path, text) {
    const keep = async () => {
      await talk.json("/api/note", { path, text });
      // The shelf may have been read anew since the note was begun.
      for (const one of this.results) if (one.path === path) one.note = text;
      if (this.search.value) this.draw();
      if (this.turn !== this.settled) this.load();
      toast("Noted.");
    };
    this.keeping = this.keeping.then(keep, keep);
    return this.keeping;
  }

  card(one) {
    const picture = make("div", "thumb");
    if (one.picture) {
      picture.dataset.path = one.path;
      this.seen.observe(picture);
    } else picture.append(pictogram(one.joint, one.many));
    const choose = make("input");
    choose.type = "checkbox";
    choose.checked = this.chosen.includes(one.path);
    choose.setAttribute("aria-label", `Choose ${one.path} to compare`);
    choose.addEventListener("change", () => {
      this.chosen = choose.checked ? [...this.chosen, one.path].slice(-2) : this.chosen.filter((path) => path !== one.path);
      this.draw();
    });
    const name = one.path.replace(/^results\//, "");
    const body = make("div", "book", make("h3", "", one.title || name), make("p", "small", `${name}${one.started ? ` · ${one.started.replace("T", " ").replace("Z", "")}` : ""}`));
    if (one.problem) body.append(make("p", "error", one.problem));
    if (one.many && one.finished !== undefined) body.append(make("p", "small", `${one.finished} of ${one.planned ?? "?"} runs${one.unfinished ? ", not finished" : ""}`));
    if (one.numbers && !one.many) body.append(make("dl", "brief", ...one.numbers.slice(0, 3).map(({ label, unit, value }) => make("div", "", make("dt", "", label), make("dd", "", `${digits(value)} ${unit}`.trim())))));
    if (one.cautions) body.append(make("p", "cautions", one.cautions === 1 ? "1 caution" : `${one.cautions} cautions`));
    const note = make("textarea", "note");
    Object.assign(note, { value: one.note, rows: one.note ? 2 : 1, placeholder: "Note" });
    note.setAttribute("aria-label", `Note on ${name}`);
    note.dataset.path = one.path;
    let kept = one.note;
    const keep = () => {
      if (note.value === kept) return;
      kept = note.value;
      tried(() => this.keepNote(one.path, kept));
    };
    // What was put back by a drawing has not changed for the browser.
    for (const over of ["change", "blur"]) note.addEventListener(over, () => note.isConnected && keep());
    const tools = make("div", "book-tools");
    if (one.page) tools.append(button("Show", `Report of ${name}`, () => showPage(one.path, one.title || name)));
    if (one.many && one.finished !== undefined) tools.append(button("Watch", `Charts of ${name}`, () => this.bench.many.watch(one.path)));
    if (one.goes_on && one.unfinished) tools.append(button("Go on", `Go on with ${name}`, () => this.bench.goOn(one.path)));
    if (one.study) tools.append(button("Study", `Open the study of ${name} as a new one`, () => this.bench.openCopy(`${one.path}/study.toml`, name)));
    if (!one.many && !one.problem) tools.append(make("label", "choose", choose, "Compare"));
    body.append(note, tools);
    const card = make("article", this.chosen.includes(one.path) ? "result chosen" : "result", picture, body);
    card.dataset.path = one.path;
    return card;
  }

  async picture(host) {
    try {
      const answer = await talk.ask(`/api/picture?path=${encodeURIComponent(host.dataset.path)}`);
      if (!answer.ok) return;
      const image = make("img");
      image.alt = "";
      image.src = URL.createObjectURL(await answer.blob());
      image.addEventListener("load", () => URL.revokeObjectURL(image.src));
      host.replaceChildren(image);
    } catch {
      // A result without its picture is still a result.
    }
  }

  differ() {
    const [a, b] = this.chosen;
    return showFrame({ difference: [a, b] }, `${a.replace(/^results\//, "")} and ${b.replace(/^results\//, "")}`);
  }
}

/** The report of a result, shut into a frame. */
function showPage(path, title) {
  return showFrame({ path }, title);
}

async function showFrame(wanted, title) {
  await tried(async () => {
    const { address } = await talk.json("/api/ticket", wanted);
    const dialog = make("dialog", "sheet");
    dialog.setAttribute("aria-label", title);
    const frame = make("iframe");
    frame.title = title;
    // Whoever made this page: it draws, and can do nothing else.
    frame.setAttribute("sandbox", "allow-scripts allow-downloads");
    frame.src = address;
    const tab = make("a", "button", "New tab");
    Object.assign(tab, { href: address, target: "_blank", rel: "noopener" });
    dialog.append(make("div", "sheet-head", make("strong", "", title), tab, button("Close", "Close this page", () => dialog.close())), frame);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A small drawing of a joint. */
function pictogram(joint, many) {
  const svg = draw("svg", { class: "pictogram", viewBox: "0 0 120 90", role: "img", "aria-hidden": "true" });
  const add = (tag, attributes) => svg.append(draw(tag, attributes));
  const line = { fill: "none", "stroke-width": 5, "stroke-linecap": "round", class: "bone" };
  const soft = { fill: "none", "stroke-width": 7, "stroke-linecap": "round", class: "soft" };
  if (joint === "hip" || joint === "liner") {
    add("path", { ...line, d: "M32 50a30 30 0 0 1 56-14" });
    add("path", { ...soft, d: "M39 51a23 23 0 0 1 43-11" });
    if (joint === "hip") add("circle", { cx: 62, cy: 52, r: 16, class: "ball" });
    if (joint === "hip") add("path", { ...line, d: "M70 64L88 84" });
    if (joint === "liner") for (let i = 0; i < 5; i++) add("path", { ...line, "stroke-width": 1.5, d: `M${36 + 10 * i} ${58 - 9 * i + 2 * i * i}l8 12` });
  } else if (joint === "knee" || joint === "knee-replacement") {
    add("path", { ...line, d: "M60 4V26" });
    add("path", { d: "M38 30q22-12 44 0q6 20-8 24q-8 2-14-6q-6 8-14 6q-14-4-8-24z", class: "ball" });
    add("path", { ...soft, d: "M36 63q12-9 24-2q12-7 24 2" });
    add("path", { ...line, d: "M36 72H84M60 72V88" });
  } else if (joint === "gait") {
    add("circle", { cx: 58, cy: 12, r: 7, class: "ball" });
    add("path", { ...line, d: "M58 22L56 46L40 62L34 82M56 46L72 62L84 78L92 76M57 28L44 40M57 28L72 38" });
  } else {
    add("path", { ...line, d: "M22 70L44 30L86 54" });
    for (const [cx, cy] of [[22, 70], [44, 30], [86, 54]]) add("circle", { cx, cy, r: 6, class: "ball" });
    add("path", { ...soft, d: "M72 66H104" });
  }
  if (many) for (let i = 0; i < 9; i++) add("circle", { cx: 98 + 8 * (i % 3), cy: 10 + 8 * Math.floor(i / 3), r: 2.4, class: "dot" });
  return svg;
}
