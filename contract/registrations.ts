/** Where families register for a course: `/register/{slug}`, with the slug of its page in the catalogue. */
export const registerPath = '/register';

/** Learners of one form. */
export const mostLearners = 6;
