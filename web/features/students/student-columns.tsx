import type { StudentRow, TaughtStudentRow } from '@gurukul/contract/students';
import { formatDate } from '#web/lib/format.ts';
import { countryName } from '#web/lib/country-names.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { valueText } from '#web/texts/values.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { MeetingTimes } from '#web/ui/meeting-time.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { paymentTones, registrationTones } from '#web/features/roster/status-tones.ts';
import classes from './student-columns.module.css';

const t = studentsTexts.columns;

/** One row per student and course. */
export const studentRowId = (row: StudentRow) => `${row.id} ${row.course_id}`;

/** Nothing at all where there is nothing to say, so that a card on a phone leaves the line out. */
const textCell = (text: string | null, look: string | undefined) =>
  text ? <span className={look}>{text}</span> : null;

/** The student of the row, with the course and class. */
const who: readonly Column<StudentRow | TaughtStudentRow>[] = [
  {
    id: 'fullname',
    header: t.name,
    value: (row) => row.fullname,
    cell: (row) => <span className={classes.name}>{row.fullname}</span>,
  },
  {
    id: 'email_id',
    header: t.email,
    value: (row) => row.email_id,
    cell: (row) => (
      <span className={classes.email}>
        <EmailText address={row.email_id} />
      </span>
    ),
  },
  {
    id: 'phone_number',
    header: t.phone,
    value: (row) => row.phone_number,
    cell: (row) => textCell(row.phone_number, `${classes.line} ${classes.phone}`),
  },
  {
    id: 'course_name',
    header: t.course,
    value: (row) => row.course_name ?? studentsTexts.noCourse,
    cell: (row) =>
      row.course_name === null ? (
        <span className={classes.none}>{studentsTexts.noCourse}</span>
      ) : (
        <span className={classes.text}>{row.course_name}</span>
      ),
  },
  {
    id: 'class_name',
    header: t.class,
    value: (row) => row.class_name,
    cell: (row) => textCell(row.class_name, classes.text),
  },
];

const registration: Column<StudentRow | TaughtStudentRow> = {
  id: 'registration_status',
  header: t.registration,
  value: (row) => row.registration_status,
  cell: ({ registration_status: status }) =>
    status ? (
      <span className={classes.status}>
        <StatusBadge tone={registrationTones[status]}>{valueText('registration', status)}</StatusBadge>
      </span>
    ) : null,
};

export const studentColumns: readonly Column<StudentRow>[] = [
  ...who,
  {
    id: 'teacher',
    header: t.teacher,
    value: (row) => row.teacher,
    cell: (row) => textCell(row.teacher, classes.text),
  },
  {
    id: 'region',
    header: t.region,
    value: (row) => row.region,
    cell: (row) => textCell(row.region && countryName(row.region), classes.short),
  },
  {
    id: 'register_at',
    header: t.registered,
    value: (row) => row.register_at,
    cell: (row) => textCell(formatDate(row.register_at), classes.line),
  },
  registration,
  {
    id: 'pay_status',
    header: t.payment,
    value: (row) => row.pay_status,
    cell: ({ pay_status: status }) =>
      status ? (
        <span className={classes.status}>
          <StatusBadge tone={paymentTones[status]}>{valueText('payment', status)}</StatusBadge>
        </span>
      ) : null,
  },
];

/** For a teacher: neither money nor address. */
export const taughtStudentColumns: readonly Column<TaughtStudentRow>[] = [
  ...who,
  {
    id: 'slot_time',
    header: t.time,
    // Which meets next.
    value: ({ slot_time }) => slot_time,
    cell: ({ weekly_slots }) => (weekly_slots.length > 0 ? <MeetingTimes slots={weekly_slots} /> : null),
  },
  registration,
];
