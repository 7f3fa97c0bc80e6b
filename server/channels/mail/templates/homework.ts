import type { HomeworkStatus } from '@gurukul/contract/homework';
import type { TestResult } from '@gurukul/contract/tests';
import { nameOfProvider } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
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

/** What teachers decided in a day about the homework and the tests of those whom a mailbox is for. */
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
}

const longestName = 200;
const longestComment = 1_000;

export function homeworkMail(
  { decided = [], tests = [] }: HomeworkMailData,
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
  const ofTests = { provider: nameOfProvider(provider), count: decided.length + tests.length };
  return {
    subject:
      tests.length > 0
        ? texts.test.decidedSubject(ofTests)
        : words.subject({ provider: nameOfProvider(provider), count: decided.length }),
    preview: tests.length > 0 ? texts.test.decidedPreview : words.preview,
    parts: [
      text(texts.greeting),
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
