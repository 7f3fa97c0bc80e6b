let questions = 0;

/** Somebody is being asked: what is pressed from now on is another gesture than what was pressed before. */
export const beginQuestion = () => {
  questions += 1;
};

/** How many questions have been asked so far, to tell the presses before one from those after it. */
export const questionsAsked = () => questions;
