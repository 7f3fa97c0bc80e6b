import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { formatDate, formatTime } from '#web/lib/format/format.ts';
import { scheduleTexts } from '#web/texts/schedule.ts';
import { Hint } from '#web/ui/feedback/hint.tsx';
import { AppLink } from '#web/ui/link.tsx';
import classes from './day.module.css';
import { ownTimeOf, registerOf, timeRange } from './meeting.ts';
import type { Block, WeekDay } from './week.ts';

const t = scheduleTexts;

const timeOf = (instant: number, zone: string) => formatTime(new Date(instant).toISOString(), zone);

interface MeetingProps {
  block: Block;
  zone: string;
  isToday: boolean;
  isOver: boolean;
}

/** The class, the time and the course; hover, focus, tap and screen readers give the class's own clock. */
function Meeting({ block: { row, start, end }, zone, isToday, isOver }: MeetingProps) {
  const time = timeRange(start, end, zone);
  const own = ownTimeOf(row, start);
  return (
    <div className={classes.meeting} data-over={isOver || undefined}>
      <Hint
        label={
          <>
            <strong>{row.class_name}</strong>
            <br />
            {row.course_name}
            <br />
            {time}
            <br />
            {own}
          </>
        }
      >
        <UnstyledButton className={classes.words}>
          <span className={classes.name}>{row.class_name}</span>
          <span className={classes.time}>{time}</span>
          <span className={classes.course}>{row.course_name}</span>
          <VisuallyHidden>{`. ${own}`}</VisuallyHidden>
        </UnstyledButton>
      </Hint>
      {isToday ? (
        <AppLink
          href={registerOf(row, start)}
          className={classes.mark}
          title={t.mark}
          aria-label={t.markOf({ name: row.class_name, time: timeOf(start, zone) })}
        >
          <IconClipboardCheck aria-hidden size={18} />
          <span aria-hidden>{t.mark}</span>
        </AppLink>
      ) : null}
    </div>
  );
}

/** The part of a meeting after midnight: only drawn, because its first day already has all the words. */
function Rest({ block: { row, end }, zone }: { block: Block; zone: string }) {
  return (
    <div className={classes.meeting} data-over>
      <div className={classes.words}>
        <span className={classes.name}>{row.class_name}</span>
        <span className={classes.time}>{t.week.until({ time: timeOf(end, zone) })}</span>
      </div>
    </div>
  );
}

interface DayOfWeekProps {
  day: WeekDay;
  name: string;
  zone: string;
  now: number;
  /** What the clock shows, on the day that is today. */
  nowMinutes: number | null;
}

export function DayOfWeek({ day: { day, blocks }, name, zone, now, nowMinutes }: DayOfWeekProps) {
  const id = useId();
  const isToday = nowMinutes !== null;
  const past = blocks.filter(({ from }) => nowMinutes !== null && from <= nowMinutes);
  const line = (block: Block) => (
    <li
      key={`${block.row.id} ${block.start}`}
      className={classes.block}
      aria-hidden={block.isRest || undefined}
      style={{
        '--from': block.from,
        '--minutes': block.to - block.from,
        '--lane': block.lane,
        '--lanes': block.lanes,
      }}
    >
      {block.isRest ? (
        <Rest block={block} zone={zone} />
      ) : (
        <Meeting
          block={block}
          zone={zone}
          isToday={isToday || (block.start <= now && now < block.end)}
          isOver={block.end <= now}
        />
      )}
    </li>
  );
  return (
    <section className={classes.day} aria-labelledby={id} data-today={isToday || undefined}>
      <h3 id={id} className={classes.title}>
        <span>{name}</span> <span className={classes.date}>{formatDate(day)}</span>
        {isToday ? <span className={classes.today}>{t.week.today}</span> : null}
      </h3>
      <ol className={classes.body}>
        {past.map(line)}
        {nowMinutes === null ? null : (
          <li aria-hidden className={classes.now} style={{ '--from': nowMinutes }}>
            <span>{t.week.now({ time: timeOf(now, zone) })}</span>
          </li>
        )}
        {blocks.slice(past.length).map(line)}
        {blocks.length === 0 ? <li className={classes.free}>{t.week.freeDay}</li> : null}
      </ol>
    </section>
  );
}
