import { students, type StudentProfile } from '@gurukul/contract/students';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { HistoryPanel } from '#web/features/audit/history-panel.tsx';
import { PersonMissing, PersonNotShown } from '#web/features/people/person-not-shown.tsx';
import { ProfilePanel } from '#web/features/people/profile-panel.tsx';
import { formatDate } from '#web/lib/format.ts';
import { countryName } from '#web/lib/country-names.ts';
import { paths, type IdsOf, type Path } from '#web/paths.ts';
import { studentTexts } from '#web/texts/student.ts';
import { valueText } from '#web/texts/values.ts';
import type { Fact } from '#web/ui/description-list.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatCards } from '#web/ui/stat-cards.tsx';
import { StudentAttendance } from './student-attendance.tsx';
import { StudentCourses } from './student-courses.tsx';
import { StudentRegion } from './student-region.tsx';
import { studentStats } from './student-stats.ts';
import { updatingAddress } from './updating-address.ts';

const t = studentTexts;

const moreFacts = ({ language, country, register_at, address2 }: StudentProfile): Fact[] => [
  // Not sent where the address is not.
  ...(address2 ? [[t.profile.address2, address2] as const] : []),
  [t.profile.country, country && countryName(country)],
  [t.profile.language, language && valueText('language', language)],
  [t.profile.registered, formatDate(register_at)],
];

function Updating({ student }: { student: StudentProfile }) {
  return (
    <Button variant="default" renderRoot={linkTo(updatingAddress(student.id))}>
      {t.update}
    </Button>
  );
}

interface LoadedStudentProps {
  id: number;
  list: Path;
}

function LoadedStudent({ id, list }: LoadedStudentProps) {
  const single = useQuery({
    ...query(students.get_single_student, { id }),
    // Somebody who changed a status in another tab and comes back must not decide on what it was before.
    refetchOnWindowFocus: 'always',
  });
  // Deleted meanwhile, or given to somebody else: what is still at hand is nobody's any more.
  const isGone = single.error instanceof ApiError && single.error.status === 404;
  if (!single.data || isGone) {
    return (
      <PersonNotShown
        title={t.title}
        list={list}
        error={single.error}
        onRetry={() => void single.refetch()}
      />
    );
  }
  const [student, courses, marks] = single.data.data;
  const mayChange = student.can.update_region;
  return (
    <>
      <PageHeader
        title={student.fullname}
        lead={t.title}
        actions={mayChange ? <Updating student={student} /> : null}
      />
      <StatCards label={t.figures(student.fullname)} stats={studentStats(student)} />
      <StudentCourses student={student} rows={courses} />
      <StudentAttendance name={student.fullname} rows={marks} />
      <ProfilePanel
        person={student}
        region={mayChange ? <StudentRegion student={student} /> : undefined}
        more={moreFacts(student)}
      />
      <HistoryPanel of={{ person_id: id }} name={student.fullname} />
    </>
  );
}

interface AnyStudentProps {
  id: number | null;
  list: Path;
}

const AnyStudent = ({ id, list }: AnyStudentProps) =>
  id === null ? <PersonMissing list={list} /> : <LoadedStudent key={id} id={id} list={list} />;

/** /student/{id} */
export const StudentPage = ({ id }: IdsOf<'student'>) => <AnyStudent id={id} list={paths.students} />;

/** /Single Student/{id} */
export const SingleStudentPage = ({ id }: IdsOf<'singleStudent'>) => (
  <AnyStudent id={id} list={paths.allStudents} />
);

/** /Student Profile/{id} */
export const StudentProfilePage = ({ id }: IdsOf<'studentProfile'>) => (
  <AnyStudent id={id} list={paths.studentList} />
);
