// The search of the book: all words must begin a word of a section; headings count more than texts.
"use strict";
const up = document.body.dataset.up;
const field = document.getElementById("search");
const found = document.getElementById("found");
const split = text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const sections = window.BOOK.map(([page, title, url, text]) => ({ page, title, url, text, head: split(page + " " + title), body: split(text) }));

function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const begins = other => other.startsWith(word);
    if (section.head.includes(word)) sum += 8;
    else if (section.head.some(begins)) sum += 5;
    else if (section.body.includes(word)) sum += 2;
    else if (section.body.some(begins)) sum += 1;
    else return 0;
  }
  // Chapters before entries of the reference, where both fit as well.
  return sum + (section.url.startsWith("reference/") || section.url.startsWith("validation/") ? 0 : 1.5);
}

function show() {
  const words = split(field.value);
  found.replaceChildren();
  if (!words.length) return;
  const ranked = sections.map(section => [score(section, words), section]).filter(([points]) => points > 0);
  ranked.sort((a, b) => b[0] - a[0]);
  for (const [, section] of ranked.slice(0, 12)) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = up + section.url;
    link.textContent = section.title;
    const where = document.createElement("small");
    where.textContent = section.page;
    item.append(link, where);
    found.append(item);
  }
  if (!ranked.length) found.textContent = "Nothing found: try fewer or shorter words.";
}

field.addEventListener("input", show);
document.addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
