/** The controls that explanations lead to. They stand in panels that know nothing of each other. */
export const controls = {
  course: 'association-course',
  class: 'association-class',
  teacher: 'association-teacher',
  create: 'association-create-class',
  teachers: 'association-teachers',
} as const;

/** The button that takes a teacher into the course. */
export const associationOf = (userId: number) => `association-of-${userId}`;

export const goTo = (id: string) => document.getElementById(id)?.focus();

/** Goes there and presses it, so that the focus returns there as well. */
export function press(id: string) {
  goTo(id);
  document.getElementById(id)?.click();
}
