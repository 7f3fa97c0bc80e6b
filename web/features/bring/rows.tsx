import type { BringRow } from '@gurukul/contract/bring';
import { bringOutcomes, type BringOutcome } from '@gurukul/contract/shared/files/bring-layouts';
import type { AnsweredRow } from '@gurukul/contract/student-import';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { inLanguage } from '#web/texts/catalogue.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { InviteButton } from '../accounts/invite-button.tsx';
import { WhoIsMeant } from '../student-import/who-is-meant.tsx';
import classes from './bring.module.css';

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

const textCell = (text: string) => (text === '' ? null : <span className={classes.text}>{text}</span>);

const placeOf = ({ course_name, class_name }: BringRow) =>
  [course_name, class_name].filter((name) => name !== '').join(' · ');

const notesOf = ({ notes, marks = 0 }: BringRow) => [
  ...(marks > 0 ? [t.marks(formatNumber(marks))] : []),
  ...notes.map(inLanguage),
];

/** The number of a row in its file, with the file if it is another. */
function numberIn(rows: readonly BringRow[], files: readonly string[], n: number, file: number) {
  const meant = rows.find((each) => each.n === n);
  if (meant === undefined) return n;
  return meant.file === file ? meant.row : t.inFile(formatNumber(meant.row), files[meant.file] ?? '');
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
  };
}

const columnsWith = ({ rows, files, say }: BringRowsProps): Column<BringRow>[] => [
  {
    id: 'what',
    header: t.columns.what,
    value: ({ what, kind }) => what || t.kinds[kind],
    cell: ({ what, kind }) => textCell(what || t.kinds[kind]),
  },
  {
    id: 'place',
    header: t.columns.place,
    value: placeOf,
    cell: (row) => textCell(placeOf(row)),
    onPhone: 'line',
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
    value: (row) => notesOf(row).join('. '),
    cell: (row) => {
      const answer = say?.answers.find((each) => each.row === row.n);
      const notes = notesOf(row);
      return (
        <>
          {notes.length > 0 ? (
            <ul className={classes.notes}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          ) : null}
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
              row={{ row: row.n, fullname: row.what, behind: row.behind, alike: row.alike }}
              numberOf={(n) => numberIn(rows, files, n, row.file)}
              answer={answer}
              onAnswer={say.onAnswer}
            />
          ) : null}
        </>
      );
    },
  },
  { id: 'kind', header: t.columns.kind, value: ({ kind }) => t.kinds[kind] },
  {
    id: 'file',
    header: t.columns.file,
    value: ({ file }) => files[file] ?? '',
    cell: ({ file }) => textCell(files[file] ?? ''),
  },
  { id: 'row', header: t.columns.row, value: ({ row }) => row, align: 'end' },
];

/** Every row of the files, those of one result at a time. */
export function BringRows({ rows, ...props }: BringRowsProps) {
  const [chosen, setChosen] = useState<BringOutcome | ''>('');
  const view = useLocalView(20, [20, 50, 100]);
  const count = (outcome: BringOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const offered = bringOutcomes.filter((outcome) => count(outcome) > 0);
  const filter = offered.find((outcome) => outcome === chosen);
  return (
    <>
      <NativeSelect
        maw="20rem"
        mb="sm"
        label={t.show}
        data={[
          { value: '', label: `${t.all} (${formatNumber(rows.length)})` },
          ...offered.map((value) => ({
            value,
            label: `${t.outcomes[value]} (${formatNumber(count(value))})`,
          })),
        ]}
        value={filter ?? ''}
        onChange={({ currentTarget: { value } }) => {
          setChosen(offered.find((outcome) => outcome === value) ?? '');
          view.setPage(1);
        }}
      />
      <DataTable
        label={t.table}
        columns={columnsWith({ rows, ...props })}
        rows={filter === undefined ? rows : rows.filter(({ outcome }) => outcome === filter)}
        rowId={({ n }) => String(n)}
        view={view}
        emptyText={t.nothingToSave}
      />
    </>
  );
}
