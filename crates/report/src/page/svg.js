// What every chart needs: SVG elements, the width of a text, round numbers, numbers for readers.

/** An SVG element with attributes and children. */
function draw(tag, attributes, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
}

const ruler = document.createElement("canvas").getContext("2d");

/** Width of a text in CSS pixels. */
function widthOf(text, size) {
  ruler.font = `${size}px ${themed("--sans")}`;
  return ruler.measureText(text).width;
}

/** A text in lines no wider than `most`; a word that is wider stays whole. */
function wrapped(text, size, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) && widthOf(longer, size) > most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** A text cut to a width, with an ellipsis if it was longer. */
function shortened(text, size, most) {
  if (widthOf(text, size) <= most) return text;
  let cut = text.length;
  while (cut > 1 && widthOf(`${text.slice(0, cut)}…`, size) > most) cut--;
  return `${text.slice(0, cut).trimEnd()}…`;
}

/** Round numbers within low … high, about `count` of them, and the decimals that tell them apart. */
function roundTicks(low, high, count) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return { at: [low], decimals: 0 };
  const rough = span / Math.max(1, count);
  const power = Math.floor(Math.log10(rough) + 1e-9);
  const [digit, more] = [[1, 0], [2, 0], [2.5, 1], [5, 0], [10, -1]].find(([d]) => d * 10 ** power >= rough * (1 - 1e-9)) || [10, -1];
  const step = digit * 10 ** power;
  const at = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * span; i++) at.push(i * step);
  return { at, decimals: Math.max(0, more - power) };
}

/** Decades within low … high, with 2 and 5 between them where there is room. */
function decadeTicks(low, high, count) {
  const [first, last] = [Math.floor(Math.log10(low) + 1e-9), Math.ceil(Math.log10(high) - 1e-9)];
  const digits = 3 * (last - first) <= count ? [1, 2, 5] : [1];
  const every = Math.max(1, Math.ceil((last - first) / Math.max(2, count)));
  const at = [];
  for (let power = first; power <= last; power += every) {
    for (const digit of digits) {
      const value = digit * 10 ** power;
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) at.push(value);
    }
  }
  return at;
}

const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** 10 with its power. */
function powerOfTen(power) {
  return `10${[...String(power)].map((c) => RAISED[c]).join("")}`;
}

/** A number with fixed decimals, thousands apart, and a real minus sign. */
function fixed(value, decimals) {
  const text = Math.abs(value).toFixed(decimals);
  const [whole, fraction] = text.split(".");
  const apart = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") : whole;
  const sign = value < 0 && Number(text) !== 0 ? "−" : "";
  return `${sign}${apart}${fraction ? `.${fraction}` : ""}`;
}

/** A number for a decade: 0.01 … 1000 as it is, others as a power. */
function decade(value) {
  const power = Math.floor(Math.log10(value) + 1e-9);
  if (power >= -3 && power <= 4) return fixed(value, Math.max(0, -power));
  const digit = Math.round(value / 10 ** power);
  return `${digit === 1 ? "" : `${digit}×`}${powerOfTen(power)}`;
}

/** Four significant digits, more where `span` needs them; powers of ten outside 0.001 … 10⁶. */
function digits(value, span) {
  if (value === null || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const power = Math.floor(Math.log10(size) + 1e-12);
  let significant = 4;
  if (span > 0) significant = Math.min(12, Math.max(4, power - Math.floor(Math.log10(span)) + 4));
  if (size < 1e-3 || size >= 1e6) {
    const mantissa = Number((value / 10 ** power).toPrecision(significant));
    return `${String(mantissa).replace("-", "−")}×${powerOfTen(power)}`;
  }
  const text = Number(value.toPrecision(significant));
  const decimals = (String(text).split(".")[1] || "").length;
  return fixed(text, decimals);
}

/** A value with its unit, four significant digits. */
function readable(value, unit) {
  if (Number.isNaN(value)) return "no value";
  return `${digits(value)} ${unit}`.trim();
}
