import { lineOf, tidyText } from './written/text.ts';

/** What an own question is about. */
export const questionAbouts = ['person', 'enrolment'] as const;
export type QuestionAbout = (typeof questionAbouts)[number];

export const questionKinds = ['line', 'text', 'choice', 'several', 'yes', 'day'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Where it is asked, beside the student's page, where the office always answers. */
export const askedPlaces = ['form', 'add', 'my_page'] as const;
export type AskedPlace = (typeof askedPlaces)[number];

export const mostQuestions = 30;
export const mostChoices = 50;
export const longestLabel = 200;
export const longestChoice = 100;
/** In characters. A field that takes more than the longest refuses it before anybody reads it. */
export const longestLine = 200;
export const longestAnswer = 2_000;

/** In the order of `choices`, which are stored as answers; '' or none where the English one stands. */
export interface Choices {
  readonly choices: readonly string[];
  readonly choices_te: readonly string[];
  readonly choices_hi: readonly string[];
}

export const choiceIn = (
  { choices, choices_te, choices_hi }: Choices,
  choice: string,
  language: string,
): string => {
  const others = language === 'te' ? choices_te : language === 'hi' ? choices_hi : [];
  return others[choices.indexOf(choice)] || choice;
};

/** All words of each choice, as they are compared. */
export const choiceKeys = ({ choices, choices_te, choices_hi }: Choices): string[][] =>
  choices.map((choice, at) => [
    ...new Set(
      [choice, choices_te[at] ?? '', choices_hi[at] ?? ''].map(labelKey).filter((key) => key !== ''),
    ),
  ]);

/** Of a question, what its answers follow from. */
export interface Asked {
  readonly kind: QuestionKind;
  readonly choices: readonly string[];
}

/** An answer is stored as one text; several choices stand on a line each, in the order of the question. */
export const partsOf = (stored: string): string[] => (stored === '' ? [] : stored.split('\n'));

const tidyLines = (written: string): string =>
  written
    .replaceAll(/\r\n?/gu, '\n')
    .split('\n')
    .map((one) => lineOf(one, Infinity))
    .join('\n')
    .trim();

const isDay = (text: string): boolean => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

const upTo = (longest: number, text: string) => (text.length <= longest ? text : null);

/**
 * The answer as it is stored, '' for none; null: this cannot be the answer. What is `stored` already stays possible,
 * also a choice that was removed since.
 */
export function readAnswer({ kind, choices }: Asked, written: string, stored = ''): string | null {
  if (written === stored) return stored;
  if (kind === 'text') return upTo(longestAnswer, tidyLines(written));
  if (kind === 'several') {
    const chosen = new Set(partsOf(tidyLines(written)).filter(Boolean));
    const possible = [...new Set([...choices, ...partsOf(stored)])];
    return [...chosen].every((one) => possible.includes(one))
      ? possible.filter((one) => chosen.has(one)).join('\n')
      : null;
  }
  const text = lineOf(written, Infinity);
  if (text === '') return '';
  if (kind === 'choice') return choices.includes(text) || text === stored ? text : null;
  if (kind === 'yes') return text === 'yes' || text === 'no' ? text : null;
  if (kind === 'day') return isDay(text) ? text : null;
  return upTo(longestLine, text);
}

/** As people read it. */
export function answerText(
  question: Choices & { readonly kind: QuestionKind },
  stored: string,
  words: {
    readonly language: string;
    readonly yes: string;
    readonly no: string;
    readonly day: (day: string) => string;
  },
): string {
  const { kind } = question;
  if (kind === 'choice' || kind === 'several') {
    return partsOf(stored)
      .map((one) => choiceIn(question, one, words.language))
      .join(', ');
  }
  if (kind === 'yes' && (stored === 'yes' || stored === 'no')) return words[stored];
  return kind === 'day' && isDay(stored) ? words.day(stored) : stored;
}

/** Labels in the portal's languages; only the English one is always there. */
export interface Labels {
  readonly label: string;
  readonly label_te: string;
  readonly label_hi: string;
}

export const labelIn = ({ label, label_te: te, label_hi: hi }: Labels, language: string): string =>
  (language === 'te' ? te : language === 'hi' ? hi : '') || label;

/** Labels are compared like this: no two questions have the same one. */
export const labelKey = (label: string): string => tidyText(label).toLowerCase();
