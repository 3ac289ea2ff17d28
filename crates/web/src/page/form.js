// The form: fields from the schema, in step with the text.

class Form {
  /** `bench` has the text, changes it and asks for answers. */
  constructor(host, bench) {
    Object.assign(this, { host, bench, open: new Set(["implant", "patient", "activity"]), fields: new Map(), shape: "" });
    this.errors = [];
  }

  /** Shows what is written and what holds by default; builds anew only where there are other fields. */
  show({ written, resolved, standing, errors }) {
    const { schema, joints } = this.bench;
    this.written = written ?? this.written ?? {};
    if (resolved) this.resolved = resolved;
    // A study that was wrong from the beginning has its defaults, too.
    else this.resolved ??= standing ?? undefined;
    this.errors = errors || [];
    const joint = joints.find(({ table }) => this.written[table] !== undefined)?.table;
    this.joint = joint;
    const groups = joint ? this.groups(schema.schema.properties[joint], [joint]) : [];
    const shape = JSON.stringify([joint, groups.map(({ path, chosen, list }) => [path, chosen, list.map((one) => [one.path, one.kind.kind, this.isVaried(one.path)])]), this.method()]);
    if (shape !== this.shape || !joint) {
      this.shape = shape;
      this.build(joint, groups);
    }
    for (const field of this.fields.values()) field.show();
    this.showErrors();
  }

  /** Groups of a joint: its tables and tables of choices, each with its fields. */
  groups(raw, path) {
    const { schema } = this.bench;
    const top = schema.kind(raw);
    const groups = [];
    const loose = [];
    for (const [key, inner] of Object.entries(top.properties || {})) {
      const kind = schema.kind(inner);
      const here = [...path, key];
      if (kind.kind === "table" || kind.kind === "choice") groups.push(this.group(kind, here, inner));
      else loose.push({ path: here, kind, key });
    }
    if (loose.length) groups.unshift({ path, about: top.about, list: loose, chosen: null, kind: top });
    return groups;
  }

  group(kind, path) {
    const chosen = kind.kind === "choice" ? this.chosen(kind, path) : null;
    const list = [];
    if (kind.kind === "table") this.collect(kind.properties, path, list);
    else if (chosen) {
      const inside = this.bench.schema.kind(kind.choices.find((one) => one.name === chosen).inside);
      if (inside.kind === "table") this.collect(inside.properties, [...path, chosen], list);
    }
    return { path, about: kind.about, list, chosen, kind };
  }

  /** Fields of a table, those of tables inside behind them. */
  collect(properties, path, list, depth = 0) {
    for (const [key, raw] of Object.entries(properties)) {
      const kind = this.bench.schema.kind(raw);
      const here = [...path, key];
      if (kind.kind === "table" && depth < 3) {
        // A table that may be left out is not made by looking at it.
        if (at(this.written, here) !== undefined || at(this.resolved, here) !== undefined) this.collect(kind.properties, here, list, depth + 1);
      } else if (kind.kind === "choice") {
        list.push({ path: here, kind, key });
        const chosen = this.chosen(kind, here);
        const inside = chosen && this.bench.schema.kind(kind.choices.find((one) => one.name === chosen).inside);
        if (inside?.kind === "table" && depth < 3) this.collect(inside.properties, [...here, chosen], list, depth + 1);
      } else list.push({ path: here, kind, key });
    }
  }

  chosen(kind, path) {
    const find = (tree) => kind.choices.find(({ name }) => at(tree, [...path, name]) !== undefined)?.name;
    return find(this.written) ?? find(this.resolved) ?? null;
  }

  isVaried(path) {
    return at(this.written, ["vary", ...path]) !== undefined || (this.written?.vary && this.written.vary[path.join(".")] !== undefined);
  }

  method() {
    return this.written?.runs ? Object.keys(this.written.runs)[0] : this.written?.vary ? "grid" : null;
  }

