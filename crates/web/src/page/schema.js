// What the schema of a study says about a field: its kind, its choices, its words.

class Schema {
  constructor(schema, units, catalogue) {
    Object.assign(this, { schema, units, catalogue });
  }

  /** Behind references and what may be left out; the name of a quantity's type on the way. */
  resolve(node) {
    let type = null;
    let about = node.description || "";
    for (let depth = 0; depth < 20; depth++) {
      if (node.$ref) {
        const name = node.$ref.split("/").at(-1);
        if (this.units[name]) type = name;
        node = this.schema.$defs[name] || {};
      } else if (node.anyOf && node.anyOf.filter((one) => one.type !== "null").length === 1) node = node.anyOf.find((one) => one.type !== "null");
      else if (node.allOf?.length === 1) node = node.allOf[0];
      else break;
      if (!about && !type) about = node.description || "";
    }
    return { node, type, about };
  }

  /** What kind of field this is. */
  kind(raw) {
    const { node, type, about } = this.resolve(raw);
    if (type) return { kind: "quantity", type, about };
    const several = node.oneOf || node.anyOf;
    if (several) {
      const words = several.flatMap((one) => (one.const !== undefined ? [[one.const, one.description]] : (one.enum || []).map((word) => [word, one.description])));
      if (words.length === several.length || several.every((one) => one.const !== undefined || one.enum)) return { kind: "words", words, about };
      const tables = several.filter((one) => one.properties && Object.keys(one.properties).length === 1 && one.required?.length === 1);
      if (tables.length && tables.length + words.length >= several.length - 1 && tables.length > 0 && node.oneOf) {
        const choices = tables.map((one) => {
          const [name, inside] = Object.entries(one.properties)[0];
          return { name, inside, about: one.description || this.resolve(inside).about };
        });
        return { kind: "choice", choices, about };
      }
      if (several.some((one) => this.resolve(one).node.type === "string")) return { kind: "text", about };
      return { kind: "other", about };
    }
    if (node.enum) return { kind: "words", words: node.enum.map((word) => [word, ""]), about };
    const plain = Array.isArray(node.type) ? node.type.find((one) => one !== "null") : node.type;
    if (plain === "object" && node.properties) return { kind: "table", properties: node.properties, about };
    if (plain === "integer" || plain === "number") return { kind: plain, about, minimum: node.minimum };
    if (plain === "boolean") return { kind: "boolean", about };
    if (plain === "string") return { kind: "text", about };
    return { kind: "other", about };
  }

  /** Names that a text field may hold, with a line on each: materials, cycles. */
  names(key) {
    const wanted = /material/.test(key) ? /material/i : key === "cycle" ? /cycle/i : null;
    if (!wanted) return [];
    const found = this.catalogue.filter(({ title }) => wanted.test(title) && !/law|knee/i.test(title));
    const seen = new Set();
    return found.flatMap(({ entries }) => entries).filter(([name]) => !seen.has(name) && seen.add(name));
  }
}

/** `liner-thickness` as a person says it. */
function inWords(key) {
  const words = key.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first sentence. */
function firstSentence(text) {
  return (text || "").split(/(?<=[.;])\s/)[0].replace(/[.;]$/, "");
}

/** A number and its unit, or null. */
function splitQuantity(text) {
  const found = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*?)\s*$/.exec(String(text));
  return found ? { number: Number(found[1]), unit: found[2].replace("µ", "u").replace("μ", "u") } : null;
}

/** A number with as many digits as a slider deserves. */
function tidy(number, count = 4) {
  return Number(Number(number).toPrecision(count));
}

/** What stands at a path of a tree. */
function at(tree, path) {
  return path.reduce((inner, key) => (inner && typeof inner === "object" ? inner[key] : undefined), tree);
}
