// One question that slides up from below. Answers are buttons; Escape and a tap beside it cancel.

import { say } from "./phrase.js";

const sheet = document.getElementById("sheet");
let answer = null;

/** Ask. `buttons` is a list of {value, text, main?, content?}; gives the value, or null. */
export function ask({ head, text = "", buttons }) {
  if (sheet.open) sheet.close();
  document.getElementById("sheet-head").textContent = head;
  const place = document.getElementById("sheet-text");
  place.textContent = text;
  place.hidden = !text;
  document.getElementById("sheet-buttons").replaceChildren(...buttons.map((button) => {
    const made = document.createElement("button");
    made.type = "button";
    if (button.main) made.className = "main";
    if (button.content) made.append(button.content);
    made.append(button.text);
    made.addEventListener("click", () => finish(button.value));
    return made;
  }));
  sheet.showModal();
  return new Promise((resolve) => { answer = resolve; });
}

/** Ask for a yes; everything else is a no. */
export function sure(head, text, yes) {
  return ask({
    head,
    text,
    buttons: [{ value: true, text: yes, main: true }, { value: null, text: say("sheet.cancel") }],
  });
}

/** Close the question without an answer: the table has moved on. */
export function dropQuestion() {
  if (sheet?.open) finish(null);
}

function finish(value) {
  const resolve = answer;
  answer = null;
  if (sheet.open) sheet.close();
  resolve?.(value);
}

sheet.addEventListener("close", () => finish(null));
sheet.addEventListener("click", (event) => {
  if (event.target === sheet) finish(null);
});
