// This device as the table's camera: the newest picture and no other, as fast as the line bears.

import { keepAwake } from "./awake.js";
import { remember } from "./memory.js";
import { say, sayError } from "./phrase.js";
import { showStatus } from "./status.js";

const WIDTH = 1280;
const HEIGHT = 720;
const QUALITY = 0.82;
const SHORTEST_MS = 80; // a dozen pictures a second are plenty: a cover is laid once in a while
const AGAIN_MS = 1000;

const { api } = document.body.dataset;
const byId = (id) => document.getElementById(id);
const video = byId("preview");
const canvas = document.createElement("canvas");
let stream = null;
let sent = 0;
let countedAt = performance.now();

keepAwake(byId("awake"), byId("awake-note"), remember);

if (!navigator.mediaDevices?.getUserMedia) refuse("film.unsafe");

byId("film").addEventListener("click", () => (stream ? stop() : start()));
byId("which").addEventListener("change", start);

async function start() {
  stop();
  const device = byId("which").value;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        width: { ideal: WIDTH },
        height: { ideal: HEIGHT },
        ...(device ? { deviceId: { exact: device } } : { facingMode: "environment" }),
      },
    });
  } catch (error) {
    refuse(error.name === "NotAllowedError" ? "film.refused" : "film.none");
    return;
  }
  byId("no-camera").hidden = true;
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
  byId("film").textContent = say("film.stop");
  listCameras();
  send(stream);
}

function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  video.hidden = true;
  byId("film").textContent = say("film.start");
  byId("rate").textContent = "";
}

async function listCameras() {
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === "videoinput");
  const which = byId("which");
  which.parentElement.hidden = cameras.length < 2;
  if (which.children.length === cameras.length) return;
  const used = stream?.getVideoTracks()[0]?.getSettings().deviceId;
  which.replaceChildren(...cameras.map((one, index) => {
    const option = document.createElement("option");
    option.value = one.deviceId;
    option.textContent = one.label || `${index + 1}`;
    option.selected = one.deviceId === used;
    return option;
  }));
}

async function send(mine) {
  while (stream === mine) {
    const began = performance.now();
    if (document.visibilityState === "visible" && video.videoWidth) {
      const scale = Math.min(1, WIDTH / video.videoWidth);
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
      const picture = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
      if (!(await post(picture))) await pause(AGAIN_MS);
    }
    await pause(Math.max(0, SHORTEST_MS - (performance.now() - began)));
  }
}

async function post(picture) {
  try {
    const answer = await fetch(`${api}/camera/frames`, {
      method: "POST",
      headers: { "Content-Type": "image/jpeg" },
      body: picture,
      cache: "no-store",
    });
    const body = await answer.json();
    if (!answer.ok) {
      byId("rate").textContent = sayError(body.error);
      if (answer.status === 403) stop();
      return false;
    }
    count();
    showStatus({ camera: body, cells: [], remaining: {}, phase: "setup", edition: document.documentElement.dataset.edition });
    return true;
  } catch {
    byId("rate").textContent = say("move.offline");
    return false;
  }
}

function count() {
  sent += 1;
  const seconds = (performance.now() - countedAt) / 1000;
  if (seconds < 2) return;
  byId("rate").textContent = say("film.rate", { rate: (sent / seconds).toFixed(0) });
  sent = 0;
  countedAt = performance.now();
}

function refuse(name) {
  byId("no-camera").textContent = say(name);
  byId("no-camera").hidden = false;
}

function pause(ms) {
  return new Promise((resolve) => { setTimeout(resolve, ms); });
}
