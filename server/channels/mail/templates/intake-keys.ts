import type { IntakeScope } from '@gurukul/contract/shared/calls/intake-scopes';
import { textsIn } from '../texts.ts';
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

/** To every admin, the maker too. */
export function intakeKeyMadeMail(
  { name, madeBy, scopes }: IntakeKeyMadeData,
  { appUrl, at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.intakeKeyMade;
  return {
    subject: words.subject({ name }),
    preview: words.preview({ maker: madeBy }),
    parts: [
      text(texts.greeting),
      text(words.body({ maker: madeBy, when: stampIn(language, provider.time_zone, at) })),
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

export interface IntakeKeyRotatedData {
  readonly name: string;
  readonly madeBy: string;
  /** How long the old signing key goes on. */
  readonly overlapHours: number;
}

/** To every admin, the maker too. */
export function intakeKeyRotatedMail(
  { name, madeBy, overlapHours }: IntakeKeyRotatedData,
  { appUrl, at, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.intakeKeyRotated;
  const end = new Date(at.getTime() + overlapHours * 3_600_000);
  return {
    subject: words.subject({ name }),
    preview: words.preview({ maker: madeBy }),
    parts: [
      text(texts.greeting),
      text(words.body({ maker: madeBy, when: stampIn(language, provider.time_zone, at) })),
      text(
        overlapHours === 0 ? words.ended : words.ends({ when: stampIn(language, provider.time_zone, end) }),
      ),
      { kind: 'button', label: texts.intakeKeyMade.button, url: `${appUrl}/intake` },
      note(words.unexpected),
    ],
  };
}

export interface IntakeKeyEndsData {
  readonly name: string;
  readonly endsAt: string;
}

/** To every admin, some days before a key ends. */
export function intakeKeyEndsMail(
  { name, endsAt }: IntakeKeyEndsData,
  { appUrl, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.intakeKeyEnds;
  const end = stampIn(language, provider.time_zone, new Date(endsAt));
  return {
    subject: words.subject({ name }),
    preview: words.preview({ when: end }),
    parts: [
      text(texts.greeting),
      text(words.body({ name, when: end })),
      text(words.what),
      { kind: 'button', label: texts.intakeKeyMade.button, url: `${appUrl}/intake` },
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
  const texts = textsIn(language);
  const words = texts.intakeKeysLeft;
  return {
    subject: words.subject({ owner }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ owner, when: stampIn(language, provider.time_zone, at) })),
      { kind: 'facts', facts: [[words.keys, listIn(language, names)]] },
      text(words.what),
      { kind: 'button', label: words.button, url: `${appUrl}/intake` },
    ],
  };
}
