/** What a page says of a history that nobody has opened yet; the rest stands with `audit`. */
export const history = {
  title: 'History',
  open: 'Show history',
  close: 'Hide history',
  lead: 'Who changed what, from what to what, and when.',
} as const;
