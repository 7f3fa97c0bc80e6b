import { classDays } from '@gurukul/contract/classes';
import { locale } from '#web/texts/language.ts';
import { placingTexts } from '#web/texts/placing.ts';
import { formatWallClock } from '#web/ui/meeting-time.tsx';
import classes from './week-grid.module.css';

const t = placingTexts.panel;

const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
/** 1 January 2024 was a Monday. */
const dayName = (day: number) => short.format(Date.UTC(2024, 0, 1 + day));

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const dayHours = Array.from({ length: 24 }, (_, hour) => hour);

interface WeekGridProps {
  hours: readonly number[];
  onChange: (hours: number[]) => void;
}

/** The hours of a week to tick: a row for each hour, a column for each day. */
export function WeekGrid({ hours, onChange }: WeekGridProps) {
  const ticked = new Set(hours);
  const toggle = (hour: number) =>
    onChange(ticked.has(hour) ? hours.filter((each) => each !== hour) : [...hours, hour]);
  return (
    <div className={classes.box}>
      <table className={classes.week} aria-label={t.week}>
        <thead>
          <tr>
            <th scope="col" aria-label={t.zone} />
            {classDays.map((day, at) => (
              <th key={day} scope="col">
                {dayName(at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dayHours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{clock(hour)}</th>
              {classDays.map((day, at) => (
                <td key={day}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={formatWallClock(day, clock(hour))}
                      checked={ticked.has(at * 24 + hour)}
                      onChange={() => toggle(at * 24 + hour)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
