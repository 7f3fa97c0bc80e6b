import { lazy, Suspense } from 'react';
import { formatDate } from '#web/lib/format/format.ts';
import { texts } from '#web/texts/texts.ts';
import { FilterPanel } from './filter-panel.tsx';

const DaysFields = lazy(async () => ({ default: (await import('./days-fields.tsx')).DaysFields }));

const t = texts.ui;

export interface DaysFilterProps {
  label: string;
  /** yyyy-mm-dd; '' for none. */
  from: string;
  to: string;
  /** One of the two, or both. */
  onDays: (days: { from?: string; to?: string }) => void;
  /** What is wrong with the first day. */
  error?: string | false;
}

/** "01-Nov-2026 – 23-Nov-2026", or the one end that is asked for; '' for every day. */
function spanOf({ from, to }: Pick<DaysFilterProps, 'from' | 'to'>) {
  if (from && to) return `${formatDate(from)} – ${formatDate(to)}`;
  return from || to ? `${from ? t.from : t.to} ${formatDate(from || to)}` : '';
}

/** A first and a last day, as one chip. The calendar is loaded when it is opened. */
export const DaysFilter = (props: DaysFilterProps) => (
  <FilterPanel label={props.label} value={spanOf(props)}>
    <Suspense fallback={texts.ui.loading}>
      <DaysFields {...props} />
    </Suspense>
  </FilterPanel>
);
