/** The texts of a closed history panel; the others are in `audit`. */
export const history = {
  title: 'History',
  open: 'Show history',
  close: 'Hide history',
  lead: 'Who changed what, from what to what, and when.',
} as const;
