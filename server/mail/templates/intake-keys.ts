import type { IntakeScope } from '@gurukul/contract/shared/intake-scopes';
import { textsIn } from '../texts/index.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { stampIn } from './event-times.ts';
import { listIn } from './money.ts';

export interface IntakeKeyMadeData {
  readonly name: string;
  readonly madeBy: string;
  /** What the key may send. */
  readonly scopes: readonly IntakeScope[];
}

/** To every admin except the one who made it. */
export function intakeKeyMadeMail(
  { name, madeBy, scopes }: IntakeKeyMadeData,
  { appUrl, at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn[language];
  const words = texts.intakeKeyMade;
  return {
    subject: words.subject(name),
    preview: words.preview(madeBy),
    parts: [
      text(texts.greeting),
      text(words.body(madeBy, stampIn(language, provider.time_zone, at))),
      {
        kind: 'facts',
        facts: [
          [words.name, name],
          [
            words.scopes,
            listIn(
              language,
              scopes.map((scope) => words.scopesNamed[scope]),
            ),
          ],
        ],
      },
      { kind: 'button', label: words.button, url: `${appUrl}/intake` },
      note(words.unexpected),
    ],
  };
}

export interface IntakeKeysLeftData {
  readonly owner: string;
  readonly names: readonly string[];
}

/** To every admin, when a password was reset by mail, because nobody could be asked about the keys. */
export function intakeKeysLeftMail(
  { owner, names }: IntakeKeysLeftData,
  { appUrl, at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn[language];
  const words = texts.intakeKeysLeft;
  return {
    subject: words.subject(owner),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body(owner, stampIn(language, provider.time_zone, at))),
      { kind: 'facts', facts: [[words.keys, listIn(language, names)]] },
      text(words.what),
      { kind: 'button', label: words.button, url: `${appUrl}/intake` },
    ],
  };
}
