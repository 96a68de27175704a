// The camera's picture, fetched again while somebody looks at the page, and never kept.

import { say } from "./phrase.js";

const EVERY_MS = 400;
const WITHOUT_PICTURE_MS = 1500;

export function showPicture(api) {
  const image = document.getElementById("picture");
  const none = document.getElementById("no-picture");
  const extent = document.getElementById("extent");
  let shown = "";

  async function next() {
    let wait = WITHOUT_PICTURE_MS;
    if (document.visibilityState === "visible") {
      try {
        const answer = await fetch(`${api}/camera.jpg`, { cache: "no-store" });
        const hasPicture = answer.status === 200;
        if (hasPicture) {
          const address = URL.createObjectURL(await answer.blob());
          image.src = address;
          await image.decode().catch(() => {});
          URL.revokeObjectURL(shown);
          shown = address;
          extent.textContent = say(`host.picture.${answer.headers.get("X-Picture-Extent")}`);
          wait = EVERY_MS;
        }
        image.hidden = !hasPicture;
        none.hidden = hasPicture;
        extent.hidden = !hasPicture;
      } catch { /* the strip says that the line is dead */ }
    }
    setTimeout(next, wait);
  }
  next();
}
