import type { PaymentOutcome, PaymentPreviewRow } from '@gurukul/contract/shared/money/payment-preview';
import { Button } from '@mantine/core';
import { officeZone } from '#web/lib/constants.ts';
import {
  formatAmount,
  formatDate,
  formatDateTime,
  formatMoney,
  formatNumber,
} from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/catalogue.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { valueText } from '#web/texts/values.ts';
import { DataTable, type Column, type TableView } from '#web/ui/table/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { MoneyStatus } from '../payments/money-status.tsx';
import classes from './rows.module.css';
import { answerOf, isDecidable, type Decision, type Decisions } from './choices.ts';

const t = paymentUploadTexts.rows;

/** A row of the preview, and what the person says about it by now. */
interface Shown {
  readonly row: PaymentPreviewRow;
  readonly decision: Decision | undefined;
  readonly isDecidable: boolean;
}

const tones: Readonly<Record<PaymentOutcome, Tone>> = {
  new: 'good',
  update: 'info',
  unchanged: 'calm',
  skip: 'calm',
  problem: 'bad',
};

/** Midnight in the office stands for a day without a time. */
function dateOf(instant: string): string {
  const text = formatDateTime(instant, officeZone);
  return text.endsWith('12:00:00 am') ? formatDate(instant, officeZone) : text;
}

const fieldNames: Readonly<Record<string, string>> = t.fields;

function valueIn(field: string, value: string): string {
  if (value === '') return t.nothing;
  if (field === 'created_at') return dateOf(value);
  if (field === 'status') return valueText('money', value);
  return field === 'amount' ? formatAmount(value) : value;
}

const changeText = ({ field, from, to }: PaymentPreviewRow['changes'][number]) =>
  t.changeOf(fieldNames[field] ?? field, valueIn(field, from), valueIn(field, to));

function decisionText(decision: Decision): string {
  const answer = answerOf(decision);
  if (answer === 'skip' || answer === 'nobody') return t.yours[answer];
  return t.yours.student(decision.name);
}

const outcomeText = ({ choose, outcome }: PaymentPreviewRow) => (choose ? t.decide : t.outcomes[outcome]);

function Student({ row, decision }: Shown) {
  return (
    <span className={classes.wide}>
      {row.student ? row.student.fullname : t.noStudent}
      {row.student ? (
        <span className={classes.soft}>
          <EmailText address={row.student.email_id} />
        </span>
      ) : null}
      <span className={classes.soft}>{inLanguage(row.reason)}</span>
      {decision ? <span className={classes.yours}>{decisionText(decision)}</span> : null}
    </span>
  );
}

function Outcome({ row }: Shown) {
  const notes = [
    // What is open is asked for in the column before; the reason stands there.
    ...row.problems
      .filter((problem) => !row.choose || problem.code !== row.reason.code)
      .map((problem) => ({ kind: 'problem', text: inLanguage(problem) })),
    ...row.changes.map((change) => ({ kind: 'change', text: changeText(change) })),
    ...row.notes.map((note) => ({ kind: 'note', text: inLanguage(note) })),
  ];
  return (
    <span className={classes.wide}>
      <StatusBadge tone={row.choose ? 'warn' : tones[row.outcome]}>{outcomeText(row)}</StatusBadge>
      {notes.length > 0 ? (
        <ul className={classes.notes}>
          {notes.map(({ kind, text }) => (
            <li key={text} data-kind={kind}>
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </span>
  );
}

const columns: readonly Column<Shown>[] = [
  {
    id: 'row',
    header: t.row,
    value: ({ row }) => row.row,
    cell: ({ row }) => (
      <>
        <span className={classes.rowWord}>{t.row} </span>
        {row.row}
      </>
    ),
  },
  {
    id: 'payer',
    header: t.payer,
    value: ({ row }) => row.full_name,
    onPhone: 'line',
    plain: ({ row }) => row.full_name,
    cell: ({ row }) => (
      <span className={classes.text}>
        {row.full_name}
        {row.email_id ? (
          <span className={classes.soft}>
            <EmailText address={row.email_id} />
          </span>
        ) : null}
        {row.phone_number ? <span className={classes.soft}>{row.phone_number}</span> : null}
      </span>
    ),
  },
  {
    id: 'student',
    header: t.student,
    value: ({ row }) => row.student?.fullname ?? '',
    cell: Student,
  },
  {
    id: 'outcome',
    header: t.outcome,
    value: ({ row }) => outcomeText(row),
    cell: Outcome,
    onPhone: 'end',
    plain: ({ row }) => outcomeText(row),
  },
  {
    id: 'amount',
    header: t.amount,
    // A number for the order alone; the amount itself stays a decimal.
    value: ({ row }) => (row.amount === null ? null : Number(row.amount)),
    onPhone: 'line',
    plain: ({ row }) => (row.amount === null ? '' : formatMoney(row.amount, row.currency)),
    cell: ({ row }) => (
      <span className={classes.amount}>
        {row.amount === null ? null : (
          <span className={classes.line}>{formatMoney(row.amount, row.currency)}</span>
        )}
        {row.status ? <MoneyStatus status={row.status} /> : null}
      </span>
    ),
  },
  {
    id: 'payment',
    header: t.payment,
    value: ({ row }) => row.payment_id,
    onPhone: 'line',
    plain: ({ row }) =>
      [row.payment_id, row.created_at && dateOf(row.created_at)].filter(Boolean).join(' · '),
    cell: ({ row }) => (
      <span className={classes.text}>
        {row.payment_id}
        {row.created_at ? <span className={classes.soft}>{dateOf(row.created_at)}</span> : null}
        {row.course_name ? <span className={classes.soft}>{row.course_name}</span> : null}
      </span>
    ),
  },
];

function actionOf({ row, decision }: Shown): string {
  if (decision) return t.change;
  if (row.choose) return t.choose;
  return row.outcome === 'problem' ? t.skip : t.change;
}

interface DecideButtonProps {
  shown: Shown;
  onDecide: (row: PaymentPreviewRow) => void;
}

const DecideButton = ({ shown, onDecide }: DecideButtonProps) =>
  shown.isDecidable ? (
    <Button
      variant={shown.row.choose && !shown.decision ? 'light' : 'default'}
      size="compact-sm"
      aria-label={t.nameOf(actionOf(shown), formatNumber(shown.row.row))}
      onClick={() => onDecide(shown.decision?.row ?? shown.row)}
    >
      {actionOf(shown)}
    </Button>
  ) : null;

interface PaymentUploadRowsProps {
  rows: readonly PaymentPreviewRow[];
  decisions: Decisions;
  view: TableView;
  onDecide: (row: PaymentPreviewRow) => void;
}

/** What each row would do, with whose student and why; and a way to say it better. */
export function PaymentUploadRows({ rows, decisions, view, onDecide }: PaymentUploadRowsProps) {
  const shown = rows.map((row) => ({
    row,
    decision: decisions.get(row.row),
    isDecidable: isDecidable(row, decisions),
  }));
  const decideOn = (each: Shown) => <DecideButton shown={each} onDecide={onDecide} />;
  return (
    <DataTable
      label={t.table}
      columns={columns}
      rows={shown}
      rowId={({ row }) => String(row.row)}
      view={view}
      emptyText={t.none}
      rowActions={decideOn}
    />
  );
}
