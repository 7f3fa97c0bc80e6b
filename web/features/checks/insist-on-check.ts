import { refusedWith } from '#web/calls/errors.ts';

/** Asks whether a class of children is given without a check, where that refused a save. Throws any other error. */
export async function insistOnCheck(error: unknown): Promise<{ readonly allow_unchecked: true } | null> {
  const check = refusedWith(error, 'teacher_unchecked')?.check;
  if (!check?.can_insist) throw error;
  const { askAboutCheck } = await import('./ask-about-check.tsx');
  return (await askAboutCheck(check)) ? { allow_unchecked: true } : null;
}
