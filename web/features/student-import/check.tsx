import {
  importOutcomes,
  studentImport,
  type AnsweredRow,
  type ImportOutcome,
  type PreviewRow,
  type PreviewTotals,
} from '@gurukul/contract/student-import';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { Alert, Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { spokenText } from '#web/lib/format/spoken-languages.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatNumber, formatZone } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { studentImportTexts } from '#web/texts/student-import.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import type { Column } from '#web/ui/table/data-table.tsx';
import type { Meant } from '../imports/meant.tsx';
import { ImportDates } from '../imports/dates.tsx';
import { Figures } from '../imports/figures.tsx';
import { ImportCheck } from '../imports/import-check.tsx';
import { ImportRows, Notes, numberColumn, Words, type Filter } from '../imports/import-rows.tsx';
import { NotTaken } from '../imports/not-taken.tsx';
import type { ImportResult } from './done.tsx';
import { UnknownPlaces, withMeant } from './unknown-places.tsx';
import { siblingsAmong, WhoIsMeant } from './who-is-meant.tsx';
import type { Sheet } from './read-chosen.ts';

const t = studentImportTexts;

const tones: Readonly<Record<ImportOutcome, Tone>> = {
  new: 'good',
  enrol: 'info',
  ask: 'info',
  unchanged: 'calm',
  question: 'warn',
  problem: 'bad',
};

type Say = (...answers: AnsweredRow[]) => void;

const isAsked = ({ behind, alike }: PreviewRow) => behind.length + alike.length > 0;

const clockOf = ({ timezone, language }: PreviewRow) =>
  [timezone && formatZone(timezone), language && spokenText(language)]
    .filter((fact) => fact !== '')
    .join(' · ');

const textColumn = (id: string, header: string, value: (row: PreviewRow) => string): Column<PreviewRow> => ({
  id,
  header,
  value,
  cell: (row) => <Words>{value(row)}</Words>,
});

const columnsWith = (answers: ReadonlyMap<number, AnsweredRow>, say: Say): Column<PreviewRow>[] => [
  numberColumn(({ row }) => row),
  { ...textColumn('fullname', t.rowColumns.name, ({ fullname }) => fullname), onPhone: 'line' },
  {
    ...textColumn('email_id', t.rowColumns.email, ({ email_id }) => email_id),
    under: 'fullname',
    cell: ({ email_id }) =>
      email_id === '' ? null : (
        <Words>
          <EmailText address={email_id} />
        </Words>
      ),
  },
  {
    id: 'outcome',
    header: t.rowColumns.outcome,
    value: (row) => t.outcomes[row.outcome],
    cell: ({ outcome }) => <StatusBadge tone={tones[outcome]}>{t.outcomes[outcome]}</StatusBadge>,
    onPhone: 'end',
  },
  {
    id: 'problems',
    header: t.rowColumns.notes,
    under: 'outcome',
    value: (row) => row.problems.map(inLanguage).join('. '),
    onPhone: 'line',
    plain: (row) => row.problems.map(inLanguage).join('. '),
    cell: (row) => (
      <>
        <Notes notes={row.problems.map((problem) => ({ text: inLanguage(problem) }))} />
        {isAsked(row) || answers.has(row.row) ? (
          <WhoIsMeant row={row} answer={answers.get(row.row)} onAnswer={say} />
        ) : null}
      </>
    ),
  },
  textColumn('course_name', t.rowColumns.course, ({ course_name }) => course_name),
  { ...textColumn('class_name', t.rowColumns.class, ({ class_name }) => class_name), under: 'course_name' },
  textColumn('clock', t.rowColumns.clock, clockOf),
];

const filters = importOutcomes.map((outcome): Filter<PreviewRow> => ({
  id: outcome,
  label: t.outcomes[outcome],
  is: (row) => row.outcome === outcome,
}));

const countText = (text: (given: { readonly count: number }) => string, count: number) => text({ count });

const begun = ({ new: added, enrol, ask }: PreviewTotals) => added + enrol + ask;

/** Why the import cannot be started; null when it can. */
function reasonAgainst(totals: PreviewTotals) {
  if (begun(totals) > 0) return null;
  if (totals.question > 0) return t.onlyQuestions;
  return totals.problem > 0 ? t.allProblems : t.nothingToImport;
}

/** Adds a student with the number of another, if nobody says otherwise. */
const isRemarked = ({ outcome, problems }: PreviewRow) =>
  outcome !== 'question' && problems.some(({ code }) => code === 'like_students');

const unreadShown = 50;

/** The lines of a pasted text of which nothing is used. */
const linesLeftOut = ({ unread }: Sheet) => unread.filter(({ reason }) => reason !== 'leftOver').length;

/** What of a pasted text is in no row. */
function UnreadParts({ unread }: Pick<Sheet, 'unread'>) {
  if (unread.length === 0) return null;
  return (
    <Alert color="orange" variant="light" mt="md">
      {t.paste.unread}
      <Notes
        notes={[
          ...unread
            .slice(0, unreadShown)
            .map(({ line, text, reason }) =>
              t.paste.line({ line, text: text.slice(0, 200), reason: t.paste.reasons[reason] }),
            ),
          ...(unread.length > unreadShown
            ? [t.paste.more({ count: formatNumber(unread.length - unreadShown) })]
            : []),
        ].map((text) => ({ text }))}
      />
    </Alert>
  );
}

interface StudentsCheckProps {
  sheet: Sheet;
  /** Those that were given before somebody came back here. */
  answers: readonly AnsweredRow[];
  onAnswers: (answers: readonly AnsweredRow[]) => void;
  /** The way back to the columns; null of a pasted list. */
  onColumns: (() => void) | null;
  /** Takes the rows that only seemed to add up others. */
  onPutBack: () => void;
  onDone: (result: ImportResult) => void;
  onOther: () => void;
}

type StudentsQuestion = Omit<CallInput<typeof studentImport.students_preview>, 'answers'> & {
  readonly answers: AnsweredRow[];
};

/** What every row would do. */
export function StudentsCheck({
  sheet,
  answers: before,
  onAnswers,
  onDone,
  onPutBack,
  ...ways
}: StudentsCheckProps) {
  const saving = useAction(studentImport.students);
  const [evenIfFull, setEvenIfFull] = useState(false);
  const [meant, setMeant] = useState<readonly Meant[]>([]);
  // Only account admins learn whose address is outside the reach.
  const ofNew = session.role === 'admin' ? 'new' : 'ask';
  return (
    <ImportCheck
      hasPanel
      call={studentImport.students_preview}
      question={(): StudentsQuestion => ({
        file_name: sheet.file_name,
        rows: [...sheet.rows],
        answers: [...before],
      })}
      onSay={({ answers }) => onAnswers(answers)}
      save={(input, digest) =>
        saving.run({ ...input, confirm: true, digest, ...(evenIfFull ? { even_if_full: true } : {}) })
      }
      isSaving={saving.isPending}
      onSaved={(answer) => {
        tellDone(answer, t.doneTitle, { kind: 'imported', what: sheet.file_name });
        onDone({ ...answer.data, skipped: answer.data.skipped + linesLeftOut(sheet) });
      }}
      checkingText={t.checking({ count: sheet.rows.length })}
      {...ways}
    >
      {({ input, preview: { rows, totals, dates }, check }) => {
        const answers = new Map(input.answers.map((each) => [each.row, each]));
        const say: Say = (...given) =>
          check({
            answers: [...new Map([...answers, ...given.map((each) => [each.row, each] as const)]).values()],
          });
        const remarked = rows.filter(isRemarked).length;
        const siblings = siblingsAmong(rows.filter(({ outcome }) => outcome === 'question'));
        const leftOut = linesLeftOut(sheet);
        const figures = [
          ...(leftOut > 0 ? (['read'] as const) : []),
          ofNew,
          'enrol',
          'unchanged',
          ...(totals.question > 0 || answers.size > 0 ? (['question'] as const) : []),
          'problem',
          ...(leftOut > 0 ? (['unread'] as const) : []),
        ] as const;
        return {
          title: importsTexts.checkTitle({ file: sheet.file_name }),
          reason: reasonAgainst(totals),
          saveLabel: countText(t.importCount, begun(totals)),
          rows: (
            <ImportRows
              label={t.table}
              columns={columnsWith(answers, say)}
              rows={rows}
              rowId={(row) => String(row.row)}
              filters={filters}
            />
          ),
          about: (
            <>
              <Figures
                figures={figures.map((id) => ({
                  id,
                  label: t.totals[id],
                  hint: t.totalHints[id],
                  value: { ...totals, read: rows.length + leftOut, unread: leftOut }[id],
                }))}
              />
              {totals.ask > 0 ? (
                <Text size="sm" c="dimmed" mt="sm">
                  {t.askNote}
                </Text>
              ) : null}
              <NotTaken {...sheet.left} onPutBack={onPutBack} />
              <UnreadParts unread={sheet.unread} />
              <UnknownPlaces
                rows={rows}
                meant={meant}
                onMeant={(said) => {
                  setMeant(said);
                  check({ rows: withMeant(sheet.rows, said) });
                }}
              />
              <ImportDates dates={dates} onOrder={(order) => check({ date_order: order })} />
              {totals.question > 0 ? (
                <Alert color="yellow" variant="light" mt="md">
                  {countText(t.questions, totals.question)}
                  {siblings.length > 0 ? (
                    <Button variant="subtle" size="compact-sm" onClick={() => say(...siblings)}>
                      {t.allSiblings}
                    </Button>
                  ) : null}
                </Alert>
              ) : null}
              {remarked > 0 ? (
                <Alert color="blue" variant="light" mt="md">
                  {countText(t.remarked, remarked)}
                </Alert>
              ) : null}
              {totals.waiting > 0 ? (
                <Alert color="yellow" variant="light" mt="md">
                  {countText(t.waiting, totals.waiting)}
                  <Checkbox
                    mb="sm"
                    label={t.evenIfFull}
                    checked={evenIfFull}
                    onChange={(event) => setEvenIfFull(event.currentTarget.checked)}
                  />
                </Alert>
              ) : null}
              {totals.problem > 0 ? (
                <Alert color="orange" variant="light" mt="md">
                  {countText(ways.onColumns ? t.leftOut : t.paste.leftOut, totals.problem)}
                </Alert>
              ) : null}
            </>
          ),
        };
      }}
    </ImportCheck>
  );
}
