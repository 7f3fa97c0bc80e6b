import type { AlarmKind } from '@gurukul/contract/access';
import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { text } from './content.ts';
import { stampIn } from './event-times.ts';

export interface SecurityAlarmData {
  readonly alarm: AlarmKind;
  /** Null: many networks, or none. */
  readonly network: string | null;
  /** Whose doing it is; null: unknown. */
  readonly name: string | null;
  /** The name of the intake key that it is about; null or absent: none. */
  readonly key?: string | null;
  readonly count: number;
}

/** To every account admin, once for an alarm. */
export function securityAlarmMail(
  { alarm, network, name, key = null, count }: SecurityAlarmData,
  { appUrl, at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.securityAlarm;
  const facts: Fact[] = [[words.counted[alarm], String(count)]];
  if (network !== null) facts.push([words.from, network]);
  if (key !== null) facts.push([words.key, key]);
  if (name !== null) facts.push([words.person, name]);
  return {
    subject: words.subject({ provider: nameOfProvider(provider), what: words.what[alarm] }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ what: words.what[alarm], when: stampIn(language, provider.time_zone, at) })),
      { kind: 'facts', facts },
      text(words.advice[alarm]),
      { kind: 'button', label: words.button, url: `${appUrl}/Access` },
    ],
  };
}
