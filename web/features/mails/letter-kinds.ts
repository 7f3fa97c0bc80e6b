import { eventLetterKinds, letterKinds, type LetterKind } from '@gurukul/contract/mails';
import { session } from '#web/lib/session.ts';

/** The letters that the viewer has to do with: all of them for the office, those about events for a course admin. */
export const kindsInSight = (): readonly LetterKind[] =>
  session.role === 'admin' ? letterKinds : eventLetterKinds;

const withEvent = new Set<LetterKind>(eventLetterKinds);

export const isAboutEvents = (kind: LetterKind): boolean => withEvent.has(kind);
