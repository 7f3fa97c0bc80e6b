import { texts } from '#web/texts/texts.ts';
import { DateField } from '../form/date-field.tsx';
import type { DaysFilterProps } from './days-filter.tsx';

const t = texts.ui;

/** The two fields of a `DaysFilter`. */
export const DaysFields = ({ from, to, onFrom, onTo, error = false }: DaysFilterProps) => (
  <>
    <DateField label={t.from} value={from} error={error} onChange={onFrom} max={to} clearable />
    <DateField label={t.to} value={to} onChange={onTo} min={from} clearable />
  </>
);
