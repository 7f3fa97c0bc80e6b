import type { FactorNews } from '@gurukul/contract/passkeys';
import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { stampIn } from './event-times.ts';

/** What else goes on after the session that made it. */
export type AccountNews = FactorNews | 'calendar_link' | 'notifications';

/** Tells the owner of an account what happened to their passkeys, app, recovery codes, calendar link and devices. */
export function factorNewsMail(
  { what }: { readonly what: AccountNews },
  { appUrl, at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.factorNews;
  return {
    subject: isLasting(what)
      ? words.ofAccount({ provider: nameOfProvider(provider) })
      : words.subject({ provider: nameOfProvider(provider) }),
    preview: words.news[what],
    parts: [
      text(texts.greeting),
      text(words.when({ when: stampIn(language, provider.time_zone, at) })),
      text(words.news[what]),
      { kind: 'button', label: words.button, url: `${appUrl}/forgotpassword` },
      note(words.notYou),
    ],
  };
}

const isLasting = (what: AccountNews) => what === 'calendar_link' || what === 'notifications';
