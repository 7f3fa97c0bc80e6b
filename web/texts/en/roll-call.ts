export const rollCall = {
  due: 'Rolls to call',
  noneDue: 'None of your classes meets today or met yesterday.',
  place: (group: string, day: string) => `${group}, ${day}`,
  notCalled: 'Not called yet',
  counts: (present: number, absent: number) => `${present} present, ${absent} absent`,
  nobody: 'Nobody is in this class',
} as const;
