/* Hours of a week, which begins on Monday at 00:00: 0 to 167. */

export const hoursOfWeek = 168;

/** Languages of a wish. */
export const mostWished = 20;
