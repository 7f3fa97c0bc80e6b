import type { FactorNews } from '@gurukul/contract/passkeys';
import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts/index.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { stampIn } from './event-times.ts';

/** Tells the owner of an account what happened to their passkeys, app and recovery codes. */
export function factorNewsMail(
  { what }: { readonly what: FactorNews },
  { appUrl, at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn[language];
  const words = texts.factorNews;
  return {
    subject: words.subject(nameOfProvider(provider)),
    preview: words.news[what],
    parts: [
      text(texts.greeting),
      text(words.when(stampIn(language, provider.time_zone, at))),
      text(words.news[what]),
      { kind: 'button', label: words.button, url: `${appUrl}/forgotpassword` },
      note(words.notYou),
    ],
  };
}
