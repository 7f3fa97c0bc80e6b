import { classDays, type ClassRow } from '@gurukul/contract/classes';
import { classesTexts } from '#web/texts/classes.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { MeetingTime } from '#web/ui/meeting-time.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const t = classesTexts.table;

/** One line for each weekly timing. */
export const classColumns: readonly Column<ClassRow>[] = [
  { id: 'class_name', header: t.name, value: ({ class_name }) => class_name },
  {
    id: 'class_day',
    header: t.day,
    // The order of the week, not of the alphabet.
    value: ({ class_day }) => classDays.indexOf(class_day),
    cell: ({ class_day }) => classesTexts.days[class_day],
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
    cell: ({ teacher }) => teacher?.fullname ?? <StatusBadge tone="warn">{t.noTeacher}</StatusBadge>,
  },
];