  build(joint, groups) {
    const focused = document.activeElement?.id;
    this.fields.clear();
    if (!joint) {
      this.host.replaceChildren(make("p", "empty", "The text names no joint yet. Write a table such as [hip.implant], or begin with a template."));
      return;
    }
    const about = this.bench.joints.find(({ table }) => table === joint).about;
    const parts = [make("p", "joint-about", make("strong", "", inWords(joint)), ` · ${about}`), this.titleField()];
    for (const group of groups) parts.push(this.drawGroup(group));
    parts.push(this.drawMany());
    this.host.replaceChildren(...parts);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  titleField() {
    const field = new Field(this, { path: ["title"], key: "title", kind: { kind: "text", about: "What to call it, above the report" } });
    return make("div", "group-body", field.row);
  }

  drawGroup({ path, about, list, chosen, kind }) {
    const key = path.at(-1);
    const box = make("details", "group");
    box.open = this.open.has(key);
    box.addEventListener("toggle", () => (box.open ? this.open.add(key) : this.open.delete(key)));
    const summary = make("summary", "", make("span", "group-name", inWords(key)), make("span", "group-about", firstSentence(about)));
    box.append(summary);
    const body = make("div", "group-body");
    if (chosen !== null || kind.kind === "choice") body.append(new Field(this, { path, key, kind }).row);
    let before = path;
    for (const one of list) {
      const inside = one.path.slice(0, -1);
      if (inside.length > path.length + (chosen ? 1 : 0) && !samePath(inside, before)) body.append(make("p", "sub", inWords(inside.at(-1))));
      before = inside;
      body.append(new Field(this, one).row);
    }
    box.append(body);
    return box;
  }

  /** How the runs of a study of many are chosen. */
  drawMany() {
    const kind = this.bench.schema.kind(this.bench.schema.schema.properties.runs);
    const box = make("details", "group many");
    box.open = Boolean(this.method()) || this.open.has("many");
    box.addEventListener("toggle", () => (box.open ? this.open.add("many") : this.open.delete("many")));
    box.append(make("summary", "", make("span", "group-name", "Many runs"), make("span", "group-about", this.method() ? "this study is many runs" : "mark fields with ⋔ to vary them")));
    const body = make("div", "group-body");
    if (this.method()) {
      body.append(new Field(this, { path: ["runs"], key: "runs", kind }).row);
      const chosen = this.written.runs ? this.method() : null;
      const inside = chosen && kind.choices ? this.bench.schema.kind(kind.choices.find((one) => one.name === chosen)?.inside ?? {}) : null;
      if (inside?.kind === "table") {
        const list = [];
        this.collect(inside.properties, ["runs", chosen], list);
        for (const one of list) body.append(new Field(this, one).row);
      }
      body.append(button("Make it one run again", "Takes out [vary] and [runs]", () => this.bench.edit("many", (text) => (text.removeAll(["vary"]), text.removeAll(["runs"])))));
    } else body.append(make("p", "hint", "Press ⋔ beside a number: it then has a range instead of one value, and the study becomes one run for every combination. Other ways of choosing runs (samples, sensitivity, optimisation) can be chosen here afterwards."));
    box.append(body);
    return box;
  }

  /** Errors beside their fields; those that belong to none stand above the form. */
  showErrors() {
    const text = this.bench.text;
    for (const field of this.fields.values()) field.complain([]);
    const loose = [];
    for (const error of this.errors) {
      const path = error.line ? text.pathAt(error.line) : null;
      let field = path && this.fields.get(path.join("."));
      if (!field && path) field = [...this.fields.values()].find((one) => startsWith(path, one.path) && one.path.length) ?? (path[0] === "vary" ? this.fields.get(path.slice(1).join(".")) : undefined);
      if (field) field.complain([...field.complaints, error]);
      else loose.push(error);
      if (field) field.row.closest("details")?.setAttribute("open", "");
    }
    this.bench.showErrors(this.errors, loose);
  }
}

/** One field: its control, its unit, its slider, its help and its errors. */
class Field {
  constructor(form, { path, key, kind }) {
    Object.assign(this, { form, bench: form.bench, path, key, kind, complaints: [] });
    this.id = `field-${path.join("-")}`;
    form.fields.set(path.join("."), this);
    this.row = make("div", `field ${kind.kind}`);
    this.label = make("label", "", inWords(key));
    this.label.htmlFor = this.id;
    if (kind.about) this.row.title = kind.about;
    this.control = make("div", "control");
    this.error = make("p", "error");
    this.error.id = `${this.id}-error`;
    this.error.hidden = true;
    this.note = make("p", "note");
    this.note.hidden = true;
    this.build();
    this.row.append(this.label, this.control, this.note, this.error);
  }

  /** What is written, or holds by default. */
  value() {
    const own = at(this.form.written, this.path);
    return own !== undefined ? own : at(this.form.resolved, this.path);
  }

