import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { stampIn } from './event-times.ts';

export interface NewDeviceData {
  /** Names of the browser and the system; empty when they are unknown. */
  readonly browser: string;
  readonly system: string;
  /** The network address; empty when it is unknown. */
  readonly from: string;
}

/** To somebody whose account was signed in to from a browser that had not been used for it. */
export function newDeviceMail(
  { browser, system, from }: NewDeviceData,
  { appUrl, at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.newDevice;
  const facts: Fact[] = [];
  const device = [browser, system].filter(Boolean).join(', ');
  if (device !== '') facts.push([words.browser, device]);
  if (from !== '') facts.push([words.from, from]);
  return {
    subject: words.subject({ provider: nameOfProvider(provider) }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(
        words.body({ provider: nameOfProvider(provider), when: stampIn(language, provider.time_zone, at) }),
      ),
      ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
      text(words.notYou),
      { kind: 'button', label: words.button, url: `${appUrl}/forgotpassword` },
      note(words.wasYou),
    ],
  };
}
