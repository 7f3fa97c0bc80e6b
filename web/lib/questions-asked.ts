let questions = 0;

/** A question is open: a press from now on is a new action, not a repeat of an earlier press. */
export const beginQuestion = () => {
  questions += 1;
};

/** The number of questions so far. It separates the presses before a question from those after it. */
export const questionsAsked = () => questions;
