/** Several people behind one address, and the choice among them. */
export const behind = {
  title: 'Several students have this email',
  question: 'Who is meant?',
  born: (date: string) => `born ${date}`,
} as const;
