// One word, one number; advice while it is typed, from the server, since it knows the stems.

import { post } from "./moves.js";
import { say } from "./phrase.js";

const HIGHEST = 9;
const ADVICE_AFTER_MS = 350;

export function makeClueForm(api, move) {
  const form = document.getElementById("clue-form");
  const word = document.getElementById("clue-word");
  const advice = document.getElementById("advice");
  const askRival = document.getElementById("ask-rival");
  let view = null;
  let drawnFor = null;
  let timer = 0;

  function drawNumbers(withExpert) {
    if (drawnFor === withExpert) return;
    drawnFor = withExpert;
    const numbers = [...Array(HIGHEST).keys()].map((index) => String(index + 1));
    const all = withExpert ? ["0", ...numbers, "unlimited"] : numbers;
    document.getElementById("numbers").replaceChildren(...all.map((number) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = "radio";
      input.name = "number";
      input.value = number;
      input.checked = number === "1";
      const shown = document.createElement("span");
      shown.textContent = number === "unlimited" ? "∞" : number;
      if (number === "unlimited") input.setAttribute("aria-label", say("clue.unlimited"));
      label.append(input, shown);
      return label;
    }));
  }

  async function advise() {
    const text = word.value.trim();
    const answer = text ? await post(`${api}/advice`, { word: text }) : null;
    if (text !== word.value.trim()) return;
    const found = answer?.ok ? answer.body.advice : [];
    advice.replaceChildren(...found.map((one) => {
      const item = document.createElement("li");
      const shown = (one.card_word ?? "").toUpperCase();
      item.textContent = say(`advice.${one.kind}`, { word: text, card: shown });
      return item;
    }));
    advice.hidden = found.length === 0;
    askRival.hidden = found.length === 0 || Boolean(view?.simulated_rival) || !view?.turn;
  }

  word.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(advise, ADVICE_AFTER_MS);
  });
  askRival.addEventListener("click", () => move("ask_clue", { word: word.value.trim(), team: view.turn }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const number = form.elements.number.value;
    if (!word.value.trim()) {
      word.focus();
      return;
    }
    if (await move("clue", { word: word.value.trim(), number })) {
      word.value = "";
      advise();
    }
  });

  return {
    show(newest) {
      view = newest;
      drawNumbers(view.expert_clues);
      const isOthers = Boolean(view.my_team) && view.my_team !== view.turn && !view.simulated_rival;
      form.hidden = view.phase !== "clue" || view.rivals_turn || isOthers;
      if (form.hidden) advice.hidden = true;
    },
  };
}
