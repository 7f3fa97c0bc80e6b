import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { calendarWords, readTypedDay } from '#web/lib/calendar-words.ts';
import { isEnglish, language } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './date-field.module.css';

// English is there by itself, and what is typed in it is read by the browser.
const english = dayjs.Ls['en'];
if (!isEnglish && english) dayjs.locale({ ...english, ...calendarWords(), name: language }, undefined, true);
const spoken = isEnglish ? {} : { locale: language, dateParser: (typed: string) => readTypedDay(typed) };

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

/** A date, shown as 24-Jan-2026 with the months of the language, typed or picked; in and out as yyyy-mm-dd. */
export function DateField({ value, onChange, min, max, ...rest }: DateFieldProps) {
  return (
    <DateInput
      {...rest}
      {...spoken}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      valueFormat="DD-MMM-YYYY"
      placeholder={texts.ui.dateHint}
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
