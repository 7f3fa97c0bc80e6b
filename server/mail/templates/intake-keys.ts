import { texts } from '../texts.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, officeMoment, text } from './content.ts';

export interface IntakeKeyMadeData {
  readonly name: string;
  readonly madeBy: string;
  /** What the key may send. */
  readonly scopes: readonly string[];
}

/** To every admin except the one who made it. */
export function intakeKeyMadeMail(
  { name, madeBy, scopes }: IntakeKeyMadeData,
  { appUrl, at, provider }: Occasion,
): MailContent {
  const words = texts.intakeKeyMade;
  return {
    subject: words.subject(name),
    preview: words.preview(madeBy),
    parts: [
      text(texts.greeting),
      text(words.body(madeBy, officeMoment(at, provider))),
      {
        kind: 'facts',
        facts: [
          [words.name, name],
          [words.scopes, scopes.join(', ')],
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
  { appUrl, at, provider }: Occasion,
): MailContent {
  const words = texts.intakeKeysLeft;
  return {
    subject: words.subject(owner),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body(owner, officeMoment(at, provider))),
      { kind: 'facts', facts: [[words.keys, names.join(', ')]] },
      text(words.what),
      { kind: 'button', label: words.button, url: `${appUrl}/intake` },
    ],
  };
}
