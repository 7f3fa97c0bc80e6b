import type { FinishedStatus } from '@gurukul/contract/certificates';
import type { HomeworkStatus } from '@gurukul/contract/homework';
import type { TestResult } from '@gurukul/contract/tests';
import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn, valuesIn } from '../texts.ts';
import type { Fact, MailContent, Occasion, Part } from './content.ts';
import { note, text } from './content.ts';
import { inLine, inLines } from '../../../plain.ts';

interface DecidedHomework {
  readonly student_id: number;
  readonly student_name: string;
  readonly course_name: string;
  readonly week_name: string;
  readonly status: HomeworkStatus;
  readonly comment: string;
}

interface DecidedTest {
  readonly student_id: number;
  readonly student_name: string;
  readonly course_name: string;
  readonly portion_name: string;
  readonly result: TestResult;
  readonly words: string;
}

interface NewCertificate {
  readonly student_id: number;
  /** As it stands on the certificate, like the course. */
  readonly student_name: string;
  readonly course_name: string;
  readonly status: FinishedStatus;
}

/** What was decided in a day about the homework and the tests of those whom a mailbox is for, and their certificates. */
export interface HomeworkMailData {
  /** In lower case. */
  readonly mailbox: string;
  readonly students: readonly number[];
  /** ISO 8601; the first one is excluded, the second one not. */
  readonly from: string;
  readonly until: string;
  /** Read when the mail leaves; absent until then. */
  readonly decided?: readonly DecidedHomework[];
  readonly tests?: readonly DecidedTest[];
  readonly certificates?: readonly NewCertificate[];
}

const longestName = 200;
const longestComment = 1_000;

export function homeworkMail(
  { decided = [], tests = [], certificates = [] }: HomeworkMailData,
  { provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.homework;
  const again = decided.filter(({ status }) => status === 'rejected').length;
  const partsOf = (
    of: Pick<DecidedHomework, 'student_name' | 'course_name'>,
    thing: Fact,
    decision: string,
    comment: string,
  ): Part[] => {
    const facts: Fact[] = [
      [words.student, inLine(of.student_name, longestName)],
      [words.course, inLine(of.course_name, longestName)],
      thing,
      [words.decision, decision],
    ];
    const quote = inLines(comment, longestComment);
    return [{ kind: 'facts', facts }, ...(quote === '' ? [] : [{ kind: 'quote', text: quote } as const])];
  };
  const headOf = () => {
    const name = nameOfProvider(provider);
    const { certificates: ofCertificates, test } = texts;
    if (certificates.length > 0)
      return {
        subject: ofCertificates.subject({ provider: name, count: certificates.length }),
        preview: ofCertificates.preview,
      };
    const count = decided.length + tests.length;
    return tests.length > 0
      ? { subject: test.decidedSubject({ provider: name, count }), preview: test.decidedPreview }
      : { subject: words.subject({ provider: name, count }), preview: words.preview };
  };
  return {
    ...headOf(),
    parts: [
      text(texts.greeting),
      ...(certificates.length > 0 ? [text(texts.certificates.body({ count: certificates.length }))] : []),
      ...certificates.map((one): Part => ({
        kind: 'facts',
        facts: [
          [words.student, inLine(one.student_name, longestName)],
          [words.course, inLine(one.course_name, longestName)],
          [texts.certificates.certificate, valuesIn(language).registration[one.status]],
        ],
      })),
      ...(decided.length > 0 ? [text(words.body({ count: decided.length }))] : []),
      ...decided.flatMap((one) =>
        partsOf(
          one,
          [words.homework, inLine(one.week_name, longestName)],
          one.status === 'accepted' ? words.accepted : words.rejected,
          one.comment,
        ),
      ),
      ...(tests.length > 0 ? [text(texts.test.decided({ count: tests.length }))] : []),
      ...tests.flatMap((one) =>
        partsOf(
          one,
          [texts.test.portion, inLine(one.portion_name, longestName)],
          texts.test.results[one.result],
          one.words,
        ),
      ),
      ...(again > 0 ? [note(words.again)] : []),
    ],
  };
}