  isWritten() {
    return at(this.form.written, this.path) !== undefined;
  }

  describe(element) {
    element.id = this.id;
    element.setAttribute("aria-describedby", `${this.id}-error`);
    if (this.kind.about) element.title = this.kind.about;
    return element;
  }

  build() {
    const { kind } = this;
    if (kind.kind === "choice") this.buildChoice(kind.choices.map(({ name, about }) => [name, about]));
    else if (kind.kind === "words") this.buildWords();
    else if (kind.kind === "boolean") this.buildBoolean();
    else if (["quantity", "number", "integer"].includes(kind.kind)) this.buildNumber();
    else if (kind.kind === "text") this.buildText();
    else {
      this.input = this.describe(make("output", "other"));
      const press = button("In the text", `Change ${inWords(this.key)} in the text`, () => this.bench.showPath(this.path));
      press.classList.add("small");
      this.control.append(this.input, press);
    }
    this.reset = button("↺", `Back to the default: ${inWords(this.key)}`, () => this.bench.edit(null, (text) => (this.kind.kind === "choice" ? text.removeAll(this.path) : text.remove(this.path))));
    this.reset.classList.add("reset");
    if (this.path[0] !== "title") this.control.append(this.reset);
  }

  options(list, select) {
    for (const [name, about] of list) {
      const line = firstSentence(about);
      const option = new Option(line ? `${name} – ${line.length > 70 ? `${line.slice(0, 68)}…` : line}` : name, name);
      option.title = about || "";
      select.append(option);
    }
  }

  buildChoice(list) {
    this.input = this.describe(make("select"));
    this.options(list, this.input);
    this.input.addEventListener("change", () => this.bench.edit(null, (text) => text.choose(this.path, this.input.value)));
    this.control.append(this.input);
  }

  buildWords() {
    this.input = this.describe(make("select"));
    this.options(this.kind.words, this.input);
    this.input.addEventListener("change", () => this.set(this.input.value));
    this.control.append(this.input);
  }

  buildBoolean() {
    this.input = this.describe(make("input"));
    this.input.type = "checkbox";
    this.input.addEventListener("change", () => this.set(this.input.checked));
    this.control.append(this.input);
  }

  buildText() {
    this.input = this.describe(make("input"));
    this.input.type = "text";
    this.input.spellcheck = false;
    const names = this.bench.schema.names(this.key);
    if (names.length) {
      const select = make("select", "names");
      select.setAttribute("aria-label", `${inWords(this.key)}: known names`);
      this.options([["", "choose…"], ...names], select);
      select.options[0].textContent = "choose…";
      select.addEventListener("change", () => select.value && this.set(select.value));
      this.names = select;
      this.control.append(select);
    }
    this.input.addEventListener("change", () => this.set(this.input.value));
    this.keepTyping();
    this.control.append(this.input);
  }

  /** What is being typed is not written over by an answer that comes meanwhile. */
  keepTyping() {
    this.input.addEventListener("input", () => (this.typing = true));
    for (const over of ["change", "blur"]) this.input.addEventListener(over, () => (this.typing = false));
  }

