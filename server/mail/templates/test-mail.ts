import { nameOfProvider } from '@gurukul/contract/provider';
import { texts } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, officeMoment, text } from './content.ts';

export interface TestMailData {
  readonly askedBy: string;
}

export function testMail({ askedBy }: TestMailData, { at, provider }: Occasion): MailContent {
  const words = texts.testMail;
  return {
    subject: words.subject(nameOfProvider(provider)),
    preview: words.preview,
    parts: [text(texts.greeting), text(words.body(askedBy, officeMoment(at, provider))), note(words.arrived)],
  };
}
