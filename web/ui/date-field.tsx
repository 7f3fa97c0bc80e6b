import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import classes from './date-field.module.css';

interface DateFieldProps {
  label: string;
  /** yyyy-mm-dd; '' when none. */
  value: string;
  onChange: (value: string) => void;
  min?: string;
  max?: string;
  required?: boolean;
  clearable?: boolean;
  disabled?: boolean;
  error?: ReactNode;
  description?: ReactNode;
}

/** A date, shown as 24-Jan-2026, typed or picked; in and out as yyyy-mm-dd. */
export function DateField({ value, onChange, min, max, ...rest }: DateFieldProps) {
  return (
    <DateInput
      {...rest}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      valueFormat="DD-MMM-YYYY"
      placeholder="DD-MMM-YYYY"
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      leftSection={<IconCalendar aria-hidden size={18} />}
      hideOutsideDates
      weekendDays={[]}
      previousLabel={texts.ui.previousMonth}
      nextLabel={texts.ui.nextMonth}
      clearButtonProps={{ 'aria-label': texts.ui.clearDate, className: classes.clear }}
      popoverProps={{ withinPortal: false }}
    />
  );
}