  buildNumber() {
    this.input = this.describe(make("input", "number"));
    this.input.type = "text";
    this.input.inputMode = "decimal";
    this.keepTyping();
    this.input.addEventListener("change", () => this.typed());
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      const number = Number(this.input.value) || 0;
      const step = this.kind.kind === "integer" ? 1 : number ? 10 ** Math.floor(Math.log10(Math.abs(number)) - 1) * 2 : 1;
      this.number(tidy(number + (event.key === "ArrowUp" ? step : -step), 6), true);
    });
    this.control.append(this.input);
    if (this.kind.kind === "quantity") {
      this.unit = make("select", "unit");
      this.unit.setAttribute("aria-label", `Unit of ${inWords(this.key)}`);
      for (const name of Object.keys(this.bench.units[this.kind.type].units)) this.unit.append(new Option(name.replace(/^u(?=m)/, "µ"), name));
      this.unit.addEventListener("change", () => this.convert());
      this.control.append(this.unit);
    }
    if (!["vary", "runs"].includes(this.path[0])) {
      this.vary = button("⋔", `Vary ${inWords(this.key)} over many runs`, () => this.toggleVary());
      this.vary.classList.add("vary");
      this.control.append(this.vary);
    }
    this.slider = make("input", "slider");
    this.slider.type = "range";
    this.slider.setAttribute("aria-label", `${inWords(this.key)}, slider`);
    this.slider.addEventListener("pointerdown", () => this.range());
    this.slider.addEventListener("focus", () => this.range());
    this.input.addEventListener("focus", () => this.range());
    this.slider.addEventListener("input", () => this.number(this.kind.kind === "integer" ? Math.round(Number(this.slider.value)) : tidy(Number(this.slider.value)), true));
    this.control.append(this.slider);
    this.ranged = make("div", "ranged");
    this.ranged.hidden = true;
    this.control.append(this.ranged);
  }

  /** Writes a value; moves of a slider that follow each other are undone as one. */
  set(value, moved) {
    const done = this.bench.edit(moved ? this.id : null, (text) => text.set(this.path, value));
    if (done === false) {
      this.note.textContent = "This stands inside of a value in braces: change it in the text.";
      this.note.hidden = false;
    }
  }

  number(number, moved) {
    // At once: the next press of a key goes on from here, whether an answer has come or not.
    this.input.value = String(number);
    this.typing = false;
    if (this.kind.kind !== "quantity") return this.set(number, moved);
    this.set(`${number} ${this.unit.value}`.trim(), moved);
  }

  /** What somebody typed: a number, a number with its unit, or nothing for the default. */
  typed() {
    const text = this.input.value.trim().replace(",", ".");
    if (!text) return this.bench.edit(null, (study) => study.remove(this.path));
    const read = splitQuantity(text);
    if (!read) return this.set(text);
    if (this.kind.kind !== "quantity") return this.set(read.number);
    if (read.unit) return this.set(`${read.number} ${read.unit}`);
    this.number(read.number);
  }

  /** The same quantity in another unit. */
  convert() {
    const read = splitQuantity(this.value());
    const { units } = this.bench.units[this.kind.type];
    if (!read || !units[read.unit]) return;
    this.set(`${tidy((read.number * units[read.unit]) / units[this.unit.value], 12)} ${this.unit.value}`);
    this.limits = null;
  }

  /** Asks the check between which values this may lie. */
  async range() {
    const value = this.value();
    if (value === undefined || this.limits || this.asking) return;
    this.asking = true;
    const unit = this.unit?.value;
    try {
      const { range } = await talk.json("/api/range", { name: this.bench.name, text: this.bench.text.toString(), path: this.path, value });
      // In another unit by now they would be other numbers.
      if (this.unit?.value !== unit) return;
      this.limits = range;
      this.scale();
    } catch {
      // Without an answer the slider keeps the range that it has.
    } finally {
      this.asking = false;
    }
  }

  /** A comfortable part of what is possible around the value. */
  scale() {
    const read = splitQuantity(this.value());
    if (!read) return;
    const { number } = read;
    let [low, high] = number > 0 ? [number / 4, number * 3] : number < 0 ? [number * 3, number / 4] : [-10, 10];
    if (this.kind.type === "Angle") [low, high] = [number - 45, number + 45];
    if (this.limits) [low, high] = [Math.max(low, this.limits[0]), Math.min(high, this.limits[1])];
    if (this.limits) this.row.dataset.range = this.limits.join(" ");
    const whole = this.kind.kind === "integer";
    Object.assign(this.slider, { min: String(low), max: String(high), step: whole ? "1" : String((high - low) / 400) });
    this.slider.value = String(number);
    const unit = this.unit?.value ?? "";
    this.slider.title = `${digits(low)} … ${digits(high)} ${unit}${this.limits ? ` (possible: ${digits(this.limits[0])} … ${digits(this.limits[1])} ${unit})` : ""}`;
  }

  /** From one value to a range, and back. */
  toggleVary() {
    const path = ["vary", ...this.path];
    if (this.form.isVaried(this.path)) {
      return this.bench.edit(null, (text) => {
        text.remove(path);
        if (!text.entries.some((entry) => entry.path[0] === "vary")) text.removeAll(["vary"]), text.removeAll(["runs"]);
      });
    }
    const read = splitQuantity(this.value());
    if (!read) return;
    const unit = read.unit ? ` ${read.unit}` : "";
    const spread = read.number || 1;
    const ends = [read.number - 0.25 * spread, read.number + 0.25 * spread].map((end) => (this.kind.kind === "integer" ? Math.round(end) : tidy(end)));
    const written = ends.map((end) => (this.kind.kind === "quantity" ? `${end}${unit}` : end));
    this.bench.edit(null, (text) => text.set(path, { from: written[0], to: written[1], count: 5 }));
  }

  /** The range of a varied field: its ends and how many values. */
  showRange() {
    const spec = at(this.form.written, ["vary", ...this.path]) ?? this.form.written.vary[this.path.join(".")];
    const simple = spec && typeof spec === "object" && !Array.isArray(spec) && spec.from !== undefined && spec.to !== undefined;
    if (this.ranged.contains(document.activeElement)) return;
    if (!simple) {
      this.ranged.replaceChildren(make("code", "", valueText(spec)), make("span", "small", " in the text"));
      return;
    }
    const box = (key, words) => {
      const input = make("input");
      input.type = "text";
      input.value = String(spec[key] ?? "");
      input.setAttribute("aria-label", `${inWords(this.key)}, ${words}`);
      input.addEventListener("change", () => {
        const plain = key === "count" || this.kind.kind !== "quantity";
        const value = plain ? Number(input.value) : splitQuantity(input.value)?.unit === "" ? `${input.value} ${this.unit.value}` : input.value;
        this.bench.edit(null, (text) => text.set(["vary", ...this.path], { ...spec, [key]: value }));
      });
      return make("label", "", `${words} `, input);
    };
    this.ranged.replaceChildren(box("from", "from"), box("to", "to"), ...(spec.count !== undefined ? [box("count", "values")] : []));
  }

  show() {
    const { kind, input } = this;
    const value = this.value();
    const written = this.isWritten();
    this.row.classList.toggle("default", !written);
    this.reset.hidden = !written;
    const locked = !this.bench.text.isOpen(this.path);
    if (input.disabled !== undefined) input.disabled = locked;
    this.note.hidden = !locked;
    if (locked) this.note.textContent = "This stands inside of a value in braces: change it in the text.";
    if (this.typing && document.activeElement === input) return;
    if (kind.kind === "choice") {
      const chosen = this.path[0] === "runs" ? this.form.method() : this.form.chosen(kind, this.path);
      if (chosen) input.value = chosen;
    } else if (kind.kind === "boolean") input.checked = Boolean(value);
    else if (kind.kind === "words") input.value = value ?? "";
    else if (kind.kind === "quantity" || kind.kind === "number" || kind.kind === "integer") this.showNumber(value);
    else if (kind.kind === "text") {
      const simple = value === undefined || typeof value === "string";
      input.value = simple ? (value ?? "") : valueText(value);
      input.disabled = locked || !simple;
      if (this.names) this.names.value = simple && [...this.names.options].some((option) => option.value === value) ? value : "";
      if (this.names) input.hidden = Boolean(this.names.value);
    } else input.textContent = value === undefined ? "–" : valueText(value);
  }

  showNumber(value) {
    const varied = this.vary && this.form.isVaried(this.path);
    this.vary?.setAttribute("aria-pressed", String(Boolean(varied)));
    this.ranged.hidden = !varied;
    this.slider.hidden = Boolean(varied) || value === undefined;
    if (varied) this.showRange();
    const read = value === undefined ? null : splitQuantity(value);
    this.input.value = read ? String(read.number) : (value ?? "");
    if (value === undefined) this.input.placeholder = "not set";
    if (this.unit && read?.unit) {
      if (![...this.unit.options].some((option) => option.value === read.unit)) this.unit.append(new Option(read.unit, read.unit));
      if (this.unit.value !== read.unit) this.limits = null;
      this.unit.value = read.unit;
    }
    if (!read) return;
    const { min, max } = this.slider;
    const fits = this.scaled && read.number >= Number(min) && read.number <= Number(max);
    if (!fits) this.scale();
    this.scaled = true;
    if (document.activeElement !== this.slider) this.slider.value = String(read.number);
  }

  complain(errors) {
    this.complaints = errors;
    this.error.hidden = !errors.length;
    this.row.classList.toggle("wrong", errors.length > 0);
    this.input.setAttribute("aria-invalid", String(errors.length > 0));
    this.error.replaceChildren(...errors.map((one) => make("span", "", `${one.message}${one.hint ? ` · ${one.hint}` : ""} `)));
  }
}
