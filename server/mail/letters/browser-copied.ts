import { texts } from '../texts.ts';
import type { Letter, Occasion } from './letter.ts';
import { note, officeMoment, text } from './letter.ts';

export function browserCopiedLetter(_data: object, { appUrl, at }: Occasion): Letter {
  const words = texts.browserCopied;
  return {
    subject: words.subject,
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body(officeMoment(at))),
      text(words.ended),
      { kind: 'button', label: words.button, url: `${appUrl}/forgotpassword` },
      note(words.chance),
    ],
  };
}
