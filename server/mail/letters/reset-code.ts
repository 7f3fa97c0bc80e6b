import { texts } from '../texts.ts';
import type { Letter, Occasion } from './letter.ts';
import { note, text } from './letter.ts';

export interface ResetCodeData {
  /** Spares whoever opens the link in another browser typing it. */
  readonly email: string;
  readonly code: string;
  /** Stands in the address's fragment, which browsers never send to a server. */
  readonly grant: string;
}

export function resetCodeLetter({ email, code, grant }: ResetCodeData, { appUrl }: Occasion): Letter {
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
