// What the pages say. The phrases of the reader's language come from the server as one module.

import { phrases } from "/words.js";

/** The phrase of that name, with {place} filled in. */
export function say(name, values = {}) {
  const phrase = phrases[name] ?? name;
  return phrase.replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));
}
