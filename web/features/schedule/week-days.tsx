import { Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatDate, formatTime } from '#web/lib/format/format.ts';
import { texts } from '#web/texts/texts.ts';
import { scheduleTexts } from '#web/texts/schedule.ts';
import { wallAt } from './clock.ts';
import { DayOfWeek } from './day.tsx';
import classes from './week.module.css';
import { hoursOf, type WeekDay } from './week.ts';

const t = scheduleTexts.week;
const weekdays = Object.values(texts.ui.days);

/** On a phone one day is in sight: today, else the first with a class. */
function firstInSight(days: readonly WeekDay[], today: string): number {
  const own = days.findIndex(({ day }) => day === today);
  return own >= 0
    ? own
    : Math.max(
        0,
        days.findIndex(({ blocks }) => blocks.length > 0),
      );
}

function showDay(strip: HTMLElement | null, index: number, behavior: ScrollBehavior) {
  if (strip) strip.scrollTo({ left: index * strip.clientWidth, behavior });
}

interface WeekDaysProps {
  days: readonly WeekDay[];
  zone: string;
  now: number;
}

/** Seven columns on one scale of hours; on phones the days lie side by side, one a swipe. */
export function WeekDays({ days, zone, now }: WeekDaysProps) {
  const clock = wallAt(now, zone);
  const isOn = days.some(({ day }) => day === clock.day);
  const { first, last } = hoursOf(days, isOn ? clock.minutes : null);
  const [inSight, setInSight] = useState(() => firstInSight(days, clock.day));
  const strip = useRef<HTMLDivElement>(null);

  // Turned to the side and back, a phone shows the same day again.
  const shown = useRef(inSight);
  useEffect(() => {
    let width = 0;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.width === width) return;
      width = entry.contentRect.width;
      showDay(strip.current, shown.current, 'instant');
    });
    if (strip.current) observer.observe(strip.current);
    return () => observer.disconnect();
  }, []);

  const follow = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) => {
    if (scrollWidth === clientWidth) return;
    shown.current = Math.round(scrollLeft / clientWidth);
    setInSight(shown.current);
  };

  return (
    <>
      <nav className={classes.tabs} aria-label={t.days}>
        {days.map(({ day, blocks }, index) => {
          const count = blocks.filter(({ isRest }) => !isRest).length;
          const name = `${weekdays[index]} ${formatDate(day)}`;
          return (
            <button
              key={day}
              type="button"
              className={classes.tab}
              aria-pressed={index === inSight}
              aria-current={day === clock.day ? 'date' : undefined}
              data-busy={count > 0 || undefined}
              onClick={() => showDay(strip.current, index, 'smooth')}
            >
              <span aria-hidden>{weekdays[index]?.slice(0, 2)}</span>
              <strong aria-hidden>{Number(day.slice(8))}</strong>
              <VisuallyHidden>{t.dayTab({ day: name, classes: count })}</VisuallyHidden>
            </button>
          );
        })}
      </nav>
      <div className={classes.week} style={{ '--first': first, '--hours': last - first }}>
        <div className={classes.axis} aria-hidden>
          {Array.from({ length: last - first }, (_, index) => (
            <Text key={index + first} component="span" className={classes.hour}>
              {formatTime(`2000-01-01T${String(index + first).padStart(2, '0')}:00Z`, 'UTC').replace(
                ':00',
                '',
              )}
            </Text>
          ))}
        </div>
        <div ref={strip} className={classes.days} onScroll={(event) => follow(event.currentTarget)}>
          {days.map((each, index) => (
            <DayOfWeek
              key={each.day}
              day={each}
              name={weekdays[index] ?? ''}
              zone={zone}
              now={now}
              nowMinutes={each.day === clock.day ? clock.minutes : null}
            />
          ))}
        </div>
      </div>
    </>
  );
}
