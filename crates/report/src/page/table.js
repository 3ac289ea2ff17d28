// A table of runs: sorted by the column whose head is pressed.

class RunTable {
  constructor(host, spec, tools, name) {
    Object.assign(this, { host, spec, name, sorted: 0, falling: false });
    this.body = make("tbody");
    const heads = make("tr");
    this.heads = spec.columns.map((column, index) => {
      const press = button(column.unit ? `${column.title} (${column.unit})` : column.title, "Sort by this column", () => this.sort(index));
      press.className = "sort";
      const head = make("th", "right", press);
      heads.append(head);
      return head;
    });
    host.append(make("div", "scroll runs", make("table", "", make("thead", "", heads), this.body)));
    if (spec.more) host.append(make("p", "small", spec.more));
    tools?.append(button("CSV", "Save the table as CSV", () => save(this.csv(), "text/csv", `${name}.csv`)));
    this.fill();
  }

  sort(index) {
    this.falling = this.sorted === index && !this.falling;
    this.sorted = index;
    this.fill();
  }

  order() {
    const { values } = this.spec.columns[this.sorted];
    const rows = values.map((_, i) => i);
    const key = (i) => (values[i] === null ? Infinity : values[i]);
    return rows.sort((a, b) => (this.falling ? -1 : 1) * (key(a) - key(b)) || a - b);
  }

  text(column, row) {
    const value = column.values[row];
    if (value === null) return "–";
    return column.names.length ? column.names[value] : digits(value);
  }

  fill() {
    const { columns } = this.spec;
    this.heads.forEach((head, i) => head.setAttribute("aria-sort", i !== this.sorted ? "none" : this.falling ? "descending" : "ascending"));
    this.body.replaceChildren(...this.order().map((row) => this.line(row)));
  }

  line(row) {
    const line = make("tr", "", ...this.spec.columns.map((column) => make("td", "right", this.text(column, row))));
    line.addEventListener("click", () => this.onchoose?.(row));
    return line;
  }

  csv() {
    const quote = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const { columns } = this.spec;
    const head = columns.map((column) => quote(column.unit ? `${column.title} (${column.unit})` : column.title));
    const plain = (column, row) => (column.values[row] === null ? "" : column.names.length ? quote(column.names[column.values[row]]) : String(column.values[row]));
    return [head, ...this.order().map((row) => columns.map((column) => plain(column, row)))].map((line) => line.join(",")).join("\n") + "\n";
  }
}
