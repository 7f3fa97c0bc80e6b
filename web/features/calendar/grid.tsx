import type { CalendarMeeting } from '@gurukul/contract/calendar';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconPlus, IconReplaceUser, type Icon } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { coverOf } from '#web/features/courses/cover.ts';
import { mayMove } from '#web/features/meetings/meeting-changes.ts';
import { wallAt } from '#web/lib/format/clock.ts';
import { formatDayOfWeek, formatTime } from '#web/lib/format/format.ts';
import { calendarPageTexts } from '#web/texts/calendar-page.ts';
import { AppLink } from '#web/ui/link.tsx';
import { initialsOf } from '#web/ui/portrait.tsx';
import type { Beside } from './beside.ts';
import classes from './grid.module.css';
import {
  columnsOf,
  placedOver,
  scaleOf,
  type Block,
  type CalendarDay,
  type More,
  type Scale,
} from './layout.ts';
import { useDrag } from './use-drag.ts';
import { dayName, fullName, movedTo, placesShort, rollMark, timeRange, type Drawn } from './words.ts';

const t = calendarPageTexts;

type MeetingBlock = Block<Drawn>;

/** 07:00 AM from minutes since midnight. */
const clockOf = (minutes: number) => formatTime(new Date(minutes * 60_000).toISOString(), 'UTC');

interface Span {
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly lanes: number;
  readonly span?: number;
}

const placeOf = ({ from, to, lane, lanes, span = 1 }: Span, { topOf }: Scale) => ({
  '--top': topOf(from),
  '--height': topOf(to) - topOf(from),
  '--lane': lane,
  '--lanes': lanes,
  '--span': span,
});

/** Signs of what is not as planned; their words are in the name of the block. */
const signsOf = ({ state, is_covered, moved_to }: Drawn): readonly (readonly [string, Icon])[] => [
  ...(state === 'moved' && !moved_to ? [['moved', IconArrowRight] as const] : []),
  ...(state === 'extra' ? [['extra', IconPlus] as const] : []),
  ...(is_covered && !moved_to ? [['covered', IconReplaceUser] as const] : []),
];

function Signs({ meeting }: { meeting: Drawn }) {
  const signs = signsOf(meeting);
  return signs.length === 0 ? null : (
    <span aria-hidden className={classes.signs}>
      {signs.map(([name, Sign]) => (
        <Sign key={name} data-sign={name} size={12} stroke={2.5} />
      ))}
    </span>
  );
}

interface WordsProps {
  meeting: Drawn;
  zone: string;
  now: number;
  isDay: boolean;
}

/** The class, who teaches, the places; everything in words for screen readers. */
function Words({ meeting, zone, now, isDay }: WordsProps) {
  const { class_name, course_name, teacher_name, moved_to } = meeting;
  const who = isDay ? (teacher_name ?? t.noTeacher) : initialsOf(teacher_name ?? '') || '–';
  return (
    <>
      <span aria-hidden className={classes.name}>
        {class_name}
      </span>
      <span aria-hidden className={classes.more}>
        {moved_to
          ? movedTo(moved_to, zone)
          : `${isDay ? `${timeRange(meeting, zone)} · ${who}` : who} · ${placesShort(meeting)}${isDay ? ` · ${course_name}` : ''}`}
      </span>
      <Signs meeting={meeting} />
      <VisuallyHidden>{fullName(meeting, zone, now)}</VisuallyHidden>
    </>
  );
}

interface BlockProps {
  block: MeetingBlock;
  scale: Scale;
  zone: string;
  now: number;
  isDay: boolean;
  onGrab: (event: PointerEvent<HTMLElement>, block: MeetingBlock) => void;
  onOpen: (meeting: Drawn) => void;
}

