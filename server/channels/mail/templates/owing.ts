import { nameOfProvider } from '@gurukul/contract/provider';
import { sumOf } from '@gurukul/contract/shared/money/money';
import { textsIn } from '../texts.ts';
import type { MailContent, Occasion, Part } from './content.ts';
import { note, text } from './content.ts';
import { whereOfficeIs } from './office.ts';
import { dayIn } from './event-times.ts';
import { moneyIn } from './money.ts';
import { inLine } from '../../../plain.ts';

interface Debt {
  readonly student_id: number;
  readonly student_name: string;
  readonly course_id: number;
  readonly course_name: string;
  /** Decimal text. */
  readonly due: string;
  /** Of the oldest part that is due; yyyy-mm-dd. */
  readonly due_on: string | null;
}

/** What is due in one currency of the students for whom somebody pays. */
export interface OwingMailData {
  /** The payer's name. */
  readonly fullname: string;
  readonly currency: string;
  readonly debts: readonly Debt[];
  /** It can be paid on the reader's page. Known when the mail is sent. */
  readonly can_pay?: boolean;
}

const longestName = 200;

export function owingMail(
  { fullname, currency, debts, can_pay: canPay = false }: OwingMailData,
  occasion: Occasion,
): MailContent {
  const { provider, language, myPage } = occasion;
  const texts = textsIn(language);
  const words = texts.owing;
  const written = (amount: string) => moneyIn(language, amount, currency);
  const total = written(
    sumOf(
      debts.map(({ due }) => due),
      currency,
    ),
  );
  const name = nameOfProvider(provider);
  const parts = debts.map(({ student_name, course_name, due, due_on }): Part => ({
    kind: 'facts',
    facts: [
      [words.student, inLine(student_name, longestName)],
      [words.course, inLine(course_name, longestName)],
      [words.amount, written(due)],
      ...(due_on === null ? [] : [[words.since, dayIn(language, due_on)] as const]),
    ],
  }));
  return {
    subject: words.subject({ provider: name, amount: total }),
    preview: words.preview,
    parts: [
      text(
        fullname === '' ? texts.greeting : texts.event.greeting({ student: inLine(fullname, longestName) }),
      ),
      text(words.body({ provider: name, amount: total })),
      ...whereOfficeIs(occasion),
      ...parts,
      ...(canPay && myPage !== undefined
        ? [{ kind: 'button', label: words.pay, url: `${myPage}#pay` } as const]
        : []),
      note(words.paid),
    ],
  };
}
