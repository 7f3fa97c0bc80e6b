import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { stampIn } from './event-times.ts';

export interface TestMailData {
  readonly askedBy: string;
}

export function testMail({ askedBy }: TestMailData, { at, provider, language }: Occasion): MailContent {
  const texts = textsIn(language);
  const words = texts.testMail;
  return {
    subject: words.subject({ provider: nameOfProvider(provider) }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ asker: askedBy, when: stampIn(language, provider.time_zone, at) })),
      note(words.arrived),
    ],
  };
}
