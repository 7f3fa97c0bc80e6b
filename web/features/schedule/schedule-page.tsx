import { schedule } from '@gurukul/contract/schedule';
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
import { PageHeader } from '#web/ui/page-header.tsx';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { MovesNotice } from './moves-notice.tsx';
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
      <ScheduleTable
        rows={rows}
        zone={zone}
        now={now}
        query={asked}
        course={
          <FilterChip
            label={t.course}
            options={optionsOf(asked.data?.courses ?? [], course)}
            value={course === 0 ? '' : String(course)}
            onChange={(next) => change({ course: next, page: '' })}
          />
        }
        {...(course === 0 ? { emptyText: t.none, emptyHint: t.noneWhy } : { emptyText: t.noneOfCourse })}
      />
    </>
  );
}
