import { texts } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, officeMoment, text } from './content.ts';

export function passwordChangedMail(_data: object, { appUrl, at }: Occasion): MailContent {
  const words = texts.passwordChanged;
  return {
    subject: words.subject,
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body(officeMoment(at))),
      text(words.signedOut),
      text(words.notYou),
      { kind: 'button', label: words.button, url: `${appUrl}/forgotpassword` },
      note(words.preview),
    ],
  };
}
