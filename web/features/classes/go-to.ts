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

/** What is folded or stands on another tab is opened first. */
export function goTo(id: string) {
  const target = document.getElementById(id);
  target?.closest('details')?.setAttribute('open', '');
  const panel = target?.closest<HTMLElement>('[role="tabpanel"]');
  if (target?.offsetParent || !panel) return target?.focus();
  document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click();
  requestAnimationFrame(() => target?.focus());
}

/** Goes there and presses it, so that the focus returns there as well. */
export function press(id: string) {
  goTo(id);
  document.getElementById(id)?.click();
}
