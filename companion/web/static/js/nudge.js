// A small knock when it is one's turn: felt, heard, both or neither.

let sound = null;

function chime() {
  sound ??= new AudioContext();
  const now = sound.currentTime;
  for (const [index, pitch] of [660, 880].entries()) {
    const tone = sound.createOscillator();
    const level = sound.createGain();
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0.0001, now + index * 0.14);
    level.gain.exponentialRampToValueAtTime(0.12, now + index * 0.14 + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, now + index * 0.14 + 0.3);
    tone.connect(level).connect(sound.destination);
    tone.start(now + index * 0.14);
    tone.stop(now + index * 0.14 + 0.32);
  }
}

/** Gives `nudge(view)`, to be called with each view. */
export function makeNudge(vibrate, ring) {
  let last = null;
  return function nudge(view) {
    const asks = (view.question ? 1 : 0) + (view.discrepancies?.length ?? 0) + (view.undo_asked_by ? 1 : 0);
    const isMine = view.phase === "clue" && !view.rivals_turn && (!view.my_team || view.my_team === view.turn);
    const now = JSON.stringify([view.game, isMine && view.turn, asks]);
    const isNews = last !== null && now !== last && (isMine || asks > 0);
    last = now;
    if (!isNews) return;
    if (vibrate.checked) navigator.vibrate?.([60, 60, 60]);
    if (ring.checked) try { chime(); } catch { /* no sound in this browser */ }
  };
}
