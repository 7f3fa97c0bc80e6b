import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { whereOfficeIs } from './office.ts';
import { dayIn } from './event-times.ts';

export interface CheckEndsData {
  /** Its kind, on one line. */
  readonly check: string;
  /** Its last day, yyyy-mm-dd. */
  readonly valid_until: string;
}

/** To a teacher, sixty days before. It has no number: it passes through mailboxes. */
export function checkEndsMail({ check, valid_until }: CheckEndsData, occasion: Occasion): MailContent {
  const { language } = occasion;
  const texts = textsIn(language);
  const words = texts.checkEnds;
  const day = dayIn(language, valid_until);
  return {
    subject: words.subject({ check, day }),
    preview: words.body({ check, day }),
    parts: [
      text(texts.greeting),
      text(words.body({ check, day })),
      ...whereOfficeIs(occasion),
      note(words.why),
    ],
  };
}
