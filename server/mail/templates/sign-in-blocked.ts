import { nameOfProvider } from '@gurukul/contract/provider';
import { texts } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, officeMoment, text } from './content.ts';

export function signInBlockedMail(_data: object, { appUrl, at, provider }: Occasion): MailContent {
  const words = texts.signInBlocked;
  return {
    subject: words.subject(nameOfProvider(provider)),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body(nameOfProvider(provider), officeMoment(at, provider))),
      text(words.safe),
      { kind: 'button', label: words.button, url: `${appUrl}/forgotpassword` },
      note(words.wasYou),
    ],
  };
}
