export const paymentStatuses = [
  'Successful',
  'Failed',
  'Refunded',
  'Exempted',
  'Alternate arrangements made',
  'Sponsored',
] as const;

/** The answers of a move: `success` with the first, `warning` with one of the others, and then nothing was changed. */
export const moveOutcomes = [
  'student_moved',
  'student_not_moved',
  'student_in_course',
  'student_in_several',
  'class_full',
  'level_missing',
] as const;
