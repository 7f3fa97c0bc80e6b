import { texts } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';

export interface ResetCodeData {
  /** Spares whoever opens the link in another browser typing it. */
  readonly email: string;
  readonly code: string;
  /** Stands in the address's fragment, which browsers never send to a server. */
  readonly grant: string;
}

export function resetCodeMail({ email, code, grant }: ResetCodeData, { appUrl }: Occasion): MailContent {
  const words = texts.resetCode;
  return {
    subject: words.subject,
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body),
      { kind: 'code', code },
      text(words.or),
      {
        kind: 'button',
        label: words.button,
        url: `${appUrl}/forgotpassword#${encodeURIComponent(grant)}&email=${encodeURIComponent(email)}`,
      },
      note(words.validity),
      note(words.notYou),
    ],
  };
}
