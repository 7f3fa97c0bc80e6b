import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { coverOf } from '#web/features/courses/cover.ts';
import { wallAt } from '#web/lib/format/clock.ts';
import { calendarPageTexts } from '#web/texts/calendar-page.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './agenda.module.css';
import type { Beside } from './beside.ts';
import { dayName, movedTo, placesOf, placesShort, statesOf, timeRange, type Drawn } from './words.ts';

const t = calendarPageTexts;

interface LineProps {
  meeting: Drawn;
  zone: string;
  now: number;
  onOpen: (meeting: Drawn) => void;
}

function Line({ meeting, zone, now, onOpen }: LineProps) {
  const { class_name, course_name, teacher_name, state, moved_to } = meeting;
  const isOff = moved_to !== undefined || state === 'canceled' || state === 'day_off';
  return (
    <li>
      <UnstyledButton
        className={classes.line}
        data-off={isOff || undefined}
        data-over={Date.parse(meeting.ends_at) <= now || undefined}
        style={{ '--edge': coverOf(course_name).colours[1] }}
        onClick={() => onOpen(meeting)}
      >
        <span className={classes.time}>{timeRange(meeting, zone)}</span>
        <span className={classes.what}>
          <span className={classes.name}>{class_name}</span>{' '}
          <span className={classes.soft}>{course_name}</span>
        </span>
        <span className={classes.who}>{teacher_name ?? t.noTeacher}</span>
        <span className={classes.places}>
          <span aria-hidden>{placesShort(meeting)}</span>
          <VisuallyHidden>{placesOf(meeting)}</VisuallyHidden>
        </span>
        <span className={classes.states}>
          {moved_to ? <StatusBadge tone="calm">{movedTo(moved_to, zone)}</StatusBadge> : null}
          {(moved_to ? [] : statesOf(meeting, now)).map(({ tone, text }) => (
            <StatusBadge key={text} tone={tone}>
              {text}
            </StatusBadge>
          ))}
        </span>
      </UnstyledButton>
    </li>
  );
}

interface DayProps extends Omit<LineProps, 'meeting'> {
  day: string;
  meetings: readonly Drawn[];
  /** Said where it has none. */
  nothing: string;
  beside: readonly Beside[];
}

function Day({ day, meetings, nothing, beside, zone, now, onOpen }: DayProps) {
  const id = useId();
  const isToday = wallAt(now, zone).day === day;
  return (
    <section className={classes.day} aria-labelledby={id} data-today={isToday || undefined}>
      <h3 id={id} className={classes.title}>
        {dayName(day)}
        {isToday ? <span className={classes.today}>{t.today}</span> : null}
      </h3>
      {beside.length > 0 ? (
        <ul className={classes.beside}>
          {beside.map(({ key, text, href }) => (
            <li key={key}>{href ? <AppLink href={href}>{text}</AppLink> : text}</li>
          ))}
        </ul>
      ) : null}
      {meetings.length === 0 ? (
        <p className={classes.free}>{nothing}</p>
      ) : (
        <ol className={classes.lines}>
          {meetings.map((meeting) => (
            <Line key={`${meeting.slot_id} ${meeting.starts_at}`} {...{ meeting, zone, now, onOpen }} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface AgendaProps extends Omit<DayProps, 'day'> {
  days: readonly string[];
  /** Leaves out the days on which nothing is. */
  isShort?: boolean;
}

/** Days as lists of their meetings. */
export function Agenda({ days, meetings, beside, isShort = false, ...rest }: AgendaProps) {
  const byDay = Map.groupBy(meetings, ({ starts_at }) => wallAt(Date.parse(starts_at), rest.zone).day);
  const rows = days.map((day) => ({
    day,
    meetings: byDay.get(day) ?? [],
    beside: beside.filter(({ from, to }) => from <= day && day <= to),
  }));
  return rows
    .filter((row) => !isShort || row.meetings.length + row.beside.length > 0)
    .map((row) => <Day key={row.day} {...row} {...rest} />);
}
