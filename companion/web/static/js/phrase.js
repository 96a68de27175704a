// What the pages say. The phrases of the reader's language come from the server as one module.

import { phrases } from "/words.js";

/** The phrase of that name, with {place} filled in. */
export function say(name, values = {}) {
  const phrase = phrases[name] ?? name;
  return phrase.replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));
}

const plural = new Intl.PluralRules(document.documentElement.lang || "en");

/** The phrase of a number: `name.one` or `name.many`, as the language has it. */
export function sayCount(name, count, values = {}) {
  const form = plural.select(count) === "one" ? "one" : "many";
  return say(`${name}.${form}`, { count, ...values });
}

/** What a refusal says, in the reader's language: by its code, or in its own words. */
export function sayError(error, otherwise = "move.refused") {
  if (!error) return say(otherwise);
  const known = phrases[`error.${error.code}`];
  // English has the words of the table itself, which name the card; other languages name the kind.
  if (known && document.documentElement.lang !== "en") return known;
  return sentence(error.message ?? say(otherwise));
}

/** A hint of the camera, in the reader's language. */
export function sayHint(hint) {
  const hidden = /^(\d+) cells? (?:is|are) hidden/.exec(hint);
  if (hidden) return sayCount("hint.hidden", Number(hidden[1]));
  if (document.documentElement.lang === "en") return sentence(hint);
  const names = Object.keys(phrases).filter((name) => name.startsWith("hint."));
  const known = names.find((name) => hint.startsWith(name.slice(5)));
  const cards = /\(([^)]*)\)/.exec(hint)?.[1] ?? "";
  return known ? phrases[known].replace("{cards}", cards) : sentence(hint);
}

/** A message as a sentence. */
export function sentence(message) {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
