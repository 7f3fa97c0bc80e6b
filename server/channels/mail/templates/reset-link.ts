import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';

export interface ResetLinkData {
  readonly email: string;
  /** In the fragment of the address, which browsers never send to a server. */
  readonly grant: string;
  readonly sentBy: string;
}

export function resetLinkMail(
  { email, grant, sentBy }: ResetLinkData,
  { appUrl, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.resetLink;
  const name = nameOfProvider(provider);
  return {
    subject: words.subject({ provider: name }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ provider: name, sender: sentBy })),
      {
        kind: 'button',
        label: words.button,
        url: `${appUrl}/forgotpassword#${encodeURIComponent(grant)}&email=${encodeURIComponent(email)}`,
      },
      note(words.validity),
      note(words.notAsked),
    ],
  };
}
