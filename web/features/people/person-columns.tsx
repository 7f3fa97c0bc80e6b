import type { CourseAdminRow } from '@gurukul/contract/people';
import type { ListedTeacherRow } from '@gurukul/contract/shared/teacher-row';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { valueText } from '#web/texts/values.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { HelpMark } from '#web/ui/help-mark.tsx';
import type { Column } from '#web/ui/table/data-table.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import classes from './person-columns.module.css';

const t = peopleTexts.columns;

const years = {
  id: 'associated_from',
  header: t.years,
  value: ({ associated_from }: { associated_from?: number | undefined }) => associated_from,
  cell: ({ associated_from }: { associated_from?: number | undefined }) =>
    associated_from === 0 ? peopleTexts.firstYear : associated_from,
  align: 'end',
} as const;

/** Invited, and has not signed up. */
const Pending = () => (
  <StatusBadge tone="warn" isOpen>
    {invitationsTexts.pending}
  </StatusBadge>
);

export const courseAdminColumns: readonly Column<CourseAdminRow>[] = [
  {
    id: 'fullname',
    header: t.name,
    value: ({ fullname }) => fullname,
    cell: ({ fullname, pending }) =>
      pending ? (
        <span className={classes.person}>
          {fullname} <Pending />
        </span>
      ) : (
        fullname
      ),
  },
  { id: 'total_courses', header: t.courses, value: ({ total_courses }) => total_courses, align: 'end' },
  { id: 'total_students', header: t.students, value: ({ total_students }) => total_students, align: 'end' },
  {
    id: 'total_sections',
    header: t.sections,
    help: <HelpMark of={t.sections}>{t.sectionsHelp}</HelpMark>,
    value: ({ total_sections }) => total_sections,
    align: 'end',
  },
  years,
];

const coursesOf = ({ course_name }: ListedTeacherRow) => course_name;

const who: readonly Column<ListedTeacherRow>[] = [
  {
    id: 'fullname',
    header: t.name,
    value: ({ fullname }) => fullname,
    width: '21rem',
    cell: ({ fullname, image, pending }) => (
      <span className={classes.person}>
        <Portrait src={image} name={fullname} size={24} />
        <span className={classes.name}>{fullname}</span>
        {pending ? <Pending /> : null}
      </span>
    ),
  },
  {
    id: 'email_id',
    header: t.email,
    value: ({ email_id }) => email_id,
    cell: ({ email_id }) => <EmailText address={email_id} />,
    under: 'fullname',
    onPhone: 'line',
  },
  {
    id: 'phone_number',
    header: t.phone,
    value: ({ phone_number }) => phone_number,
    cell: ({ phone_number }) => phone_number && <span className={classes.line}>{phone_number}</span>,
    under: 'fullname',
  },
];

const strength: Column<ListedTeacherRow> = {
  id: 'student_count',
  header: t.strength,
  help: <HelpMark of={t.strength}>{t.strengthHelp}</HelpMark>,
  value: ({ student_count }) => student_count,
  align: 'end',
  onPhone: 'end',
};

/** For the account admin. */
export const teacherColumns: readonly Column<ListedTeacherRow>[] = [
  ...who,
  strength,
  { id: 'courses', header: t.courses, value: coursesOf },
  years,
];

/** For a course admin: the part in the own courses. */
export const ownTeacherColumns: readonly Column<ListedTeacherRow>[] = [
  ...who,
  { id: 'course_name', header: t.course, value: coursesOf },
  strength,
  {
    id: 'work_status',
    header: t.workStatus,
    value: ({ work_status }) => work_status && valueText('work', work_status),
  },
];
