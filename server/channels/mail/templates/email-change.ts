import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { stampIn } from './event-times.ts';

export interface EmailChangeData {
  /** The new address. */
  readonly email: string;
  /** In the fragment of the address, which browsers never send to a server. */
  readonly secret: string;
  readonly asker: string;
}

const linkOf = (appUrl: string, { secret, email }: EmailChangeData) =>
  `${appUrl}/newemail#${encodeURIComponent(secret)}&email=${encodeURIComponent(email)}`;

/** To the new address. */
export function emailConfirmMail(
  data: EmailChangeData,
  { appUrl, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.emailConfirm;
  const name = nameOfProvider(provider);
  return {
    subject: words.subject({ provider: name }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ provider: name, asker: data.asker, email: data.email })),
      { kind: 'button', label: words.button, url: linkOf(appUrl, data) },
      note(words.validity),
      note(words.notYou),
    ],
  };
}

/** To the old address, at the same time. */
export function emailRefuseMail(
  data: EmailChangeData,
  { appUrl, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.emailRefuse;
  const name = nameOfProvider(provider);
  return {
    subject: words.subject({ provider: name }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ provider: name, asker: data.asker, email: data.email })),
      text(words.ask),
      { kind: 'button', label: words.button, url: linkOf(appUrl, data) },
      note(words.validity),
    ],
  };
}

/** To the old address, once the new one is confirmed. */
export function emailChangedMail(
  { email }: Pick<EmailChangeData, 'email'>,
  { at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.emailChanged;
  const name = nameOfProvider(provider);
  return {
    subject: words.subject({ provider: name }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ provider: name, email, when: stampIn(language, provider.time_zone, at) })),
      text(words.signedOut),
      text(words.notYou),
    ],
  };
}
