import type { AnsweredRow, BehindAddress, PreviewRow } from '@gurukul/contract/student-import';
import { NativeSelect } from '@mantine/core';
import { formatDate } from '#web/lib/format/format.ts';
import { studentImportTexts } from '#web/texts/student-import.ts';

const t = studentImportTexts.whoIsMeant;

/** The value of a choice: the answer, and of `same` who it is. */
const valueOf = ({ answer, user_id: id, same_as_row: row }: Omit<AnsweredRow, 'row'>) =>
  [answer, id ?? '', row ?? ''].join(' ');

const known = ({ fullname, dob, row }: BehindAddress, numberOf: (row: number) => number | string) =>
  [
    fullname,
    dob === null ? null : t.born({ date: formatDate(dob) }),
    row === null ? null : t.inRow({ row: String(numberOf(row)) }),
  ]
    .filter((part) => part !== null)
    .join(', ');

interface WhoIsMeantProps {
  row: Pick<PreviewRow, 'row' | 'fullname' | 'behind' | 'alike' | 'problems'>;
  /** The number of a row for people, if it is another than the one of answers. */
  numberOf?: (row: number) => number | string;
  answer: AnsweredRow | undefined;
  onAnswer: (answer: AnsweredRow) => void;
}

/** A new student would be one more of that name, so each is answered by itself. */
const isOfOneName = ({ code }: PreviewRow['problems'][number]) =>
  code === 'colleague_of_that_name' ||
  code === 'several_of_that_name' ||
  code === 'other_birthday' ||
  code === 'like_students';

/** The answer that all are brothers and sisters, for the questions that can be answered so. */
export const siblingsAmong = (rows: readonly Pick<PreviewRow, 'row' | 'problems'>[]) =>
  rows.flatMap(({ row, problems }): AnsweredRow[] =>
    problems.some(isOfOneName) ? [] : [{ row, answer: 'sibling' }],
  );

const itself = (row: number) => row;

/** The question of a row whose address has another name, or whose student is like another: who is it? */
export function WhoIsMeant({ row, numberOf = itself, answer, onAnswer }: WhoIsMeantProps) {
  const isColleague = row.problems.some(({ code }) => code === 'colleague_of_that_name');
  const choices: readonly { readonly label: string; readonly says: Omit<AnsweredRow, 'row'> }[] = [
    { label: t.sibling({ name: row.fullname }), says: { answer: 'sibling' } },
    ...[...row.behind, ...row.alike]
      .filter((each) => each.is_student || isColleague)
      .map((each) => ({
        label: t.same({ name: known(each, numberOf) }),
        says: {
          answer: 'same' as const,
          ...(each.user_id === null ? {} : { user_id: each.user_id }),
          ...(each.row === null ? {} : { same_as_row: each.row }),
        },
      })),
    { label: t.mistake, says: { answer: 'mistake' } },
  ];
  return (
    <NativeSelect
      size="xs"
      mt={4}
      aria-label={t.label({ row: String(numberOf(row.row)), name: row.fullname })}
      value={answer === undefined ? '' : valueOf(answer)}
      onChange={(event) => {
        const chosen = choices.find(({ says }) => valueOf(says) === event.currentTarget.value);
        if (chosen) onAnswer({ row: row.row, seen: row.behind.length + row.alike.length, ...chosen.says });
      }}
      data={[
        { value: '', label: t.choose, disabled: true },
        ...choices.map(({ label, says }) => ({ label, value: valueOf(says) })),
      ]}
    />
  );
}
