import { nameOfProvider } from '@gurukul/contract/provider';
import { texts } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, officeMoment, text } from './content.ts';

export function browserCopiedMail(_data: object, { appUrl, at, provider }: Occasion): MailContent {
  const words = texts.browserCopied;
  return {
    subject: words.subject(nameOfProvider(provider)),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body(officeMoment(at, provider))),
      text(words.ended),
      { kind: 'button', label: words.button, url: `${appUrl}/forgotpassword` },
      note(words.chance),
    ],
  };
}
