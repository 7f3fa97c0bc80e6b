/** How long mails about a change wait, so that an Undo can withdraw them. */
export const heldSeconds = 60;
