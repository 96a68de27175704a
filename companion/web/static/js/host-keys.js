// The host's keyboard: one letter each, never while somebody types.

/** `actions` by letter; `?` opens `help`, a dialog. */
export function listenToKeys(actions, help) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, select, textarea, dialog[open]")) return;
    if (event.key === "?") {
      help.showModal();
      return;
    }
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
