import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState, type ReactNode } from 'react';
import { calendarWords } from '#web/lib/format/calendar-words.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { readTypedDay } from '#web/lib/format/typed-day.ts';
import { isEnglish, language } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './date-field.module.css';

const t = texts.ui;

// English is there by itself.
const english = dayjs.Ls['en'];
if (!isEnglish && english) dayjs.locale({ ...english, ...calendarWords(), name: language }, undefined, true);
const spoken = isEnglish ? {} : { locale: language };

/** Why what was typed cannot be taken; '' when it can. */
function faultOf(typed: string, { value, min, max }: Pick<DateFieldProps, 'value' | 'min' | 'max'>): string {
  const day = readTypedDay(typed);
  if (typed === '' || (day !== null && day === value)) return '';
  if (day === null) return t.noSuchDay({ typed });
  if (min && day < min) return t.dayTooEarly({ typed, first: formatDate(min) });
  if (max && day > max) return t.dayTooLate({ typed, last: formatDate(max) });
  return '';
}

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

/**
 * A date, shown as 24-Jan-2026 with the months of the language. It is typed day first or picked; values are yyyy-mm-dd.
 * A typed text is either that day or no day: the field never keeps or invents another day.
 */
export function DateField({ value, onChange, min, max, error, ...rest }: DateFieldProps) {
  const [fault, setFault] = useState('');
  const settle = (text: string) => {
    const typed = text.trim();
    const found = faultOf(typed, { value, min, max });
    setFault(found);
    if (value !== '' && (found !== '' || typed === '')) onChange('');
  };
  return (
    <DateInput
      {...rest}
      {...spoken}
      error={value === '' && fault !== '' ? fault : error}
      dateParser={(typed) => readTypedDay(typed)}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      onBlur={(event) => settle(event.currentTarget.value)}
      // The form is sent with what stands in the field.
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(event.currentTarget.value);
      }}
      valueFormat="DD-MMM-YYYY"
      placeholder={t.dateHint}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      leftSection={<IconCalendar aria-hidden size={18} />}
      hideOutsideDates
      weekendDays={[]}
      previousLabel={t.previousMonth}
      nextLabel={t.nextMonth}
      clearButtonProps={{ 'aria-label': t.clearDate, className: classes.clear }}
      popoverProps={{ withinPortal: false }}
    />
  );
}
