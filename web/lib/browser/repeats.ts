let ends = 0;

/** A press from now on is a new action, not a repeat of an earlier press: a question is open, or an undo is under way. */
export const endRepeats = () => {
  ends += 1;
};

/** It differs between a press before such an end and one after it. */
export const repeatsEnded = () => ends;
