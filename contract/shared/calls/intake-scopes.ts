/** The scopes of an intake key. Each opens the calls of that name; the homework scope also opens its files. */
export const intakeScopes = [
  'students',
  'payments',
  'tickets',
  'registrations',
  'homework',
  'enquiries',
  'bounces',
] as const;
export type IntakeScope = (typeof intakeScopes)[number];