function BlockButton({ block, scale, zone, now, isDay, onGrab, onOpen }: BlockProps) {
  const { meeting, end, isRest } = block;
  const canMove = !meeting.moved_to && mayMove(meeting, now);
  const look = {
    'data-state': meeting.moved_to ? 'left' : meeting.state,
    'data-asks': (meeting.asks_cover && !meeting.moved_to) || undefined,
    'data-roll': rollMark(meeting, now) ?? undefined,
    'data-over': end <= now || undefined,
  };
  const style = {
    ...placeOf(block, scale),
    '--edge': coverOf(meeting.course_name).colours[1],
    '--signs': signsOf(meeting).length,
  };
  // The part of a meeting after midnight is only drawn: its first day already has all the words.
  if (isRest) {
    return (
      <li aria-hidden className={classes.place} style={style}>
        <div className={classes.block} {...look}>
          <span className={classes.name}>{meeting.class_name}</span>
          <span className={classes.more}>{t.until({ time: formatTime(meeting.ends_at, zone) })}</span>
        </div>
      </li>
    );
  }
  return (
    <li className={classes.place} style={style}>
      <UnstyledButton
        className={classes.block}
        data-block
        data-movable={canMove || undefined}
        title={fullName(meeting, zone, now)}
        onPointerDown={(event) => canMove && onGrab(event, block)}
        onClick={() => onOpen(meeting)}
        {...look}
      >
        <Words meeting={meeting} zone={zone} now={now} isDay={isDay} />
      </UnstyledButton>
    </li>
  );
}

interface MoreButtonProps {
  more: More;
  day: string;
  scale: Scale;
  onDay: (day: string) => void;
}

function MoreButton({ more, day, scale, onDay }: MoreButtonProps) {
  return (
    <li className={classes.place} style={placeOf({ ...more, lane: more.lanes - 1 }, scale)}>
      <UnstyledButton className={classes.rest} data-block onClick={() => onDay(day)}>
        <span aria-hidden>{t.more({ count: more.count })}</span>
        <VisuallyHidden>
          {t.moreAt({ count: more.count, time: clockOf(more.from), day: dayName(day) })}
        </VisuallyHidden>
      </UnstyledButton>
    </li>
  );
}

/** Arrow keys go to the next meeting of the day, and to the nearest one of the next day that has any. */
function goOn(event: KeyboardEvent<HTMLElement>) {
  const blocksOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-block]')];
  const here = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-block]') : null;
  const list = here?.closest('ol');
  if (!here || !list) return;
  const topOf = (block: HTMLElement) => block.getBoundingClientRect().top;
  const besides = (step: number) => {
    const lists = [...event.currentTarget.querySelectorAll('ol')].filter((one) => blocksOf(one).length > 0);
    const next = lists[lists.indexOf(list) + step];
    return (
      next &&
      blocksOf(next).toSorted(
        (a, b) => Math.abs(topOf(a) - topOf(here)) - Math.abs(topOf(b) - topOf(here)),
      )[0]
    );
  };
  const ofDay = blocksOf(list);
  const ways = new Map([
    ['ArrowUp', () => ofDay[ofDay.indexOf(here) - 1]],
    ['ArrowDown', () => ofDay[ofDay.indexOf(here) + 1]],
    ['ArrowLeft', () => besides(-1)],
    ['ArrowRight', () => besides(1)],
  ]);
  const next = ways.get(event.key)?.();
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function BesideRows({ beside, days }: { beside: readonly Beside[]; days: readonly string[] }) {
  const placed = placedOver(beside, days);
  if (placed.length === 0) return null;
  return (
    <ul className={classes.beside} aria-label={t.beside.label}>
      {placed.map(({ key, kind, text, from, to, href, first, last, row }) => {
        const dates = from === to ? dayName(from) : t.range({ from: dayName(from), to: dayName(to) });
        const words = (
          <>
            {text}
            <VisuallyHidden>{`, ${dates}`}</VisuallyHidden>
          </>
        );
        return (
          <li
            key={key}
            className={classes.band}
            data-kind={kind}
            title={`${text}, ${dates}`}
            style={{ gridColumn: `${first + 1} / ${last + 2}`, gridRow: row + 1 }}
          >
            {href ? <AppLink href={href}>{words}</AppLink> : <span>{words}</span>}
          </li>
        );
      })}
    </ul>
  );
}

interface DayProps extends Omit<BlockProps, 'block'> {
  day: CalendarDay<Drawn>;
  /** Said where it has no meeting. */
  nothing: string;
  onDay: (day: string) => void;
}

