import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { stampIn } from './event-times.ts';

export function browserCopiedMail(_data: object, { appUrl, at, provider, language }: Occasion): MailContent {
  const texts = textsIn(language);
  const words = texts.browserCopied;
  return {
    subject: words.subject({ provider: nameOfProvider(provider) }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ when: stampIn(language, provider.time_zone, at) })),
      text(words.ended),
      { kind: 'button', label: words.button, url: `${appUrl}/forgotpassword` },
      note(words.chance),
    ],
  };
}
