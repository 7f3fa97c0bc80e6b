import type { ClassDay } from '@gurukul/contract/classes';
import { Button, Text } from '@mantine/core';
import { formatDayOfWeek } from '#web/lib/format/format.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { texts } from '#web/texts/texts.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import classes from './day-choice.module.css';
import { latestDay } from './latest-day.ts';
import { emptied, isNoMeeting, type MeetingDays } from './meeting-days.ts';

const t = attendanceTexts.days;

const namesOf = (days: readonly ClassDay[]) => days.map((day) => texts.ui.days[day]).join(', ');

/** That the class does not meet then, and when it does. */
export const noMeetingText = (days: MeetingDays) => t.meetsOn({ days: namesOf(days?.class_days ?? []) });

interface DayChoiceProps {
  /** '' for none. */
  day: string;
  days: MeetingDays;
  /** As an address carries it. */
  onChange: (date: string) => void;
}

/** A day for attendance: any day until today, with the days on which the class met as suggestions. */
export function DayChoice({ day, days, onChange }: DayChoiceProps) {
  return (
    <div>
      <DateField
        label={attendanceTexts.mark.date}
        value={day}
        onChange={(next) => onChange(next || emptied)}
        max={latestDay()}
        clearable
      />
      {days && days.last_days.length > 0 ? (
        <fieldset aria-label={t.offered} className={classes.days}>
          {days.last_days.map((last) => (
            <Button
              key={last}
              size="compact-sm"
              variant={last === day ? 'light' : 'default'}
              aria-pressed={last === day}
              onClick={() => onChange(last)}
            >
              {formatDayOfWeek(last)}
            </Button>
          ))}
        </fieldset>
      ) : null}
      {isNoMeeting(days, day) ? (
        <Text className={classes.none}>
          {t.noMeeting}. {noMeetingText(days)}
        </Text>
      ) : null}
    </div>
  );
}
