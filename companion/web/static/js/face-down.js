// A phone that is laid on its face shows nothing when it is taken up again. Browsers tell how a
// phone lies only to safe pages (https), and iPhones ask their owner first.

const FACE_DOWN = -0.55; // the screen's normal against the vertical: more than 120 degrees over
const AGAIN_ABOVE = -0.2;

/** Call `onDown` when the phone is turned onto its face; `onUp` when it is taken up again. */
export function watchFace(onDown, onUp) {
  let isDown = false;
  function look({ beta, gamma }) {
    if (beta == null || gamma == null) return;
    const up = Math.cos((beta * Math.PI) / 180) * Math.cos((gamma * Math.PI) / 180);
    if (!isDown && up < FACE_DOWN) {
      isDown = true;
      onDown();
    } else if (isDown && up > AGAIN_ABOVE) {
      isDown = false;
      onUp();
    }
  }
  if (!("DeviceOrientationEvent" in window)) return;
  const begin = () => window.addEventListener("deviceorientation", look);
  if (typeof DeviceOrientationEvent.requestPermission !== "function") {
    begin();
    return;
  }
  document.addEventListener("pointerup", async () => {
    try {
      if ((await DeviceOrientationEvent.requestPermission()) === "granted") begin();
    } catch { /* the owner said no, or the page is not safe */ }
  }, { once: true });
}
