import { classDays, type ClassDay, type ClassRow } from '@gurukul/contract/classes';
import { classesTexts } from '#web/texts/classes.ts';
import { texts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { MeetingTime } from '#web/ui/meeting-time.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { NoTeacher } from './no-teacher.tsx';

const t = classesTexts.table;

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' });

/** On the viewer's clock, as the time beside it. */
function dayOf({ slot_time, class_day }: ClassRow): ClassDay {
  const name = slot_time === null ? '' : weekday.format(Date.parse(slot_time)).toLowerCase();
  return classDays.find((day) => day === name) ?? class_day;
}

/** One line for each weekly slot. */
export const classColumns: readonly Column<ClassRow>[] = [
  {
    id: 'class_name',
    header: t.name,
    ...nameColumn(
      'class',
      ({ class_id }) => class_id,
      ({ class_name }) => class_name,
    ),
    cut: 6,
  },
  {
    id: 'class_day',
    header: t.day,
    // The order of the week, not of the alphabet.
    value: (slot) => classDays.indexOf(dayOf(slot)),
    cell: (slot) => texts.ui.days[dayOf(slot)],
  },
  {
    id: 'slot_time',
    header: t.time,
    // Which meets next.
    value: ({ slot_time }) => slot_time,
    cell: ({ slot_time, class_day, time, time_zone }) => (
      <MeetingTime instant={slot_time} day={class_day} time={time} zoneName={time_zone} />
    ),
  },
  { id: 'time_zone', header: t.zone, value: ({ time_zone }) => time_zone },
  {
    id: 'teacher',
    header: t.teacher,
    value: ({ teacher }) => teacher?.fullname,
    cell: ({ teacher, needs_teacher }) =>
      teacher ? (
        <ThingLink to="teacher" id={teacher.user_id}>
          {teacher.fullname}
        </ThingLink>
      ) : (
        <NoTeacher slots={[{ needs_teacher }]} />
      ),
    cut: 6,
  },
];
