/** Says `undone` when a change was undone: what was about to tell of it ends. */
export const undone = new EventTarget();
