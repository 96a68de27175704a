// The host's page: the picture, the seats, a new game. It never sees a key.

import { makeBoard } from "./board.js";
import { showEvening } from "./evening.js";
import { listenToKeys } from "./host-keys.js";
import { follow } from "./live.js";
import { makeMover, notice, post } from "./moves.js";
import { say, sayCount, sayError, sentence } from "./phrase.js";
import { showPicture } from "./picture.js";
import { showQuestions } from "./questions.js";
import { shapeOf } from "./shapes.js";
import { sure } from "./sheet.js";
import { sayDevice, showStatus } from "./status.js";
import { tapCard } from "./taps.js";
import { makeTimerChoice } from "./timer-choice.js";
import { showTimer } from "./timer.js";

const { api, page } = document.body.dataset;
const byId = (id) => document.getElementById(id);
const TEAMS = { simpsons: ["orange", "yellow"], classic: ["red", "blue"] };
const form = byId("new-game");
let view = null;
let seatCount = null;

const live = follow(`${api}/host`, show, () => location.assign(page));
const move = makeMover(api, live);
const board = makeBoard(byId("board"), { api, wordUnderCover: true, onTap: (cell) => tapCard(cell, view, move) });
const timerChoice = makeTimerChoice(api);
showPicture(api);

function show(newest) {
  view = newest;
  showStatus(view);
  showQuestions(byId("asks"), view, move, api, live);
  showSeats();
  showTicks();
  showTimer(view, api);
  showEvening(view, api);
  timerChoice.show(view);
  // With the key on paper nobody needs a phone: the host puts right what the camera got wrong.
  byId("by-hand").hidden = view.key_source !== "paper" || !["clue", "guess"].includes(view.phase);
  if (!byId("by-hand").hidden) board.show(view);
  byId("next-game").hidden = !view.host.is_cleared;
  showPutAway();
  const isWatching = view.camera.state !== "none";
  byId("pause").hidden = !isWatching;
  byId("pause").textContent = say(view.camera.state === "paused" ? "host.resume" : "host.pause");
  byId("resumed").hidden = !view.host.is_resumed;
  byId("trouble").hidden = !view.host.trouble;
  byId("trouble").firstElementChild.textContent = sentence(view.host.trouble ?? "");
  byId("end-turn").hidden = !view.may_stop || view.rivals_turn;
  byId("undo").disabled = view.moves.length === 0;
}

function showPutAway() {
  const words = view.host.put_away ?? [];
  byId("put-away").hidden = words.length === 0;
  byId("put-away-words").textContent = words.join(" · ");
  byId("put-away-count").textContent = words.length ? sayCount("host.put_away", words.length) : "";
  byId("deal-others").hidden = view.camera.state !== "none";
}

function showTicks() {
  // Without a camera nobody sees the cards: there is nothing to tick off.
  byId("ticks").parentElement.hidden = view.camera.state === "none";
  const count = view.host.named_cards;
  byId("ticks").replaceChildren(...view.cells.map((cell) => {
    const tick = document.createElement("li");
    if (count > 0 && cell.card) tick.className = "seen";
    return tick;
  }));
  byId("seen").textContent = count === 25 ? say("host.cards.all") : say("host.cards", { count });
}

function showSeats() {
  const open = view.seats.filter((seat) => seat.standing === "cluemaster" && seat.open > 0).length;
  byId("open-count").textContent = open ? sayCount("host.open", open) : say("host.open.none");
  if (seatCount !== null && view.seats.length > seatCount && !byId("code-box").hidden) {
    byId("code-box").hidden = true;
    notice(say("host.code.used"));
  }
  seatCount = view.seats.length;
  byId("seats").replaceChildren(...(view.seats.length ? view.seats.map(drawSeat) : [nobody()]));
}

function nobody() {
  const item = document.createElement("li");
  item.className = "quiet";
  item.textContent = say("host.seats.none");
  return item;
}

