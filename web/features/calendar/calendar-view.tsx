import { calendar as calls, type CalendarMeeting } from '@gurukul/contract/calendar';
import { Button, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { meetingId } from '#web/features/meetings/meeting-changes.ts';
import { useMeetingDialog } from '#web/features/meetings/meeting-menu.tsx';
import { instantAt, mondayOf, wallAt } from '#web/lib/format/clock.ts';
import { addDays } from '#web/lib/format/days.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { usePrinting } from '#web/lib/browser/printing.ts';
import { formatDate, formatTimeOfDay } from '#web/lib/format/format.ts';
import { paths } from '#web/paths.ts';
import { calendarPageTexts } from '#web/texts/calendar-page.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Agenda } from './agenda.tsx';
import { besideOf } from './beside.ts';
import classes from './calendar-view.module.css';
import { DayStrip } from './day-strip.tsx';
import { Grid } from './grid.tsx';
import { daysOf, weekOf } from './layout.ts';
import { MeetingPanel } from './meeting-panel.tsx';
import { dayName, type Drawn } from './words.ts';

const t = calendarPageTexts;

export type View = 'week' | 'day' | 'list';

/** The most meetings side by side. */
const lanesOf = { week: 3, day: 12 } as const;

/** The week of the day that an address names, else of today: one request for all views. */
export function useCalendar(named: string | undefined, zone: string, now: number) {
  const day = dayInAddress(named) || wallAt(now, zone).day;
  const week = weekOf(day);
  const [first = day] = week;
  // Days of the classes' own calendars: those of the viewer begin and end up to a day apart.
  const list = useQuery({
    ...query(calls.get_calendar, { from: addDays(first, -1), to: addDays(first, 7) }),
    placeholderData: keepPreviousData,
  });
  return { day, week, list, answer: list.isPlaceholderData ? undefined : list.data?.data };
}

export const useIsPhone = () => {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  return !usePrinting() && !isWide;
};

interface HeadProps {
  title: string;
  isWeek: boolean;
  isNow: boolean;
  /** The days stand below it as a strip. */
  hasStrip: boolean;
  onStep: (way: -1 | 1) => void;
  onToday: () => void;
  children: ReactNode;
}

const Head = ({ title, isWeek, isNow, hasStrip, onStep, onToday, children }: HeadProps) => (
  <div className={classes.head} data-strip={hasStrip || undefined}>
    <nav aria-label={t.steps} className={classes.steps}>
      <ActionButton
        variant="default"
        aria-label={isWeek || hasStrip ? t.previousWeek : t.previousDay}
        onClick={() => onStep(-1)}
      >
        <IconChevronLeft aria-hidden size={18} />
      </ActionButton>
      <ActionButton variant="default" disabledReason={isNow ? t.already : null} onClick={onToday}>
        {t.today}
      </ActionButton>
      <ActionButton variant="default" aria-label={isWeek ? t.nextWeek : t.nextDay} onClick={() => onStep(1)}>
        <IconChevronRight aria-hidden size={18} />
      </ActionButton>
    </nav>
    <Title order={2} size="h3" aria-live="polite" className={classes.range}>
      {title}
    </Title>
    {children}
  </div>
);

interface NothingProps {
  /** Why nothing of the week is shown; '' where nothing is in it. */
  filtered: string;
  /** When the next meeting begins, after an empty week. */
  next: string | null;
  zone: string;
  onDay: (day: string) => void;
  onClear: () => void;
}

/** No meeting in the week: why, and the next step. */
function Nothing({ filtered, next, zone, onDay, onClear }: NothingProps) {
  if (filtered !== '') {
    return (
      <EmptyState
        title={filtered}
        action={
          <Button variant="default" onClick={onClear}>
            {texts.ui.clearFilters}
          </Button>
        }
      />
    );
  }
  if (next !== null) {
    const { day } = wallAt(Date.parse(next), zone);
    return (
      <EmptyState
        title={t.empty}
        action={
          <Button variant="default" onClick={() => onDay(day)}>
            {t.showNext}
          </Button>
        }
      >
        {t.next({ day: formatDate(day) })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t.none}
      action={hasHistory() ? <Button renderRoot={linkTo(paths.courseAssociation)}>{t.create}</Button> : null}
    />
  );
}

interface CalendarViewProps {
  calendar: ReturnType<typeof useCalendar>;
  /** Which of the meetings are shown; absent: all. */
  isShown: ((meeting: CalendarMeeting) => boolean) | null;
  /** Said of days without a meeting that is shown. */
  nothing: string;
  view: View;
  zone: string;
  now: number;
  /** To another day, '' for today, and maybe another way to look. */
  onGo: (day: string, view?: View) => void;
  onClear: () => void;
  /** In the head, beside the days. */
  tools?: ReactNode;
}

/** Meetings as a week, a day or a list. Where they stand and which panel is open is in the address. */
export function CalendarView({
  calendar,
  isShown,
  nothing,
  view,
  zone,
  now,
  onGo,
  onClear,
  tools,
}: CalendarViewProps) {
  const { day, week, list, answer } = calendar;
  const [search, change] = useSearchState();
  const isPhone = useIsPhone();
  const { onTask, dialog } = useMeetingDialog();
  const today = wallAt(now, zone).day;
  const go = (to: string, next?: View) => onGo(to === today ? '' : to, next);
  const hasStrip = isPhone && view !== 'list';
  const isWeek = view !== 'day' && !hasStrip;
  const days = isWeek ? week : [day];
  const [first = day, last = day] = [days[0], days.at(-1)];

  const isWithin = ({ starts_at, ends_at }: CalendarMeeting) =>
    wallAt(Date.parse(starts_at), zone).day <= (week[6] ?? day) &&
    wallAt(Date.parse(ends_at) - 1, zone).day >= (week[0] ?? day);
  const within = (found: readonly Drawn[]) =>
    found.filter((one) => isWithin(one) && (isShown?.(one) ?? true));
  const all = answer?.meetings.filter(isWithin) ?? [];
  const shown = within(all);
  const left = within(
    (answer?.moved_away ?? []).map(({ meeting, ...place }) => ({
      ...meeting,
      ...place,
      moved_to: meeting.starts_at,
    })),
  );
  const drawn = [...shown, ...left].toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  const beside = answer ? besideOf(answer, zone) : [];
  const opened = answer?.meetings.find((meeting) => meetingId(meeting) === search['meeting']);

  const openMeeting = (meeting: Drawn) => {
    const day = meeting.moved_to && wallAt(Date.parse(meeting.moved_to), zone).day;
    change({ meeting: meetingId(meeting), ...(day && { day }) });
  };
  const move = (meeting: CalendarMeeting, to: string, minutes: number) => {
    const start = instantAt(to, minutes, zone);
    const there = {
      day: wallAt(start, meeting.zone).day,
      time: formatTimeOfDay(new Date(start).toISOString(), meeting.zone),
    };
    onTask({ kind: 'move', meeting, to: there });
  };

  const body = () => {
    if (list.error) return <FailedState message={list.error.message} onRetry={() => void list.refetch()} />;
    if (!answer) return <LoadingState />;
    const lists = { meetings: drawn, nothing, beside, zone, now, onOpen: openMeeting };
    if (drawn.length === 0) {
      return (
        <>
          <Nothing
            filtered={isShown !== null && all.length > 0 ? nothing : ''}
            next={answer.next_at}
            zone={zone}
            onDay={go}
            onClear={onClear}
          />
          <Agenda
            {...lists}
            days={days.filter((one) => beside.some(({ from, to }) => from <= one && one <= to))}
          />
        </>
      );
    }
    if (hasStrip) return <Agenda {...lists} days={days} />;
    if (view === 'list') return <Agenda {...lists} days={days} isShort />;
    const grid = daysOf(drawn, days, zone, lanesOf[view]);
    if (grid.every(({ blocks }) => blocks.length === 0)) return <Agenda {...lists} days={days} />;
    return (
      <Grid
        days={grid}
        nothing={nothing}
        beside={beside}
        zone={zone}
        now={now}
        onOpen={openMeeting}
        onDay={(to) => go(to, 'day')}
        onMove={move}
      />
    );
  };

  return (
    <Panel>
      <Head
        title={isWeek ? t.range({ from: formatDate(first), to: formatDate(last) }) : dayName(day)}
        isWeek={isWeek || hasStrip}
        hasStrip={hasStrip}
        isNow={isWeek ? mondayOf(today) === week[0] : today === day}
        onStep={(way) => go(isWeek ? addDays(first, way * 7) : addDays(day, way * (hasStrip ? 7 : 1)))}
        onToday={() => go(today)}
      >
        {tools}
      </Head>
      {hasStrip ? (
        <DayStrip week={week} day={day} today={today} meetings={shown} zone={zone} onDay={go} />
      ) : null}
      {body()}
      <MeetingPanel
        meeting={opened}
        now={now}
        onClose={() => change({ meeting: '' }, 'replace')}
        onTask={onTask}
      />
      {dialog}
    </Panel>
  );
}