function Day({
  day: { day, blocks, more },
  nothing,
  scale,
  zone,
  now,
  isDay,
  onGrab,
  onOpen,
  onDay,
}: DayProps) {
  const clock = wallAt(now, zone);
  const isToday = clock.day === day;
  const [first, last] = [scale.hours[0], scale.hours.at(-1)];
  const isNowDrawn =
    isToday && first && last && clock.minutes >= first.hour * 60 && clock.minutes < (last.hour + 1) * 60;
  return (
    <section className={classes.day} aria-label={dayName(day)} data-today={isToday || undefined}>
      <h3 className={classes.title}>
        <UnstyledButton className={classes.head} onClick={() => onDay(day)}>
          {formatDayOfWeek(day)}
          {isToday ? <VisuallyHidden>{`, ${t.today}`}</VisuallyHidden> : null}
        </UnstyledButton>
      </h3>
      <ol className={classes.body}>
        {blocks.map((block) => (
          <BlockButton
            key={`${block.meeting.slot_id} ${block.start} ${block.isRest}`}
            {...{ block, scale, zone, now, isDay, onGrab, onOpen }}
          />
        ))}
        {more.map((each) => (
          <MoreButton key={each.from} more={each} {...{ day, scale, onDay }} />
        ))}
        {blocks.length === 0 ? (
          <li>
            <VisuallyHidden>{nothing}</VisuallyHidden>
          </li>
        ) : null}
        {isNowDrawn ? (
          <li aria-hidden className={classes.now} style={{ '--top': scale.topOf(clock.minutes) }} />
        ) : null}
      </ol>
    </section>
  );
}

interface GridProps {
  days: readonly CalendarDay<Drawn>[];
  nothing: string;
  beside: readonly Beside[];
  zone: string;
  now: number;
  onOpen: (meeting: CalendarMeeting) => void;
  onDay: (day: string) => void;
  /** Somebody dropped it at this day and minute of the viewer's clock. */
  onMove: (meeting: CalendarMeeting, day: string, minutes: number) => void;
}

/** Days as columns on one scale of hours, from the first meeting to the last. */
export function Grid({ days, nothing, beside, zone, now, onOpen, onDay, onMove }: GridProps) {
  const scale = scaleOf(days);
  const names = days.map(({ day }) => day);
  const field = useRef<HTMLDivElement>(null);
  const { dragged, grab, isClick } = useDrag<MeetingBlock>(field, scale, (block, target) => {
    const day = names[target.index] ?? '';
    const was = wallAt(block.start, zone);
    if (was.day !== day || was.minutes !== target.minutes) onMove(block.meeting, day, target.minutes);
  });
  const lengthOf = ({ start, end }: MeetingBlock) => (end - start) / 60_000;
  const rows = Math.max(-1, ...placedOver(beside, names).map(({ row }) => row)) + 1;
  return (
    <div
      data-calendar={days.length === 1 ? 'day' : 'week'}
      className={classes.grid}
      style={{ '--hours': scale.height, '--columns': columnsOf(days), '--rows': rows }}
    >
      <BesideRows beside={beside} days={names} />
      <div className={classes.axis} aria-hidden>
        {scale.hours
          .filter(({ size }, index) => size === 1 || scale.hours[index - 1]?.size === 1)
          .map(({ hour, top }) => (
            <span key={hour} className={classes.hour} style={{ '--top': top }}>
              {clockOf(hour * 60).replace(':00', '')}
            </span>
          ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys of the buttons in it */}
      <div className={classes.days} onKeyDown={goOn}>
        {days.map((each) => (
          <Day
            key={each.day}
            day={each}
            isDay={days.length === 1}
            onGrab={grab}
            onOpen={(meeting) => isClick() && onOpen(meeting)}
            {...{ nothing, scale, zone, now, onDay }}
          />
        ))}
        <div ref={field} className={classes.field} aria-hidden data-dragging={dragged ? true : undefined}>
          {dragged ? (
            <div
              className={classes.ghost}
              style={{
                '--top': scale.topOf(dragged.target.minutes),
                '--height':
                  scale.topOf(dragged.target.minutes + lengthOf(dragged.block)) -
                  scale.topOf(dragged.target.minutes),
                '--column': dragged.target.index,
              }}
            >
              {clockOf(dragged.target.minutes)} {dragged.block.meeting.class_name}
            </div>
          ) : null}
        </div>
      </div>
    </div>
  );
}
