import type { HomeworkStatus } from '@gurukul/contract/homework';
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

/** What teachers decided in a day about the homework of those whom a mailbox is for. */
export interface HomeworkMailData {
  /** In lower case. */
  readonly mailbox: string;
  readonly students: readonly number[];
  /** ISO 8601; the first one is excluded, the second one not. */
  readonly from: string;
  readonly until: string;
  /** Read when the mail leaves; absent until then. */
  readonly decided?: readonly DecidedHomework[];
}

const longestName = 200;
const longestComment = 1_000;

export function homeworkMail(
  { decided = [] }: HomeworkMailData,
  { provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.homework;
  const again = decided.filter(({ status }) => status === 'rejected').length;
  const parts = decided.flatMap((one): Part[] => {
    const facts: Fact[] = [
      [words.student, inLine(one.student_name, longestName)],
      [words.course, inLine(one.course_name, longestName)],
      [words.homework, inLine(one.week_name, longestName)],
      [words.decision, one.status === 'accepted' ? words.accepted : words.rejected],
    ];
    const comment = inLines(one.comment, longestComment);
    return [{ kind: 'facts', facts }, ...(comment === '' ? [] : [{ kind: 'quote', text: comment } as const])];
  });
  return {
    subject: words.subject({ provider: nameOfProvider(provider), count: decided.length }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body({ count: decided.length })),
      ...parts,
      ...(again > 0 ? [note(words.again)] : []),
    ],
  };
}
