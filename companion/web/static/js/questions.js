// What only cluemasters are asked: who touched a card, covers that do not agree, a clue's validity.

import { placeOf } from "./board.js";
import { post, notice } from "./moves.js";
import { say, sayError, sentence } from "./phrase.js";
import { shapeOf } from "./shapes.js";

let drawn = "";
let turns = 0;

/** Show in `place` what is asked; the drawings are turned as the reader sits. */
export function showQuestions(place, view, move, api, live, quarterTurns = 0) {
  turns = quarterTurns;
  const state = JSON.stringify([
    view.revision, view.question, view.asked, view.discrepancies, view.undo_asked_by, view.my_team,
    turns,
  ]);
  if (state === drawn) return;
  drawn = state;
  const asked = [
    ...(view.undo_asked_by && view.undo_asked_by !== view.my_team ? [mayTakeBack(view, api, live)] : []),
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

/** A small drawing of the table with the place marked. */
function map(cells) {
  const places = cells.map((cell) => placeOf(cell.row, cell.col, turns));
  const drawing = document.createElement("span");
  drawing.className = "mini-map";
  drawing.setAttribute("aria-hidden", "true");
  for (let index = 0; index < 25; index += 1) {
    const dot = document.createElement("i");
    if (places.some((place) => place.row * 5 + place.col === index)) dot.className = "here";
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
  const word = wordAt(view, cell);
  const buttons = view.question.teams.map((team) => {
    const text = team === view.simulated_rival ? say("ask.who.rival") : say(`team.${team}`);
    return button([shapeOf(team), text], () => move("settle", { team }));
  });
  const text = sentence(say("ask.who.cover", { cover: say(`cover.${cell.cover}`) }));
  return card(say("ask.who", { word }), text, [cell], ...buttons);
}

function mayTakeBack(view, api, live) {
  const answer = (wish) => async () => {
    const sent = await post(`${api}/undo`, { revision: view.revision, wish });
    if (!sent.ok) notice(sayError(sent.body.error));
    live.refresh().catch(() => {});
  };
  const team = say(`team.${view.undo_asked_by}`);
  return card(say("undo.asked", { team }), say("undo.asked.text"), [],
    button(say("undo.agree"), answer("agree"), true),
    button(say("undo.refuse"), answer("refuse")));
}

function disagreement(found, view, api, live) {
  async function answer(kind, cells) {
    const sent = await post(`${api}/discrepancies`, {
      revision: view.revision, id: found.id, answer: kind, ...(cells ? { cells } : {}),
    });
    if (!sent.ok) notice(sayError(sent.body.error));
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
  return card(say(`ask.${found.kind}`), explain(found, view), found.cells, ...buttons);
}

/** A disagreement in the reader's words: cards by their names, since rows depend on the seat. */
function explain(found, view) {
  const words = found.cells.map((cell) => wordAt(view, cell).toUpperCase()).join(", ");
  const name = (colour) => (colour ? say(`name.${colour}`) : say("ask.cover"));
  const values = { word: words, seen: name(found.seen), key: name(found.key) };
  if (found.kind === "refused" || (found.kind === "wrong_cover" && !found.key)) return sentence(found.message);
  const isCounted = found.kind === "wrong_cover" && !found.answers.includes("confirm");
  return say(`ask.text.${isCounted ? "counted" : found.kind}`, values);
}

function aboutClue(clue, view, move) {
  const rival = Object.keys(view.remaining).find((team) => team !== clue.team);
  // A word that is only asked about is a secret of two: the rival's own team never sees it here.
  if (clue.allowed === null) {
    if (view.my_team === clue.team) return card(say("clue.ask.waits", { word: clue.word }), "", []);
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
