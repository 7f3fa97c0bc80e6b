import type { PaymentPreviewRow } from '@gurukul/contract/shared/money/payment-preview';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { useLocalView } from '#web/ui/table/data-table.tsx';
import { PaymentUploadChoice } from './choice.tsx';
import { PaymentUploadRows } from './rows.tsx';
import classes from './rows.module.css';
import {
  decide,
  isRowFilter,
  isShown,
  rowFilters,
  type Decisions,
  type RowFilter,
  type Seen,
} from './choices.ts';

const t = paymentUploadTexts.rows;

/** What wants a look first, where nobody has chosen. */
const first: readonly RowFilter[] = ['changed', 'open', 'all'];

interface PaymentUploadReviewProps {
  seen: Seen;
  decisions: Decisions;
  onDecisions: (decisions: Decisions) => void;
}

/** The rows, those of one kind at a time, and the question about one of them. */
export function PaymentUploadReview({ seen, decisions, onDecisions }: PaymentUploadReviewProps) {
  const [chosen, setChosen] = useState<RowFilter | null>(null);
  const [asked, setAsked] = useState<PaymentPreviewRow | null>(null);
  const view = useLocalView(20, [20, 50, 100]);

  const { rows } = seen.preview;
  const of = (filter: RowFilter) => rows.filter((row) => isShown(row, filter, seen.changed));
  const offered = rowFilters
    .map((filter) => ({ filter, count: of(filter).length }))
    .filter(({ filter, count }) => filter === 'all' || count > 0);
  const isOffered = (filter: RowFilter) => offered.some((each) => each.filter === filter);
  const filter = chosen && isOffered(chosen) ? chosen : (first.find(isOffered) ?? 'all');

  return (
    <>
      <NativeSelect
        className={classes.filter}
        label={t.filter}
        data={offered.map(({ filter: value, count }) => ({
          value,
          label: t.filterOf(t.filters[value], formatNumber(count)),
        }))}
        value={filter}
        onChange={({ currentTarget: { value } }) => {
          if (isRowFilter(value)) setChosen(value);
          view.setPage(1);
        }}
      />
      <PaymentUploadRows rows={of(filter)} decisions={decisions} view={view} onDecide={setAsked} />
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
