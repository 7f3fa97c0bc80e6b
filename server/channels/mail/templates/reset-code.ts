import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';

export interface ResetCodeData {
  /** Saves typing for a person who opens the link in another browser. */
  readonly email: string;
  readonly code: string;
  /** In the fragment of the address, which browsers never send to a server. */
  readonly grant: string;
}

export function resetCodeMail(
  { email, code, grant }: ResetCodeData,
  { appUrl, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.resetCode;
  const name = nameOfProvider(provider);
  return {
    subject: words.subject({ provider: name }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ provider: name })),
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
