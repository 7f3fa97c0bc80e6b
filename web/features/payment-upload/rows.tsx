import type { PaymentOutcome, PaymentPreviewRow } from '@gurukul/contract/shared/money/payment-preview';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatAmount, formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { valueText } from '#web/texts/values.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { paidWhen } from '../payments/paid-when.ts';
import { MoneyStatus } from '../payments/money-status.tsx';
import { ImportRows, Line, Notes, numberColumn, Soft, Words } from '../imports/import-rows.tsx';
import { PaymentUploadChoice } from './choice.tsx';
import {
  answerOf,
  decide,
  isDecidable,
  isShown,
  rowFilters,
  type Decision,
  type Decisions,
} from './choices.ts';

const t = paymentUploadTexts.rows;

/** A row of the preview, and what the person says about it by now. */
interface ShownRow {
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

const fieldNames: Readonly<Record<string, string>> = t.fields;

function valueIn(field: string, value: string): string {
  if (value === '') return t.nothing;
  if (field === 'created_at') return paidWhen(value);
  if (field === 'status') return valueText('money', value);
  return field === 'amount' ? formatAmount(value) : value;
}

const changeText = ({ field, from, to }: PaymentPreviewRow['changes'][number]) =>
  t.changeOf({ field: fieldNames[field] ?? field, from: valueIn(field, from), to: valueIn(field, to) });

function decisionText(decision: Decision): string {
  const answer = answerOf(decision);
  if (answer === 'skip' || answer === 'nobody') return t.yours[answer];
  return t.yours.student({ name: decision.name });
}

const outcomeText = ({ choose, outcome }: PaymentPreviewRow) => (choose ? t.decide : t.outcomes[outcome]);

function Student({ row, decision }: ShownRow) {
  return (
    <Words>
      {row.student ? row.student.fullname : t.noStudent}
      {row.student ? (
        <Soft>
          <EmailText address={row.student.email_id} />
        </Soft>
      ) : null}
      <Soft>{inLanguage(row.reason)}</Soft>
      {decision ? (
        <Text span inherit display="block" fw={600} c="var(--g-primary-ink)">
          {decisionText(decision)}
        </Text>
      ) : null}
    </Words>
  );
}

function Outcome({ row }: ShownRow) {
  const notes = [
    // What is open is asked for in the column before; the reason stands there.
    ...row.problems
      .filter((problem) => !row.choose || problem.code !== row.reason.code)
      .map((problem) => ({ isProblem: true, text: inLanguage(problem) })),
    ...row.changes.map((change) => ({ text: changeText(change) })),
    ...row.notes.map((note) => ({ text: inLanguage(note) })),
  ];
  return (
    <Words>
      <StatusBadge tone={row.choose ? 'warn' : tones[row.outcome]}>{outcomeText(row)}</StatusBadge>
      <Notes notes={notes} />
    </Words>
  );
}

const columns: readonly Column<ShownRow>[] = [
  numberColumn(({ row }) => row.row),
  {
    id: 'payer',
    header: t.payer,
    value: ({ row }) => row.full_name,
    onPhone: 'line',
    plain: ({ row }) => row.full_name,
    cell: ({ row }) => (
      <Words>
        {row.full_name}
        {row.email_id ? (
          <Soft>
            <EmailText address={row.email_id} />
          </Soft>
        ) : null}
        <Soft>{row.phone_number}</Soft>
      </Words>
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
      <Group gap="0.25rem 0.5rem">
        {row.amount === null ? null : <Line>{formatMoney(row.amount, row.currency)}</Line>}
        {row.status ? <MoneyStatus status={row.status} /> : null}
      </Group>
    ),
  },
  {
    id: 'payment',
    header: t.payment,
    value: ({ row }) => row.payment_id,
    onPhone: 'line',
    plain: ({ row }) =>
      [row.payment_id, row.created_at && paidWhen(row.created_at)].filter(Boolean).join(' · '),
    cell: ({ row }) => (
      <Words>
        {row.payment_id}
        {row.created_at ? <Soft>{paidWhen(row.created_at)}</Soft> : null}
        <Soft>{row.course_name}</Soft>
      </Words>
    ),
  },
];

function actionOf({ row, decision }: ShownRow): string {
  if (decision) return t.change;
  if (row.choose) return t.choose;
  return row.outcome === 'problem' ? t.skip : t.change;
}

interface DecideButtonProps {
  shown: ShownRow;
  onDecide: (row: PaymentPreviewRow) => void;
}

const DecideButton = ({ shown, onDecide }: DecideButtonProps) =>
  shown.isDecidable ? (
    <Button
      variant={shown.row.choose && !shown.decision ? 'light' : 'default'}
      size="compact-sm"
      aria-label={t.nameOf({ action: actionOf(shown), row: formatNumber(shown.row.row) })}
      onClick={() => onDecide(shown.decision?.row ?? shown.row)}
    >
      {actionOf(shown)}
    </Button>
  ) : null;

interface PaymentUploadRowsProps {
  rows: readonly PaymentPreviewRow[];
  /** The numbers of rows that the save found otherwise. */
  changed: ReadonlySet<number>;
  decisions: Decisions;
  onDecisions: (decisions: Decisions) => void;
}

/** What each row would do, with whose student and why; and the question about one of them. */
export function PaymentUploadRows({ rows, changed, decisions, onDecisions }: PaymentUploadRowsProps) {
  const [asked, setAsked] = useState<PaymentPreviewRow | null>(null);
  const decideOn = (each: ShownRow) => <DecideButton shown={each} onDecide={setAsked} />;
  return (
    <>
      <ImportRows
        label={t.table}
        columns={columns}
        rows={rows.map((row) => ({
          row,
          decision: decisions.get(row.row),
          isDecidable: isDecidable(row, decisions),
        }))}
        rowId={({ row }) => String(row.row)}
        filters={rowFilters.map((id) => ({
          id,
          label: t.filters[id],
          is: ({ row }: ShownRow) => isShown(row, id, changed),
          isFirst: id === 'changed' || id === 'open',
        }))}
        rowActions={decideOn}
      />
      <PaymentUploadChoice
        row={asked}
        decision={asked ? decisions.get(asked.row) : undefined}
        onOption={(row, option) => {
          onDecisions(decide(decisions, row, option));
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
