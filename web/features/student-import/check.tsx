import {
  studentImport,
  type AnsweredRow,
  type ImportOutcome,
  type PreviewRow,
  type PreviewTotals,
} from '@gurukul/contract/student-import';
import type { DateOrder } from '@gurukul/contract/shared/written/date-order';
import { Alert, Button, Checkbox, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { messageOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatNumber, formatZone } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { inLanguage } from '#web/texts/catalogue.ts';
import { texts } from '#web/texts/texts.ts';
import { valueText } from '#web/texts/values.ts';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { PaymentUploadDates } from '../payment-upload/dates.tsx';
import { Figures } from '../spreadsheets/figures.tsx';
import { ImportFrame, ImportWait, OtherFile, ToColumns } from '../spreadsheets/import-frame.tsx';
import { NotTaken } from '../spreadsheets/not-taken.tsx';
import { useFilePreview } from '../spreadsheets/use-file-preview.ts';
import classes from './check.module.css';
import type { ImportResult } from './done.tsx';
import { siblingsAmong, WhoIsMeant } from './who-is-meant.tsx';
import type { Sheet } from './read-chosen.ts';

const t = studentsTexts.import;

const tones: Readonly<Record<ImportOutcome, Tone>> = {
  new: 'good',
  enrol: 'info',
  ask: 'info',
  unchanged: 'calm',
  question: 'warn',
  problem: 'bad',
};

type Answers = ReadonlyMap<number, AnsweredRow>;
/** How the file is to be read, and what the person answered. */
interface Said {
  readonly answers: AnsweredRow[];
  readonly date_order?: DateOrder;
}
type Say = (...answers: AnsweredRow[]) => void;

const textCell = (text: string) => (text === '' ? null : <span className={classes.text}>{text}</span>);

const isAsked = ({ behind, alike }: PreviewRow) => behind.length + alike.length > 0;

const clockOf = ({ timezone, language }: PreviewRow) =>
  [timezone && formatZone(timezone), language && valueText('language', language)]
    .filter((fact) => fact !== '')
    .join(' · ');

const columnsWith = (answers: Answers, say: Say): Column<PreviewRow>[] => [
  {
    id: 'row',
    header: t.rowColumns.row,
    value: (row) => row.row,
    cell: ({ row }) => (
      <>
        <span className={classes.rowWord}>{t.rowColumns.row} </span>
        {row}
      </>
    ),
  },
  {
    id: 'fullname',
    header: t.rowColumns.name,
    value: (row) => row.fullname,
    cell: (row) => textCell(row.fullname),
  },
  {
    id: 'email_id',
    header: t.rowColumns.email,
    value: (row) => row.email_id,
    cell: ({ email_id }) =>
      email_id === '' ? null : (
        <span className={classes.text}>
          <EmailText address={email_id} />
        </span>
      ),
  },
  {
    id: 'course_name',
    header: t.rowColumns.course,
    value: (row) => row.course_name,
    cell: (row) => textCell(row.course_name),
  },
  {
    id: 'class_name',
    header: t.rowColumns.class,
    value: (row) => row.class_name,
    cell: (row) => textCell(row.class_name),
  },
  {
    id: 'clock',
    header: t.rowColumns.clock,
    value: clockOf,
    cell: (row) => textCell(clockOf(row)),
  },
  {
    id: 'outcome',
    header: t.rowColumns.outcome,
    value: (row) => t.outcomes[row.outcome],
    cell: ({ outcome }) => <StatusBadge tone={tones[outcome]}>{t.outcomes[outcome]}</StatusBadge>,
  },
  {
    id: 'problems',
    header: t.rowColumns.notes,
    value: (row) => row.problems.map(inLanguage).join('. '),
    cell: (row) => (
      <>
        {row.problems.length > 0 ? (
          <ul className={classes.problems}>
            {row.problems.map((problem) => (
              <li key={problem.message}>{inLanguage(problem)}</li>
            ))}
          </ul>
        ) : null}
        {isAsked(row) || answers.has(row.row) ? (
          <WhoIsMeant row={row} answer={answers.get(row.row)} onAnswer={say} />
        ) : null}
      </>
    ),
  },
];

const countText = (text: (count: string, isOne: boolean) => string, count: number) =>
  text(formatNumber(count), count === 1);

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

const isOpen = ({ outcome }: PreviewRow) => outcome === 'problem' || outcome === 'question';

const unreadShown = 50;

/** What of a pasted text is in no row. */
function UnreadParts({ unread }: Pick<Sheet, 'unread'>) {
  if (unread.length === 0) return null;
  return (
    <Alert color="orange" variant="light" mt="md">
      {t.paste.unread}
      <ul className={classes.unread}>
        {unread.slice(0, unreadShown).map(({ line, text, reason }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line may have the same part twice
          <li key={index}>{t.paste.line(line, text.slice(0, 200), t.paste.reasons[reason])}</li>
        ))}
        {unread.length > unreadShown ? (
          <li>{t.paste.more(formatNumber(unread.length - unreadShown))}</li>
        ) : null}
      </ul>
    </Alert>
  );
}

interface ImportCheckProps {
  sheet: Sheet;
  /** Those that were given before somebody came back here. */
  answers: readonly AnsweredRow[];
  onAnswers: (answers: readonly AnsweredRow[]) => void;
  /** The way back to the columns; null where there is none. */
  onColumns: (() => void) | null;
  onDone: (result: ImportResult) => void;
  onOther: () => void;
}

/** Step 2: what every row would do. Nothing is saved before the person says so here. */
export function ImportCheck({
  sheet,
  answers: before,
  onAnswers,
  onColumns,
  onDone,
  onOther,
}: ImportCheckProps) {
  const saidBefore: Said = { answers: [...before] };
  const { input, seen, isPending, error, check, replace } = useFilePreview(studentImport.students_preview, {
    file_name: sheet.file_name,
    rows: [...sheet.rows],
    ...saidBefore,
  });
  const answers: Answers = new Map(input.answers?.map((each) => [each.row, each]));
  const say: Say = (...given) => {
    const all = [...new Map([...answers, ...given.map((each) => [each.row, each] as const)]).values()];
    onAnswers(all);
    check({ answers: all });
  };
  const save = useAction(studentImport.students);
  const [isFiltered, setFiltered] = useState(false);
  const [evenIfFull, setEvenIfFull] = useState(false);
  const view = useLocalView(20, [20, 50, 100]);
  const failed = refusedWith(save.error, 'changed_since_check') ? null : save.error;
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failed) refusal.current?.focus();
  }, [failed]);

  const isBusy = save.isPending || isPending;
  const checkingText = t.checking(formatNumber(sheet.rows.length));
  const ways = (
    <>
      {onColumns ? <ToColumns isBusy={save.isPending} onClick={onColumns} /> : null}
      <OtherFile isBusy={save.isPending} onClick={onOther} />
    </>
  );
  if (!seen || error) {
    return (
      <Panel>
        <ImportWait
          error={error}
          failedTitle={t.previewFailed}
          checkingText={checkingText}
          onRetry={() => check()}
          ways={ways}
        />
      </Panel>
    );
  }

  // Only account admins learn whose address is outside the reach.
  const isOffice = session.role === 'admin';
  const { rows, totals, dates, digest } = seen.preview;
  const shown = isFiltered ? rows.filter(isOpen) : rows;
  const remarked = rows.filter(isRemarked).length;
  const siblings = siblingsAmong(rows.filter(({ outcome }) => outcome === 'question'));
  const importAll = async () => {
    try {
      const answer = await save.run({
        ...input,
        confirm: true,
        digest,
        ...(evenIfFull && totals.waiting > 0 ? { even_if_full: true } : {}),
      });
      tellDone(answer, t.doneTitle, { kind: 'imported', what: sheet.file_name });
      onDone(answer.data);
    } catch (failure) {
      replace(failure);
    }
  };

  return (
    <Panel>
      <ImportFrame
        title={t.checkTitle(sheet.file_name)}
        nothingSaved={t.nothingSaved}
        seen={seen}
        reason={reasonAgainst(totals)}
        saveLabel={save.isPending ? t.importing : countText(t.importCount, begun(totals))}
        onSave={importAll}
        busyText={isPending ? checkingText : ''}
        isBusy={isBusy}
        ways={ways}
        rows={
          <>
            <Checkbox
              className={classes.filter}
              label={t.onlyProblems}
              checked={isFiltered}
              onChange={(event) => {
                setFiltered(event.currentTarget.checked);
                view.setPage(1);
              }}
            />
            <DataTable
              label={t.table}
              columns={columnsWith(answers, say)}
              rows={shown}
              rowId={(row) => String(row.row)}
              view={view}
              emptyText={isFiltered ? t.noProblems : texts.ui.noRecords}
            />
          </>
        }
      >
        <Figures
          figures={[
            ...(isOffice
              ? [{ id: 'new', label: t.totals.new, hint: t.totalHints.new, value: totals.new }]
              : [{ id: 'ask', label: t.totals.ask, hint: t.totalHints.ask, value: totals.ask }]),
            { id: 'enrol', label: t.totals.enrol, hint: t.totalHints.enrol, value: totals.enrol },
            {
              id: 'unchanged',
              label: t.totals.unchanged,
              hint: t.totalHints.unchanged,
              value: totals.unchanged,
            },
            ...(totals.question > 0 || answers.size > 0
              ? [
                  {
                    id: 'question',
                    label: t.totals.question,
                    hint: t.totalHints.question,
                    value: totals.question,
                  },
                ]
              : []),
            { id: 'problem', label: t.totals.problem, hint: t.totalHints.problem, value: totals.problem },
          ]}
        />
        {totals.ask > 0 ? (
          <Text size="sm" c="dimmed" mt="sm">
            {t.askNote}
          </Text>
        ) : null}
        <NotTaken {...sheet.left} />
        <UnreadParts unread={sheet.unread} />
        <PaymentUploadDates dates={dates} onOrder={(order) => check({ date_order: order })} />
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
              className={classes.filter}
              label={t.evenIfFull}
              checked={evenIfFull}
              onChange={(event) => setEvenIfFull(event.currentTarget.checked)}
            />
          </Alert>
        ) : null}
        {totals.problem > 0 ? (
          <Alert color="orange" variant="light" mt="md">
            {countText(t.leftOut, totals.problem)}
          </Alert>
        ) : null}
        {failed ? (
          <Alert
            ref={refusal}
            tabIndex={-1}
            role="alert"
            color="red"
            variant="light"
            mt="md"
            title={t.importFailed}
          >
            {messageOf(failed)}
          </Alert>
        ) : null}
      </ImportFrame>
    </Panel>
  );
}
