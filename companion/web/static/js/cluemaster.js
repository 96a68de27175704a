// The cluemaster's page: the key under a held thumb, clues, and the questions only they are asked.

import { keepAwake } from "./awake.js";
import { makeBoard } from "./board.js";
import { followSheet, needsSheet } from "./cards.js";
import { makeClueForm } from "./clue-form.js";
import { showQuestions } from "./questions.js";
import { watchFace } from "./face-down.js";
import { makeKeyChoice } from "./key-choice.js";
import { follow } from "./live.js";
import { makeLook } from "./look.js";
import { remember } from "./memory.js";
import { showMine } from "./mine.js";
import { makeMover, notice, post } from "./moves.js";
import { makeNudge } from "./nudge.js";
import { say, sayError } from "./phrase.js";
import { squaresOf } from "./shapes.js";
import { dropQuestion, sure } from "./sheet.js";
import { showStatus } from "./status.js";
import { tapCard } from "./taps.js";
import { makeTeamChoice } from "./team.js";
import { showTimer } from "./timer.js";

const { api, page } = document.body.dataset;
const byId = (id) => document.getElementById(id);

let view = null;
const quarterTurns = () => Number(remember.get("sit", "2"));
const board = makeBoard(byId("board"), {
  quarterTurns,
  api,
  wordUnderCover: true,
  onTap: (cell) => tapCard(cell, view, move),
});
const look = makeLook(byId("look"), api, () => byId("stay-open").checked, {
  show(key) {
    board.showKey(squaresOf(key.grid));
    showMine(view, key);
  },
  hide() {
    board.hideKey();
    showMine(null);
  },
});
const live = follow(`${api}/cluemaster`, show, () => location.assign(page));
const move = makeMover(api, live);
const clueForm = makeClueForm(api, move);
const keyChoice = makeKeyChoice(api, move);
const teamChoice = makeTeamChoice(api);
const nudge = makeNudge(byId("vibrate"), byId("ring"));
followSheet(api, () => view && needsSheet(view), () => board.redraw());

function show(newest) {
  const isNews = view?.revision !== newest.revision;
  if (view && isNews) dropQuestion();
  view = newest;
  board.show(view);
  showStatus(view);
  showQuestions(byId("asks"), view, move, api, live, quarterTurns());
  showTimer(view, api);
  teamChoice.show(view);
  nudge(view);
  clueForm.show(view);
  keyChoice.show(view);
  byId("end-turn").hidden = !view.may_stop || view.rivals_turn;
  byId("undo").disabled = view.moves.length === 0;
  showKey(isNews);
}

function showKey(isNews) {
  const isOpenToAll = Boolean(view.outcome && view.key);
  byId("look").disabled = isOpenToAll || !view.has_key;
  if (isOpenToAll) {
    look.close();
    board.showKey(squaresOf(view.key.grid));
    byId("look-words").textContent = say("look.over");
  } else if (!view.has_key) {
    look.close();
    board.hideKey();
    byId("look-words").textContent = say(view.key_source === "paper" ? "look.paper" : "look.none");
  } else if (isNews) {
    if (!look.isOpen()) {
      board.hideKey(); // the last game's, laid open at its end
      look.retitle();
    }
    look.renew();
  }
}

byId("end-turn").addEventListener("click", () => move("end_turn"));
byId("undo").addEventListener("click", async () => {
  if (!(await sure(say("sheet.undo"), say("sheet.undo.text"), say("sheet.undo.yes")))) return;
  const sent = await post(`${api}/undo`, { revision: view.revision, wish: "ask" });
  if (!sent.ok) notice(sayError(sent.body.error));
  else if (sent.body.consent === "asked") notice(say("undo.waits"));
  live.refresh().catch(() => {});
});
byId("leave").addEventListener("click", async (event) => {
  const sent = await post(`${api}/seats/leave`, { standing: "cluemaster" });
  if (sent.ok) location.assign(event.target.dataset.then);
  else notice(sayError(sent.body.error));
});
for (const name of ["stay-open", "vibrate", "ring"]) {
  byId(name).checked = remember.get(name, name === "vibrate" ? "yes" : "no") === "yes";
  byId(name).addEventListener("change", () => {
    remember.set(name, byId(name).checked ? "yes" : "no");
    look.close();
    if (!byId("look").disabled) look.retitle();
  });
}
look.retitle();
keepAwake(byId("awake"), byId("awake-note"), remember);
watchFace(() => {
  look.close();
  document.body.classList.add("face-down");
}, () => document.body.classList.remove("face-down"));

function turnAs(sit) {
  // The edge that lies towards the guessers, and the one towards the reader, are named.
  byId("edge-top").textContent = sit === "2" ? say("edge.guessers") : "";
  byId("edge-bottom").textContent = sit === "0" ? say("edge.guessers") : say("edge.you");
  board.redraw();
  if (view) showQuestions(byId("asks"), view, move, api, live, quarterTurns());
}
for (const choice of document.querySelectorAll('input[name="sit"]')) {
  choice.checked = choice.value === remember.get("sit", "2");
  choice.addEventListener("change", () => {
    remember.set("sit", choice.value);
    turnAs(choice.value);
  });
}
turnAs(remember.get("sit", "2"));
