import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { stampIn } from './event-times.ts';

export interface OpenidLinkedData {
  /** The label of the service. */
  readonly service: string;
  /** The address that the service vouched for. */
  readonly email: string;
}

export function openidLinkedMail(
  { service, email }: OpenidLinkedData,
  { appUrl, at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.openidLinked;
  const name = nameOfProvider(provider);
  return {
    subject: words.subject({ provider: name, service }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ provider: name, service, when: stampIn(language, provider.time_zone, at) })),
      { kind: 'facts', facts: [[words.email, email]] },
      text(words.end),
      { kind: 'button', label: words.button, url: `${appUrl}/profile` },
      note(words.notYou),
    ],
  };
}
