import { meetings, type Meeting } from '@gurukul/contract/meetings';
import type { TodayGroup } from '@gurukul/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { rollAddress } from '#web/features/attendance/roll-address.ts';
import { MeetingMenu } from '#web/features/meetings/meeting-menu.tsx';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { formatTime, today as dayToday } from '#web/lib/format/format.ts';
import { paths } from '#web/paths.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { AppLink } from '#web/ui/link.tsx';
import { useNow } from '#web/ui/use-now.ts';
import classes from './dashboard.module.css';

const t = dashboardsTexts.today;

/** The calendars of other zones are at most a day away from the reader's. */
const around = (days: number) =>
  new Date(Date.parse(dayToday()) + days * 86_400_000).toISOString().slice(0, 10);

const nameOf = ({ slot_id, on_date, state }: Meeting) => ({ slot_id, on_date, extra: state === 'extra' });

type Tone = 'off' | 'open' | 'over' | 'running' | 'ahead';

function toneOf({ state, starts_at, ends_at }: Meeting, isOpen: boolean, now: number): Tone {
  if (state === 'canceled' || state === 'day_off') return 'off';
  if (Date.parse(ends_at) <= now) return 'over';
  if (isOpen) return 'open';
  return Date.parse(starts_at) <= now ? 'running' : 'ahead';
}

function Chip({ meeting, tone }: { meeting: Meeting; tone: Tone }) {
  const { class_id, class_name, course_id, starts_at, held_on, teacher_name, state, has_roll } = meeting;
  const said: Readonly<Record<Tone, string>> = {
    off: meetingsTexts.states[state],
    open: t.open_cover.title,
    over: has_roll ? t.strip.called : '',
    running: t.strip.running,
    ahead: '',
  };
  const toClass = thingAddress('class', class_id);
  const content = (
    <span>
      <strong>{formatTime(starts_at)}</strong>{' '}
      {[class_name, teacher_name, said[tone]].filter(Boolean).join(' · ')}
    </span>
  );
  const className = `${classes.chip} ${classes[tone]}`;
  if (tone === 'off') {
    return (
      <AppLink href={toClass} className={className}>
        {content}
      </AppLink>
    );
  }
  const roll = { course_id, class_id, attendance_date: held_on, ...nameOf(meeting) };
  return (
    <MeetingMenu
      meeting={meeting}
      isCalled={has_roll}
      className={className}
      links={[
        ...(tone === 'over' || tone === 'running'
          ? [{ id: 'roll', label: t.unmarked_class.action, href: rollAddress(roll) }]
          : []),
        { id: 'class', label: t.strip.toClass, href: toClass },
      ]}
    >
      {content}
    </MeetingMenu>
  );
}

interface DayStripProps {
  /** Of Today: the meetings that wait for a substitute are among them. */
  groups: readonly TodayGroup[] | undefined;
}

/** The meetings of the reader's day in the order of the clock, from the one that is on or next. */
export function DayStrip({ groups }: DayStripProps) {
  const now = useNow();
  const [shownAt] = useState(() => Date.now());
  const list = useRef<HTMLDivElement>(null);
  const asked = query(meetings.get_meetings, { from: around(-1), to: around(1), class_id: null });
  const { data, isPending } = useQuery(asked);
  const own = (data?.data ?? [])
    .filter(({ starts_at }) => dayToday(new Date(starts_at)) === dayToday())
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
  const next = own.findIndex(({ ends_at }) => Date.parse(ends_at) > shownAt);
  const open = new Set(
    groups?.flatMap(({ kind, items }) =>
      kind === 'open_cover' ? items.map(({ class_id, at }) => `${class_id} ${at}`) : [],
    ),
  );
  useEffect(() => {
    const chip = list.current?.children[next];
    if (list.current && chip instanceof HTMLElement)
      list.current.scrollLeft = chip.offsetLeft - list.current.offsetLeft;
  }, [next]);
  return (
    <section ref={list} className={classes.strip} aria-label={t.strip.title}>
      {own.map((meeting) => (
        <Chip
          key={`${meeting.slot_id} ${meeting.starts_at}`}
          meeting={meeting}
          tone={toneOf(meeting, open.has(`${meeting.class_id} ${meeting.starts_at}`), now)}
        />
      ))}
      {own.length > 0 ? (
        <AppLink href={paths.calendar} className={classes.chip}>
          {t.strip.week}
        </AppLink>
      ) : null}
      {own.length > 0 || isPending ? null : <p className={classes.none}>{t.strip.none}</p>}
    </section>
  );
}
