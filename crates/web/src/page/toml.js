// The text of a study: where every value stands, so that the form changes a value and leaves the rest as it was written.

/** The parts of a dotted key. */
function keyParts(text) {
  const parts = [];
  for (const found of text.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*(?:\.|$)/g)) parts.push(found[1] ?? found[2] ?? found[3]);
  return parts;
}

/** A key as it is written. */
function keyText(part) {
  return /^[A-Za-z0-9_-]+$/.test(part) ? part : JSON.stringify(part);
}

/** A value as TOML writes it. */
function valueText(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (value && typeof value === "object") return `{ ${Object.entries(value).map(([key, inner]) => `${keyText(key)} = ${valueText(inner)}`).join(", ")} }`;
  return String(value);
}

const startsWith = (path, head) => head.every((part, i) => path[i] === part);
const samePath = (a, b) => a.length === b.length && startsWith(a, b);

class StudyText {
  constructor(text) {
    this.lines = text.split("\n");
    this.scan();
  }

  toString() {
    return this.lines.join("\n");
  }

  scan() {
    this.entries = [];
    this.tables = [{ path: [], line: -1 }];
    let table = this.tables[0];
    for (let line = 0; line < this.lines.length; line++) {
      const text = this.lines[line];
      const list = /^\s*\[\[([^\]]+)\]\]/.exec(text);
      const head = !list && /^\s*\[([^[\]]+)\]\s*(#.*)?$/.exec(text);
      if (list || head) {
        table = { path: keyParts((list || head)[1]), line, list: Boolean(list) };
        this.tables.push(table);
        continue;
      }
      const key = /^\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_.\s-])+?)\s*=\s*/.exec(text);
      if (!key || /^\s*#/.test(text)) continue;
      const from = key[0].length;
      const end = this.endOf(line, from);
      this.entries.push({ path: [...table.path, ...keyParts(key[1])], table, line, from, endLine: end[0], to: end[1] });
      line = end[0];
    }
  }

  /** Where a value ends that begins here: behind its last bracket or quote. */
  endOf(line, from) {
    let depth = 0;
    let quote = "";
    for (let row = line, column = from; row < this.lines.length; row++, column = 0) {
      const text = this.lines[row];
      let last = column;
      for (; column < text.length; column++) {
        const c = text[column];
        if (quote) {
          if (c === "\\" && quote === '"') column++;
          else if (c === quote) quote = "";
          last = column + 1;
        } else if (c === "#") break;
        else {
          if (c === '"' || c === "'") quote = c;
          if (c === "[" || c === "{") depth++;
          if (c === "]" || c === "}") depth--;
          if (!/\s/.test(c)) last = column + 1;
        }
      }
      if (quote && depth <= 0) return [row, last];
      if (depth <= 0) return [row, last];
    }
    return [this.lines.length - 1, this.lines.at(-1).length];
  }

  find(path) {
    return this.entries.find((entry) => samePath(entry.path, path) && !entry.table.list);
  }

  /** Whether a value can be written here: not where it stands inside of a value in braces. */
  isOpen(path) {
    return !this.entries.some((entry) => entry.path.length < path.length && startsWith(path, entry.path)) && !this.tables.some((table) => table.list && startsWith(path, table.path));
  }

  /** The path of what stands on a line, counted from 1: a value's, or a table's. */
  pathAt(number) {
    const line = number - 1;
    const entry = this.entries.find((one) => one.line <= line && line <= one.endLine);
    return entry ? entry.path : (this.tables.find((table) => table.line === line)?.path ?? null);
  }

  /** The last line of what belongs to a table. */
  endOfTable(table) {
    const next = this.tables.find((other) => other.line > table.line);
    let end = next ? next.line - 1 : this.lines.length - 1;
    while (end > table.line && (!this.lines[end].trim() || /^\s*#/.test(this.lines[end]))) end--;
    return end;
  }

  /** Writes a value; false where it cannot be reached. */
  set(path, value) {
    const text = valueText(value);
    const known = this.find(path);
    if (known) {
      const before = this.lines[known.line].slice(0, known.from), after = this.lines[known.endLine].slice(known.to);
      this.lines.splice(known.line, known.endLine - known.line + 1, before + text + after);
    } else {
      if (!this.isOpen(path)) return false;
      // What varies is named by its whole path in one table.
      const place = path[0] === "vary" ? ["vary"] : path.slice(0, -1);
      const key = path.slice(place.length).map(keyText).join(".");
      let table = this.tables.find((one) => samePath(one.path, place) && !one.list);
      if (!table) {
        const before = place[0] === "vary" || place[0] === "runs" ? undefined : this.tables.find((one) => ["vary", "runs"].includes(one.path[0]));
        const own = this.tables.filter((one) => one.line >= 0 && one.path[0] === place[0]).at(-1);
        let at = own ? this.endOfTable(own) + 1 : before ? before.line : this.lines.length;
        while (at > 0 && at === this.lines.length && !this.lines[at - 1].trim()) at--;
        this.lines.splice(at, 0, ...(at ? [""] : []), `[${place.map(keyText).join(".")}]`, `${key} = ${text}`);
        this.finish();
        return true;
      }
      const at = table.line < 0 ? this.topEnd() : this.endOfTable(table) + 1;
      this.lines.splice(at, 0, `${key} = ${text}`);
    }
    this.finish();
    return true;
  }

  /** Behind the last value before the first table. */
  topEnd() {
    const last = this.entries.filter((entry) => entry.table.line < 0).at(-1);
    if (last) return last.endLine + 1;
    let at = 0;
    while (at < this.lines.length && /^\s*#/.test(this.lines[at])) at++;
    return at;
  }

  /** Takes a value out: the default holds again. */
  remove(path) {
    const known = this.find(path);
    if (!known) return;
    this.lines.splice(known.line, known.endLine - known.line + 1);
    this.finish();
  }

  /** Takes out all tables and values under a path. */
  removeAll(path) {
    for (;;) {
      const table = this.tables.find((one) => one.line >= 0 && startsWith(one.path, path));
      const entry = this.entries.find((one) => startsWith(one.path, path));
      if (!table && !entry) return;
      if (table) {
        const end = this.endOfTable(table);
        this.lines.splice(table.line, end - table.line + 1);
        if (!this.lines[table.line]?.trim() && !this.lines[table.line - 1]?.trim()) this.lines.splice(table.line, 1);
      } else this.lines.splice(entry.line, entry.endLine - entry.line + 1);
      this.finish();
    }
  }

  /** Makes one choice of a table of choices. */
  choose(path, name) {
    const at = this.tables.find((one) => one.line >= 0 && startsWith(one.path, path))?.line;
    this.removeAll(path);
    const head = `[${[...path, name].map(keyText).join(".")}]`;
    const many = this.tables.find((one) => ["vary", "runs"].includes(one.path[0]) && path[0] !== "runs");
    const place = at !== undefined ? Math.min(at, this.lines.length) : many ? many.line : this.lines.length;
    this.lines.splice(place, 0, ...(place && this.lines[place - 1]?.trim() ? [""] : []), head, ...(place < this.lines.length ? [""] : []));
    this.finish();
  }

  finish() {
    while (this.lines.length > 1 && !this.lines.at(-1).trim() && !this.lines.at(-2).trim()) this.lines.pop();
    if (this.lines.at(-1).trim()) this.lines.push("");
    this.scan();
  }
}
