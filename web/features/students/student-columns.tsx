import { noCourse, type StudentRow, type TaughtStudentRow } from '@gurukul/contract/students';
import { listedFields } from '@gurukul/contract/shared/person/person';
import type { ListedField } from '@gurukul/contract/shared/person/person';
import { formatDate, formatMoney } from '#web/lib/format/format.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { valueText } from '#web/texts/values.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { MeetingTimes } from '#web/ui/meeting-time.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { MarkBoxes } from '#web/features/attendance/mark-boxes.tsx';
import { PaymentBadge } from '#web/features/roster/payment-badge.tsx';
import { registrationTones } from '#web/features/roster/status-tones.ts';
import classes from './student-columns.module.css';

const t = studentsTexts.columns;

/** One row per student and course. */
export const studentRowId = (row: StudentRow) => `${row.id} ${row.course_id}`;

/** Nothing at all where there is nothing to say, so that a card on a phone leaves the line out. */
const textCell = (text: string | null, look: string | undefined) =>
  text ? <span className={look}>{text}</span> : null;

/** The fields that have their column or their place on the page. Every other field is a column after the class. */
const placed: ReadonlySet<ListedField> = new Set([
  'email_id',
  'phone_number',
  'region',
  'language',
  'timezone',
]);

/** The student of the row, with the class and course. An address stays whole where the name has the room. */
const who = (nameWidth: string): readonly Column<StudentRow | TaughtStudentRow>[] => [
  {
    id: 'fullname',
    header: t.name,
    value: (row) => row.fullname,
    width: nameWidth,
  },
  {
    id: 'email_id',
    header: t.email,
    value: (row) => row.email_id,
    cell: ({ email_id }) => <EmailText address={email_id} />,
    under: 'fullname',
  },
  {
    id: 'phone_number',
    header: t.phone,
    value: (row) => row.phone_number,
    cell: (row) => textCell(row.phone_number, classes.line),
  },
  {
    id: 'class_name',
    header: t.class,
    ...nameColumn(
      'class',
      (row) => row.class_id,
      (row) => row.class_name,
    ),
    width: '10.5rem',
    onPhone: 'line',
  },
  {
    id: 'course_name',
    header: t.course,
    value: (row) => row.course_name ?? studentsTexts.noCourse,
    cell: (row) =>
      row.course_name === null || row.course_id === noCourse ? (
        <span className={classes.none}>{studentsTexts.noCourse}</span>
      ) : (
        row.course_name
      ),
    under: 'class_name',
    onPhone: 'line',
  },
  ...listedFields
    .filter((field) => !placed.has(field))
    .map((field): Column<StudentRow | TaughtStudentRow> => ({
      id: field,
      header: aboutPersonTexts.fields[field],
      value: (row) => row[field],
    })),
];

const registration: Column<StudentRow | TaughtStudentRow> = {
  id: 'registration_status',
  header: t.registration,
  value: (row) => row.registration_status,
  cell: ({ registration_status: status }) =>
    status ? (
      <StatusBadge tone={registrationTones[status]}>{valueText('registration', status)}</StatusBadge>
    ) : null,
};

const openText = ({ open = [] }: StudentRow) =>
  open.map(({ amount, currency }) => t.openAmount({ amount: formatMoney(amount, currency) })).join(', ');

/** Present of all meetings: '9/10'. */
const shareText = ({ marks = '' }: StudentRow) =>
  marks && `${marks.replaceAll(/[^p]/g, '').length}/${marks.length}`;

/** A class that meets more often than once a week has more of them. */
const shownMarks = 12;

export const studentColumns: readonly Column<StudentRow>[] = [
  ...who('13rem'),
  {
    id: 'region',
    header: t.region,
    value: (row) => row.region,
    cell: (row) => row.region && countryName(row.region),
    under: 'phone_number',
  },
  {
    id: 'teacher',
    header: t.teacher,
    value: (row) => row.teacher,
    width: '9.25rem',
  },
  {
    id: 'register_at',
    header: t.registered,
    value: (row) => row.register_at,
    under: 'teacher',
    cell: (row) => textCell(formatDate(row.register_at), classes.line),
  },
  registration,
  {
    id: 'marks',
    header: t.attendance,
    value: shareText,
    cell: (row) =>
      row.marks ? (
        <span className={classes.line}>
          <MarkBoxes marks={row.marks.slice(-shownMarks)} /> {shareText(row)}
        </span>
      ) : null,
    under: 'registration_status',
  },
  {
    id: 'pay_status',
    header: t.payment,
    value: (row) => row.pay_status,
    cell: ({ pay_status: status, payment_by_hand: isByHand }) =>
      status ? <PaymentBadge status={status} isByHand={isByHand} /> : null,
    onPhone: 'end',
  },
  {
    id: 'open',
    header: t.open,
    value: openText,
    cell: (row) => textCell(openText(row), classes.line),
    under: 'pay_status',
    onPhone: 'end',
  },
];

/** For a teacher: neither money nor address. */
export const taughtStudentColumns: readonly Column<TaughtStudentRow>[] = [
  ...who('18rem'),
  {
    id: 'slot_time',
    header: t.time,
    // Which meets next.
    value: ({ slot_time }) => slot_time,
    cell: ({ weekly_slots }) => (weekly_slots.length > 0 ? <MeetingTimes slots={weekly_slots} /> : null),
  },
  registration,
];
