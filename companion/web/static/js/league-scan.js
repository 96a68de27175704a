// Holding a score card before the laptop's camera: pictures go to this machine's own program.

import { h, openSheet, post, say } from "./ledger.js";

const EVERY_MS = 600;

/** Look through the camera until a card of this evening is seen. */
export async function scanCard(api, onPlayer) {
  const video = h("video", { autoplay: true, playsinline: true, muted: true, class: "scan" });
  const told = h("p", { class: "quiet" }, say("scan_text"));
  openSheet(say("scan"), video, told);
  const sheet = document.getElementById("sheet");
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 }, facingMode: "environment" } });
  } catch {
    told.textContent = say("scan_none");
    return;
  }
  video.srcObject = stream;
  const canvas = document.createElement("canvas");
  let looking = true;
  sheet.addEventListener("close", () => { looking = false; stream.getTracks().forEach((track) => track.stop()); }, { once: true });
  while (looking) {
    await new Promise((later) => setTimeout(later, EVERY_MS));
    if (!looking || !video.videoWidth) continue;
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d").drawImage(video, 0, 0);
    const picture = await new Promise((made) => canvas.toBlob(made, "image/jpeg", 0.85));
    const answer = await post(`${api}/scan`, picture, "image/jpeg");
    if (answer.ok && looking) {
      onPlayer(answer.body.player);
      return;
    }
  }
}
