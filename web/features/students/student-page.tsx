import { students, type StudentProfile } from '@gurukul/contract/students';
import type { StudentAttendanceRow } from '@gurukul/contract/attendance';
import { Stack } from '@mantine/core';
import { StudentProgress } from '#web/features/certificates/student-progress.tsx';
import { Visited } from '#web/features/search/visited.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { spokenText } from '#web/lib/format/spoken-languages.ts';
import { query } from '#web/calls/client.ts';
import { ApiError, refusedWith } from '#web/calls/errors.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { PersonMissing, PersonNotShown } from '#web/features/people/person-not-shown.tsx';
import { ProfilePanel } from '#web/features/people/profile-panel.tsx';
import { formatDate } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import { Navigate } from '#web/lib/address/navigate.ts';
import { paths, to, type IdsOf, type Path } from '#web/paths.ts';
import { casesTexts } from '#web/texts/cases.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { studentTexts } from '#web/texts/student.ts';
import type { Fact } from '#web/ui/description-list.tsx';
import { PageTabs, tabGroup, type PageTab } from '#web/ui/page-tabs.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';
import type { CourseOfStudent } from './status-select.tsx';
import { StudentCourses } from './student-courses.tsx';
import { StudentHeader } from './student-header.tsx';
import { StudentRegion } from './student-region.tsx';
import { studentStats } from './student-stats.ts';

const t = studentTexts;

const moreFacts = ({ language, country, register_at, address2 }: StudentProfile): Fact[] => [
  // Not sent where the address is not.
  ...(address2 ? [[t.profile.address2, address2] as const] : []),
  [t.profile.country, country && countryName(country)],
  [t.profile.language, language && spokenText(language)],
  [t.profile.registered, formatDate(register_at)],
];

const History = lazy(async () => ({
  default: (await import('#web/features/audit/history-panel.tsx')).History,
}));
const StudentAttendance = lazy(async () => ({
  default: (await import('./student-attendance.tsx')).StudentAttendance,
}));
const StudentMoney = lazy(async () => ({ default: (await import('./student-money.tsx')).StudentMoney }));
const StudentAbout = lazy(async () => ({ default: (await import('./student-about.tsx')).StudentAbout }));
const PrivacyPanel = lazy(async () => ({
  default: (await import('#web/features/privacy/privacy-panel.tsx')).PrivacyPanel,
}));
const StudentNotes = lazy(async () => ({ default: (await import('./student-notes.tsx')).StudentNotes }));
const CaseList = lazy(async () => ({
  default: (await import('#web/features/cases/case-list.tsx')).CaseList,
}));
const StudentMails = lazy(async () => ({ default: (await import('./student-mails.tsx')).StudentMails }));
const StudentMyPage = lazy(async () => ({
  default: (await import('#web/features/my-page/student-my-page.tsx')).StudentMyPage,
}));
const StudentTests = lazy(async () => ({
  default: (await import('#web/features/tests/student-tests.tsx')).StudentTests,
}));
const WishPanel = lazy(async () => ({
  default: (await import('#web/features/placing/wish-panel.tsx')).WishPanel,
}));
const AnswersPanel = lazy(async () => ({
  default: (await import('#web/features/questions/answers-panel.tsx')).AnswersPanel,
}));
const ChecksPanel = lazy(async () => ({
  default: (await import('#web/features/checks/checks-panel.tsx')).ChecksPanel,
}));
const StudentHomework = lazy(async () => ({
  default: (await import('./student-homework.tsx')).StudentHomework,
}));

interface LoadedStudentProps {
  id: number;
  list: Path;
  /** Where a merged student's survivor is. */
  page: StudentRoute;
}

type StudentRoute = (typeof paths)['student' | 'singleStudent' | 'studentProfile'];

function LoadedStudent({ id, list, page }: LoadedStudentProps) {
  const single = useQuery({
    ...query(students.get_single_student, { id }),
    // Somebody who changed a status in another tab and comes back must not decide on what it was before.
    refetchOnWindowFocus: 'always',
  });
  // Deleted meanwhile, or given to somebody else: what is still at hand is nobody's any more.
  const survivor = refusedWith(single.error, 'person_merged')?.merged_into;
  if (survivor !== undefined) return <Navigate to={to(page, survivor)} replace />;
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
  const { fullname, email_id } = student;
  const rows = courses.map((row) => ({ ...row, student: { id, fullname, email_id } }));
  return (
    <>
      <Visited kind="student" id={id} title={fullname} detail={email_id ?? ''} />
      <StudentHeader student={student} marks={marks} rows={rows} list={list} />
      <PageTabs label={t.tabs.of({ name: fullname })} tabs={tabsOf(student, rows, marks, page)} />
    </>
  );
}

