import type { AnsweredRow, BehindAddress, PreviewRow } from '@gurukul/contract/student-import';
import { NativeSelect } from '@mantine/core';
import { formatDate } from '#web/lib/format/format.ts';
import { studentsTexts } from '#web/texts/students.ts';

const t = studentsTexts.import.whoIsMeant;

/** The value of a choice: the answer, and of `same` who it is. */
const valueOf = ({ answer, user_id: id, same_as_row: row }: Omit<AnsweredRow, 'row'>) =>
  [answer, id ?? '', row ?? ''].join(' ');

const known = ({ fullname, dob, row }: BehindAddress) =>
  [fullname, dob === null ? null : t.born(formatDate(dob)), row === null ? null : t.inRow(row)]
    .filter((part) => part !== null)
    .join(', ');

interface WhoIsMeantProps {
  row: Pick<PreviewRow, 'row' | 'fullname' | 'behind' | 'alike'>;
  answer: AnsweredRow | undefined;
  onAnswer: (answer: AnsweredRow) => void;
}

/** The question of a row whose address has another name, or whose student is like another: who is it? */
export function WhoIsMeant({ row, answer, onAnswer }: WhoIsMeantProps) {
  const choices: readonly { readonly label: string; readonly says: Omit<AnsweredRow, 'row'> }[] = [
    { label: t.sibling(row.fullname), says: { answer: 'sibling' } },
    ...[...row.behind, ...row.alike]
      .filter((each) => each.is_student)
      .map((each) => ({
        label: t.same(known(each)),
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
      aria-label={t.label(row.row, row.fullname)}
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
