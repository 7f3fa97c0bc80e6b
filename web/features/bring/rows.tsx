import type { BringRow, UnknownName } from '@gurukul/contract/bring';
import { bringOutcomes, type BringOutcome } from '@gurukul/contract/shared/files/bring-layouts';
import type { AnsweredRow } from '@gurukul/contract/student-import';
import { formatNumber } from '#web/lib/format/format.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import type { Column } from '#web/ui/table/data-table.tsx';
import { InviteButton } from '../accounts/invite-button.tsx';
import { ImportRows, Notes, numberColumn, Words, type Filter } from '../imports/import-rows.tsx';
import { MeantField, type Meant } from '../imports/meant.tsx';
import { WhoIsMeant } from '../student-import/who-is-meant.tsx';

const t = bringTexts;

const tones: Readonly<Record<BringOutcome, Tone>> = {
  new: 'good',
  partly: 'warn',
  unchanged: 'calm',
  invite: 'warn',
  ask: 'info',
  question: 'warn',
  problem: 'bad',
  skip: 'calm',
};

const placeOf = ({ course_name, class_name }: BringRow) =>
  [course_name, class_name].filter((name) => name !== '').join(' · ');

const notesOf = ({ notes, marks = 0 }: BringRow) => [
  ...(marks > 0 ? [t.marks({ count: marks })] : []),
  ...notes.map(inLanguage),
];

/** The number of a row in its file, with the file if it is another. */
function numberIn(rows: readonly BringRow[], files: readonly string[], n: number, file: number) {
  const meant = rows.find((each) => each.n === n);
  if (meant === undefined) return n;
  return meant.file === file
    ? meant.row
    : t.inFile({ row: formatNumber(meant.row), file: files[meant.file] ?? '' });
}

interface BringRowsProps {
  rows: readonly BringRow[];
  files: readonly string[];
  /** Absent: nothing can be said any more. */
  say?: {
    readonly answers: readonly AnsweredRow[];
    readonly onAnswer: (answer: AnsweredRow) => void;
    /** Somebody of a row was invited, so that it may be something else now. */
    readonly onInvited: () => void;
    readonly unknown: readonly UnknownName[];
    readonly onMeant: (meant: Meant) => void;
  };
}

const columnsWith = ({ rows, files, say }: BringRowsProps): Column<BringRow>[] => [
  {
    id: 'what',
    header: t.columns.what,
    value: ({ what, kind }) => what || t.kinds[kind],
    cell: ({ what, kind }) => <Words>{what || t.kinds[kind]}</Words>,
  },
  {
    id: 'outcome',
    header: t.columns.outcome,
    value: ({ outcome }) => t.outcomes[outcome],
    cell: ({ outcome }) => <StatusBadge tone={tones[outcome]}>{t.outcomes[outcome]}</StatusBadge>,
    onPhone: 'end',
  },
  {
    id: 'notes',
    header: t.columns.notes,
    under: 'outcome',
    value: (row) => notesOf(row).join('. '),
    onPhone: 'line',
    plain: (row) => notesOf(row).join('. '),
    cell: (row) => {
      const answer = say?.answers.find((each) => each.row === row.n);
      const unknown = say?.unknown[row.unknown ?? -1];
      return (
        <>
          <Notes notes={notesOf(row).map((text) => ({ text }))} />
          {say && unknown ? <MeantField isInRow one={unknown} meant={undefined} onSay={say.onMeant} /> : null}
          {row.invite && say ? (
            <InviteButton
              newRole={row.invite.role}
              email={row.invite.email_id}
              label={t.outcomes.invite}
              onInvited={say.onInvited}
            />
          ) : null}
          {say && (row.behind.length + row.alike.length > 0 || answer !== undefined) ? (
            <WhoIsMeant
              row={{
                row: row.n,
                fullname: row.what,
                behind: row.behind,
                alike: row.alike,
                problems: row.notes,
              }}
              numberOf={(n) => numberIn(rows, files, n, row.file)}
              answer={answer}
              onAnswer={say.onAnswer}
            />
          ) : null}
        </>
      );
    },
  },
  {
    id: 'place',
    header: t.columns.place,
    value: placeOf,
    cell: (row) => <Words>{placeOf(row)}</Words>,
    onPhone: 'line',
  },
  { id: 'kind', header: t.columns.kind, under: 'what', value: ({ kind }) => t.kinds[kind] },
  numberColumn(({ row }) => row),
  {
    id: 'file',
    header: t.columns.file,
    under: 'row',
    value: ({ file }) => files[file] ?? '',
    cell: ({ file }) => <Words>{files[file] ?? ''}</Words>,
  },
];

const filters = bringOutcomes.map((outcome): Filter<BringRow> => ({
  id: outcome,
  label: t.outcomes[outcome],
  is: (row) => row.outcome === outcome,
}));

/** Every row of the files. */
export const BringRows = (props: BringRowsProps) => (
  <ImportRows
    label={t.table}
    columns={columnsWith(props)}
    rows={props.rows}
    rowId={({ n }) => String(n)}
    filters={filters}
  />
);
