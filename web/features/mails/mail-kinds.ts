import { eventMailKinds, mailKinds, type MailKind } from '@gurukul/contract/mails';
import { session } from '#web/lib/session.ts';

/** The kinds of mails that the viewer may see: all of them for the office, those about events and meetings for a course admin. */
export const kindsInSight = (): readonly MailKind[] =>
  session.role === 'admin'
    ? mailKinds
    : [...eventMailKinds, 'meeting_change', 'meeting_reminder', 'event_reminder'];

const withEvent = new Set<MailKind>(eventMailKinds);

export const isAboutEvents = (kind: MailKind): boolean => withEvent.has(kind);
