/** The marks of a student in a class, as a strip of boxes. */
export const markStrip = {
  /** For screen readers. */
  mark: (day: string, status: string, isCorrected: boolean) =>
    `${day}: ${status}${isCorrected ? ', corrected' : ''}`,
  choose: (name: string, day: string) => `Attendance of ${name} on ${day}`,
  done: (name: string, day: string, status: string) => `${name}, ${day}: ${status}`,
  changed: 'Somebody else changed this mark in the meantime. This is what is recorded now.',
} as const;
