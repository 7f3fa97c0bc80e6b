import type { CalendarMeeting } from '@gurukul/contract/calendar';
import { VisuallyHidden } from '@mantine/core';
import { wallAt } from '#web/lib/format/clock.ts';
import { calendarPageTexts } from '#web/texts/calendar-page.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './day-strip.module.css';
import { dayName } from './words.ts';

const t = calendarPageTexts;
const weekdays = Object.values(texts.ui.days);

interface DayStripProps {
  week: readonly string[];
  /** The one that is shown. */
  day: string;
  today: string;
  meetings: readonly CalendarMeeting[];
  zone: string;
  onDay: (day: string) => void;
}

/** The days of a week, of which a phone shows one at a time. */
export function DayStrip({ week, day: shown, today, meetings, zone, onDay }: DayStripProps) {
  const counts = Map.groupBy(meetings, ({ starts_at }) => wallAt(Date.parse(starts_at), zone).day);
  return (
    <nav className={classes.strip} aria-label={t.days}>
      {week.map((day, index) => {
        const count = counts.get(day)?.length ?? 0;
        return (
          <button
            key={day}
            type="button"
            className={classes.day}
            aria-pressed={day === shown}
            aria-current={day === today ? 'date' : undefined}
            data-busy={count > 0 || undefined}
            onClick={() => onDay(day)}
          >
            <span aria-hidden>{weekdays[index]?.slice(0, 2)}</span>
            <strong aria-hidden>{Number(day.slice(8))}</strong>
            <VisuallyHidden>{t.dayTab({ day: dayName(day), classes: count })}</VisuallyHidden>
          </button>
        );
      })}
    </nav>
  );
}
