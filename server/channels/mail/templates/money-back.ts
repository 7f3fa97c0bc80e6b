import { textsIn } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { dayIn } from './event-times.ts';
import { listIn, moneyIn } from './money.ts';
import { whereOfficeIs } from './office.ts';

export interface MoneyBackData {
  /** Whether they still stand, and their sum, is read anew when the mail leaves. */
  readonly refunds: readonly number[];
  /** The payer, else the students. None: nobody in the portal. */
  readonly about: readonly number[];
  /** Names of the students and courses, each on one line. */
  readonly students: readonly string[];
  readonly courses: readonly string[];
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  /** The last day on which some of it went back, yyyy-mm-dd. */
  readonly day: string;
  /** Corrects the mail about them: it did not go back. */
  readonly is_not?: boolean;
}

/** Tells a payer that money went back to them, or that what they read of it does not hold. */
export function moneyBackMail(
  { students, courses, amount, currency, day, is_not: isNot = false }: MoneyBackData,
  occasion: Occasion,
): MailContent {
  const { language } = occasion;
  const texts = textsIn(language);
  const words = texts.moneyBack;
  const back = {
    amount: moneyIn(language, amount, currency),
    day: dayIn(language, day),
    kind: isNot ? 'not' : 'back',
  };
  const facts: readonly Fact[] = [
    [words.students, listIn(language, students)],
    [words.courses, listIn(language, courses)],
  ];
  return {
    subject: words.subject(back),
    preview: words.body(back),
    parts: [
      text(texts.greeting),
      text(words.body(back)),
      { kind: 'facts', facts: facts.filter(([, value]) => value !== '') },
      note(isNot ? words.ask : words.wait),
      ...whereOfficeIs(occasion),
    ],
  };
}
