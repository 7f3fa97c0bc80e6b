import { schedule, type ScheduleRow } from '@gurukul/contract/schedule';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '#web/calls/client.ts';
import { CalendarLink } from '#web/features/calendar/calendar-link.tsx';
import { formatZone, viewerZone } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState, type PlainSearch } from '#web/lib/address/address-search.ts';
import { Navigate } from '#web/lib/address/navigate.ts';
import { paths } from '#web/paths.ts';
import { scheduleTexts } from '#web/texts/schedule.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { MovesNotice } from './moves-notice.tsx';
import classes from './schedule-page.module.css';
import { ScheduleTable } from './table.tsx';

const t = scheduleTexts;

const TestsAhead = lazy(async () => ({
  default: (await import('#web/features/tests/tests-ahead.tsx')).TestsAhead,
}));

const idIn = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

interface Choice {
  readonly course_id: number;
  readonly course_name: string;
}

/** A choice that the list does not know stays visible, so that it can be left again. */
function optionsOf(choices: readonly Choice[], chosen: number) {
  const isKnown = chosen === 0 || choices.some(({ course_id }) => course_id === chosen);
  return [
    { value: '', label: t.allCourses },
    ...(isKnown ? [] : [{ value: String(chosen), label: t.unknownCourse }]),
    ...choices.map(({ course_id, course_name }) => ({ value: String(course_id), label: course_name })),
  ];
}

interface MeetingsProps {
  rows: readonly ScheduleRow[] | undefined;
  zone: string;
  now: number;
  none: { title: string; why?: string };
  error: (Error & { isFinal?: boolean }) | null;
  onRetry: () => void;
}

function Meetings({ rows, zone, now, none, error, onRetry }: MeetingsProps) {
  if (error?.isFinal) return <FailedState title={texts.ui.notForYouTitle} message={texts.ui.notForYou} />;
  if (error) return <FailedState message={error.message} onRetry={onRetry} />;
  if (rows?.length === 0) {
    return (
      <Panel>
        <EmptyState title={none.title}>{none.why}</EmptyState>
      </Panel>
    );
  }
  return <ScheduleTable rows={rows} zone={zone} now={now} />;
}

/** In the calendar of the office, what they teach themselves. */
const mine = () => (session.role === 'teacher' ? {} : { teacher: session.uid });

const weekIn = ({ course, week: day, meeting }: PlainSearch) => ({ course, day, meeting });

/** The weekly classes of the signed-in teacher, the next date of each. Their weeks are in the calendar. */
export function SchedulePage() {
  const [search, change] = useSearchState();
  const now = useNow();
  const zone = viewerZone();
  const course = idIn(search['course']);
  const asked = useQuery({
    ...query(schedule.teacher_schedule, { uid: session.uid, courseId: course }),
    // The filter stays what it is while another choice is on its way.
    placeholderData: keepPreviousData,
  });
  const rows = asked.isPlaceholderData ? undefined : asked.data?.data;

  // The week once stood here.
  if (search['view'] === 'week')
    return <Navigate to={paths.calendar} search={{ ...mine(), ...weekIn(search) }} replace />;
  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead({ zone: formatZone(zone) })}
        actions={session.role === 'teacher' ? <CalendarLink /> : null}
      />
      {rows ? <MovesNotice rows={rows} zone={zone} now={now} /> : null}
      <Suspense>{session.role === 'teacher' ? <TestsAhead /> : null}</Suspense>
      <search className={classes.filters}>
        <NativeSelect
          label={t.course}
          data={optionsOf(asked.data?.courses ?? [], course)}
          value={course === 0 ? '' : String(course)}
          onChange={(event) => change({ course: event.currentTarget.value, page: '' })}
        />
      </search>
      <Meetings
        rows={rows}
        zone={zone}
        now={now}
        none={course === 0 ? { title: t.none, why: t.noneWhy } : { title: t.noneOfCourse }}
        error={asked.error}
        onRetry={() => void asked.refetch()}
      />
    </>
  );
}
