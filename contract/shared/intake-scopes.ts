/** What an intake key may hand in: each scope opens the calls of that name, and the homework scope its files too. */
export const intakeScopes = [
  'students',
  'payments',
  'tickets',
  'registrations',
  'homework',
  'enquiries',
] as const;
export type IntakeScope = (typeof intakeScopes)[number];