function drawSeat(seat) {
  const item = document.createElement("li");
  const name = document.createElement("span");
  const who = document.createElement("b");
  who.textContent = say(`host.seats.${seat.standing}`);
  if (seat.team) who.prepend(shapeOf(seat.team), " ");
  if (seat.team) who.className = `is-${seat.team}`;
  const time = new Date(seat.claimed_at_s * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const more = document.createElement("small");
  more.textContent = `${sayDevice(seat.device)}, ${say("host.seats.since", { time })}, `
    + say(seat.open ? "host.seats.open" : "host.seats.closed");
  name.append(who, more);
  const away = document.createElement("button");
  away.type = "button";
  away.textContent = say("host.seats.away");
  away.addEventListener("click", async () => {
    const sent = await post(`${api}/host/seats/${encodeURIComponent(seat.id)}/take-away`);
    if (!sent.ok) notice(sayError(sent.body.error));
  });
  item.append(name, away);
  return item;
}

async function togglePause() {
  if (byId("pause").hidden) return;
  const sent = await post(`${api}/camera/pause`, { paused: view.camera.state !== "paused" });
  if (!sent.ok) notice(sayError(sent.body.error));
}

async function showCode(standing) {
  const sent = await post(`${api}/host/codes`, { standing });
  if (!sent.ok) {
    notice(sayError(sent.body.error));
    return;
  }
  const { code, address, qr } = sent.body;
  byId("code-text").textContent = code;
  byId("code-address").textContent = address;
  const drawing = byId("qr");
  drawing.setAttribute("viewBox", `0 0 ${qr.size} ${qr.size}`);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", qr.path);
  drawing.replaceChildren(path);
  byId("code-box").hidden = false;
  byId("code-box").scrollIntoView({ block: "nearest" });
}

byId("make-code").addEventListener("click", () => showCode("cluemaster"));
byId("host-code").addEventListener("click", () => showCode("host"));
byId("camera-code")?.addEventListener("click", () => showCode("camera"));
byId("pause").addEventListener("click", togglePause);
byId("begin-next").addEventListener("click", () => form.requestSubmit());
byId("deal-others").addEventListener("click", () => form.requestSubmit());
listenToKeys({
  n: () => form.requestSubmit(),
  u: () => byId("undo").click(),
  e: () => { if (!byId("end-turn").hidden) byId("end-turn").click(); },
  c: () => showCode("cluemaster"),
  p: togglePause,
}, byId("keys"));
byId("hide-code").addEventListener("click", () => { byId("code-box").hidden = true; });
byId("end-turn").addEventListener("click", () => move("end_turn"));
byId("undo").addEventListener("click", async () => {
  if (!(await sure(say("sheet.undo"), say("sheet.undo.host"), say("sheet.undo.yes")))) return;
  const sent = await post(`${api}/undo`, { revision: view.revision, wish: "ask" });
  if (!sent.ok) notice(sayError(sent.body.error));
  live.refresh().catch(() => {});
});
byId("open-table").addEventListener("click", async () => {
  const sent = await post(`${api}/host/tables`);
  if (sent.ok) location.assign(`${sent.body.address}host`);
  else notice(sayError(sent.body.error));
});

function chosen() {
  return Object.fromEntries(new FormData(form));
}

function showChoices() {
  const { key, edition } = chosen();
  byId("start-choice").hidden = key === "choose";
  byId("start-chance").hidden = key === "paper";
  byId("faces").hidden = view ? view.camera.state !== "none" : false;
  if (key === "paper" && form.elements.start.value === "chance") form.elements.start.value = "first";
  const teams = TEAMS[edition];
  for (const [index, place] of ["first", "second"].entries()) {
    const dot = form.querySelector(`[data-team="${place}"]`);
    dot.className = `dot is-${teams[index]}`;
    dot.replaceChildren(shapeOf(teams[index]));
    form.querySelector(`[data-team-name="${place}"]`).textContent = say(`team.${teams[index]}`);
  }
}
form.addEventListener("change", showChoices);
showChoices();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { mode, key, start, edition, faces, expert_clues: expert } = chosen();
  const isRunning = view && view.phase !== "setup" && !view.outcome && view.moves.length > 0;
  if (isRunning && !(await sure(say("host.new"), say("host.new.text"), say("host.new.yes")))) return;
  const fields = {
    mode: mode === "allies" ? "three" : mode,
    allies: mode === "allies",
    edition,
    expert_clues: Boolean(expert),
    key_source: { choose: "entered", dealt: "dealt", paper: "paper" }[key],
  };
  if (key !== "choose" && start !== "chance") fields.start = TEAMS[edition][start === "first" ? 0 : 1];
  if (faces) fields.faces = faces;
  move("new_game", fields);
});