function CourseTab({ student, rows }: { student: StudentProfile; rows: readonly CourseOfStudent[] }) {
  return (
    <>
      <Stack gap="md">
        <StudentCourses student={student} rows={rows} />
        <StudentProgress studentId={student.id} />
        <StatRow label={t.figures({ name: student.fullname })} stats={studentStats(student)} />
      </Stack>
      <ProfilePanel
        person={student}
        region={student.can.update_region ? <StudentRegion student={student} /> : undefined}
        more={moreFacts(student)}
      />
      {hasHistory() ? null : (
        <Suspense>
          <AnswersPanel studentId={student.id} name={student.fullname} />
        </Suspense>
      )}
    </>
  );
}

/** What the office writes down, money and mails are for the office, like the history. */
function tabsOf(
  student: StudentProfile,
  rows: readonly CourseOfStudent[],
  marks: readonly StudentAttendanceRow[],
  page: StudentRoute,
): [PageTab, ...PageTab[]] {
  const { id, fullname } = student;
  const isOffice = hasHistory();
  const notes: PageTab = {
    name: 'notes',
    label: t.tabs.notes,
    content: <StudentNotes key={id} student={student} />,
  };
  const cases: PageTab = {
    name: 'cases',
    label: casesTexts.title,
    content: <CaseList key={id} label={casesTexts.title} student={id} state="all" />,
  };
  const myPage: PageTab = {
    name: 'my-page',
    label: isOffice ? myPageTexts.tab : myPageTexts.answers,
    content: <StudentMyPage key={id} studentId={id} name={fullname} isOffice={isOffice} />,
  };
  const shared: readonly [PageTab, PageTab] = [
    { name: 'course', label: t.tabs.course, content: <CourseTab student={student} rows={rows} /> },
    {
      name: 'attendance',
      label: t.tabs.attendance,
      content: <StudentAttendance student={student} rows={marks} />,
    },
  ];
  const homework = {
    name: 'homework',
    label: t.tabs.homework,
    content: (
      <Stack gap="lg">
        <StudentHomework studentId={id} />
        <StudentTests studentId={id} />
      </Stack>
    ),
  };
  if (!isOffice) return [...shared, myPage, homework, tabGroup(t.tabs.notes, [notes, cases])];
  return [
    ...shared,
    {
      name: 'money',
      label: t.tabs.money,
      content: <StudentMoney studentId={id} name={fullname} rows={rows} />,
    },
    tabGroup(t.tabs.mails, [
      { name: 'mails', label: t.tabs.mails, content: <StudentMails studentId={id} name={fullname} /> },
      myPage,
    ]),
    homework,
    tabGroup(t.tabs.about, [
      {
        name: 'about',
        label: t.tabs.about,
        content: (
          <Stack gap="lg">
            <StudentAbout key={id} studentId={id} addressOf={(sibling) => to(page, sibling)} />
            <AnswersPanel studentId={id} name={fullname} />
            <WishPanel key={`wish ${id}`} studentId={id} name={fullname} />
            <ChecksPanel key={`checks ${id}`} id={id} name={fullname} />
            {session.role === 'admin' ? <PrivacyPanel id={id} name={fullname} list={paths.students} /> : null}
          </Stack>
        ),
      },
      notes,
      cases,
      {
        name: 'history',
        label: t.tabs.history,
        content: (
          <Panel title={t.tabs.history}>
            <History of={{ person_id: id }} name={fullname} />
          </Panel>
        ),
      },
    ]),
  ];
}

interface AnyStudentProps extends Omit<LoadedStudentProps, 'id'> {
  id: number | null;
}

const AnyStudent = ({ id, list, page }: AnyStudentProps) =>
  id === null ? <PersonMissing list={list} /> : <LoadedStudent key={id} id={id} list={list} page={page} />;

/** /student/{id} */
export const StudentPage = ({ id }: IdsOf<'student'>) => (
  <AnyStudent id={id} list={paths.students} page={paths.student} />
);

/** /Single Student/{id} */
export const SingleStudentPage = ({ id }: IdsOf<'singleStudent'>) => (
  <AnyStudent id={id} list={paths.allStudents} page={paths.singleStudent} />
);

/** /Student Profile/{id} */
export const StudentProfilePage = ({ id }: IdsOf<'studentProfile'>) => (
  <AnyStudent id={id} list={paths.studentList} page={paths.studentProfile} />
);
