// What only cluemasters are asked: who touched a card, covers that do not agree, a clue's validity.

import { post, notice, sentence } from "./moves.js";
import { say } from "./phrase.js";
import { shapeOf } from "./shapes.js";

let drawn = "";

export function showQuestions(place, view, move, api, live) {
  const state = JSON.stringify([view.revision, view.question, view.asked, view.discrepancies]);
  if (state === drawn) return;
  drawn = state;
  const asked = [
    ...(view.question ? [whoTouched(view, move)] : []),
    ...(view.discrepancies ?? []).map((found) => disagreement(found, view, api, live)),
    ...(view.asked ?? []).map((clue) => aboutClue(clue, view, move)).filter(Boolean),
  ];
  place.replaceChildren(...asked);
  place.hidden = asked.length === 0;
}

function card(head, text, cells, ...buttons) {
  const box = document.createElement("article");
  box.className = "panel ask stack";
  const heading = document.createElement("h2");
  heading.textContent = head;
  const body = document.createElement("div");
  body.className = "ask-body";
  if (cells.length) body.append(map(cells));
  const words = document.createElement("p");
  words.textContent = text;
  body.append(words);
  const row = document.createElement("div");
  row.className = "row";
  row.append(...buttons);
  box.append(heading, body, row);
  return box;
}

/** A small drawing of the table with the place marked, turned as the guessers read it. */
function map(cells) {
  const drawing = document.createElement("span");
  drawing.className = "mini-map";
  drawing.setAttribute("aria-hidden", "true");
  for (let index = 0; index < 25; index += 1) {
    const dot = document.createElement("i");
    if (cells.some((cell) => cell.row * 5 + cell.col === index)) dot.className = "here";
    drawing.append(dot);
  }
  return drawing;
}

function button(text, onClick, isMain = false) {
  const made = document.createElement("button");
  made.type = "button";
  if (isMain) made.className = "main";
  made.append(...[text].flat());
  made.addEventListener("click", onClick);
  return made;
}

function wordAt(view, cell) {
  const found = view.cells[cell.row * 5 + cell.col];
  return found.word || say("card.place", { row: cell.row + 1, card: cell.col + 1 });
}

function whoTouched(view, move) {
  const cell = view.question;
  const place = say("card.place", { row: cell.row + 1, card: cell.col + 1 });
  const word = wordAt(view, cell);
  const buttons = view.question.teams.map((team) => {
    const text = team === view.simulated_rival ? say("ask.who.rival") : say(`team.${team}`);
    return button([shapeOf(team), text], () => move("settle", { team }));
  });
  return card(say("ask.who", { word }), `${place}: ${say(`cover.${cell.cover}`)}.`, [cell], ...buttons);
}

function disagreement(found, view, api, live) {
  async function answer(kind, cells) {
    const sent = await post(`${api}/discrepancies`, {
      revision: view.revision, id: found.id, answer: kind, ...(cells ? { cells } : {}),
    });
    if (!sent.ok) notice(sentence(sent.body.error?.message ?? say("move.refused")));
    live.refresh().catch(() => {});
  }
  const order = [];
  const buttons = [];
  if (found.answers.includes("in_order")) {
    for (const cell of found.cells) {
      const made = button(say("ask.order.this", { word: wordAt(view, cell) }), () => {
        order.push(cell);
        made.disabled = true;
        const rest = found.cells.filter((one) => !order.includes(one));
        if (rest.length <= 1) answer("in_order", [...order, ...rest]);
        else for (const next of buttons) if (!next.disabled && next.dataset.word) next.textContent = say("ask.order.next", { word: next.dataset.word });
      });
      made.dataset.word = wordAt(view, cell);
      buttons.push(made);
    }
  }
  if (found.answers.includes("confirm")) {
    buttons.push(button(say(`ask.confirm.${found.kind}`), () => answer("confirm"), true));
  }
  if (found.answers.includes("dismiss")) {
    buttons.push(button(say("ask.dismiss"), () => answer("dismiss")));
  }
  return card(say(`ask.${found.kind}`), sentence(found.message), found.cells, ...buttons);
}

function aboutClue(clue, view, move) {
  const rival = Object.keys(view.remaining).find((team) => team !== clue.team);
  if (clue.allowed === null) {
    const answer = (allowed) => () => move("allow_clue", { word: clue.word, team: rival, allowed });
    return card(
      say("ask.clue", { team: say(`team.${clue.team}`), word: clue.word }),
      say("ask.clue.who", { rival: say(`team.${rival}`) }),
      [],
      button(say("ask.yes"), answer(true), true),
      button(say("ask.no"), answer(false)),
    );
  }
  if (view.phase !== "clue" || view.turn !== clue.team) return null;
  const answered = clue.allowed ? "clue.ask.allowed" : "clue.ask.refused";
  return card(say(answered, { word: clue.word }), "", []);
}
