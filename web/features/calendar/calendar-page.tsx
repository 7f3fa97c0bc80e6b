import type { CalendarMeeting } from '@gurukul/contract/calendar';
import { Button, Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { viewerZone } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { calendarPageTexts } from '#web/texts/calendar-page.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useNow } from '#web/ui/use-now.ts';
import classes from './calendar-page.module.css';
import { CalendarView, useCalendar, useIsPhone, type View } from './calendar-view.tsx';
import { isChanged } from './words.ts';

const t = calendarPageTexts;

const idIn = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? (text ?? '') : '');

interface Choice {
  readonly id: number | null;
  readonly name: string | null;
}

/** Everything that the meetings have, by name. A choice that they have not stays visible, so that it can be left. */
function optionsOf(choices: readonly Choice[], chosen: string, words: { all: string; unknown: string }) {
  const named = new Map(choices.flatMap(({ id, name }) => (id === null ? [] : [[String(id), name ?? '']])));
  const known = [...named].map(([value, label]) => ({ value, label }));
  return [
    { value: '', label: words.all },
    ...(chosen === '' || named.has(chosen) ? [] : [{ value: chosen, label: words.unknown }]),
    ...known.toSorted((a, b) => a.label.localeCompare(b.label)),
  ];
}

interface ToolsProps {
  meetings: readonly CalendarMeeting[];
  view: View;
}

/** The filters, and how the meetings are shown. */
function Tools({ meetings, view }: ToolsProps) {
  const [search, change] = useSearchState();
  const isPhone = useIsPhone();
  const course = idIn(search['course']);
  const teacher = idIn(search['teacher']);
  const views = isPhone ? (['day', 'list'] as const) : (['day', 'week', 'list'] as const);
  return (
    <search className={classes.tools}>
      <NativeSelect
        aria-label={t.course}
        className={classes.choice}
        data={optionsOf(
          meetings.map(({ course_id, course_name }) => ({ id: course_id, name: course_name })),
          course,
          { all: t.allCourses, unknown: t.unknownCourse },
        )}
        value={course}
        onChange={(event) => change({ course: event.currentTarget.value })}
      />
      {session.role === 'teacher' ? null : (
        <NativeSelect
          aria-label={t.teacher}
          className={classes.choice}
          data={optionsOf(
            meetings.map(({ teacher_id, teacher_name }) => ({ id: teacher_id, name: teacher_name })),
            teacher,
            { all: t.allTeachers, unknown: t.unknownTeacher },
          )}
          value={teacher}
          onChange={(event) => change({ teacher: event.currentTarget.value })}
        />
      )}
      <Checkbox
        className={classes.changed}
        label={t.onlyChanged}
        checked={search['changed'] === 'yes'}
        onChange={(event) => change({ changed: event.currentTarget.checked ? 'yes' : '' })}
      />
      <SegmentedControl
        aria-label={t.view}
        className={classes.views}
        data={views.map((value) => ({ value, label: t.views[value] }))}
        value={isPhone && view === 'week' ? 'day' : view}
        onChange={(next) => change({ view: next === 'week' ? '' : next })}
      />
    </search>
  );
}

/** All meetings within reach: which classes meet, who teaches, who covers, which rolls are open. */
export function CalendarPage() {
  const [search, change] = useSearchState();
  const now = useNow();
  const zone = viewerZone();
  const calendar = useCalendar(search['day'], zone, now);
  const view = search['view'] === 'day' || search['view'] === 'list' ? search['view'] : 'week';
  const [course, teacher] = [idIn(search['course']), idIn(search['teacher'])];
  const isOnlyChanged = search['changed'] === 'yes';
  const isShown = (meeting: CalendarMeeting) =>
    (course === '' || String(meeting.course_id) === course) &&
    (teacher === '' || String(meeting.teacher_id) === teacher) &&
    (!isOnlyChanged || isChanged(meeting));
  const nothing = course || teacher ? t.emptyFiltered : isOnlyChanged ? t.nothingChanged : t.freeDay;

  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter aria-hidden size={18} />}
            onClick={() => window.print()}
          >
            {t.print}
          </Button>
        }
      />
      <CalendarView
        calendar={calendar}
        nothing={nothing}
        isShown={course || teacher || isOnlyChanged ? isShown : null}
        zone={zone}
        now={now}
        view={view}
        onGo={(day, next) =>
          change({
            day,
            meeting: '',
            ...(next ? { view: next === 'week' ? '' : next } : {}),
          })
        }
        onClear={() => change({ course: '', teacher: '', changed: '' })}
        tools={<Tools meetings={calendar.list.data?.data.meetings ?? []} view={view} />}
      />
    </>
  );
}
