import { Button, Group } from '@mantine/core';
import { today } from '#web/lib/format/format.ts';
import { locale } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { DateField } from '../form/date-field.tsx';
import type { DaysFilterProps } from './days-filter.tsx';

const t = texts.ui;

/** This month, last month, this year, last year. */
const periods = (['month', 'year'] as const).flatMap((unit) => [
  { unit, back: 0 },
  { unit, back: -1 },
]);

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

function nameOf({ unit, back }: (typeof periods)[number]) {
  const name = relative.format(back, unit);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** From its first day to its last one, as the reader's calendar has it. */
export function daysOf({ unit, back }: (typeof periods)[number], day = today()) {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return unit === 'month'
    ? { from: dayOf(year, month - 1 + back, 1), to: dayOf(year, month + back, 0) }
    : { from: dayOf(year + back, 0, 1), to: dayOf(year + back, 11, 31) };
}

/** The two fields of a `DaysFilter`, and the periods that people ask for most. */
export const DaysFields = ({ from, to, onDays, error = false }: DaysFilterProps) => (
  <>
    <DateField
      label={t.from}
      value={from}
      error={error}
      onChange={(day) => onDays({ from: day })}
      max={to}
      clearable
    />
    <DateField label={t.to} value={to} onChange={(day) => onDays({ to: day })} min={from} clearable />
    <Group gap="xs" maw="18rem">
      {periods.map((period) => (
        <Button
          key={`${period.unit} ${period.back}`}
          variant="default"
          size="compact-sm"
          onClick={() => onDays(daysOf(period))}
        >
          {nameOf(period)}
        </Button>
      ))}
    </Group>
  </>
);
