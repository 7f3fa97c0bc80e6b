import { people } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { HistoryPanel } from '#web/features/audit/history-panel.tsx';
import { SessionsPanel } from '#web/features/accounts/sessions-panel.tsx';
import { session } from '#web/lib/session.ts';
import { paths, type IdsOf, type Path } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatCards } from '#web/ui/stat-cards.tsx';
import { PersonCourses } from './person-courses.tsx';
import { PersonMissing, PersonNotShown } from './person-not-shown.tsx';
import { personStats } from './person-stats.ts';
import { ProfilePanel } from './profile-panel.tsx';
import { TeacherSlots } from './teacher-slots.tsx';

const t = peopleTexts.detail;

interface LoadedTeacherProps {
  id: number;
  list: Path | null;
}

function LoadedTeacher({ id, list }: LoadedTeacherProps) {
  const single = useQuery(query(people.get_single_teacher, { id }));
  if (!single.data) {
    return (
      <PersonNotShown
        title={t.teacher}
        list={list}
        error={single.error}
        onRetry={() => void single.refetch()}
      />
    );
  }
  const [person, courses, slots] = single.data.data;
  return (
    <>
      <PageHeader title={person.fullname} lead={t.teacher} />
      <StatCards label={t.figures(person.fullname)} stats={personStats(person)} />
      <PersonCourses name={person.fullname} rows={courses} />
      <TeacherSlots name={person.fullname} rows={slots} />
      <ProfilePanel person={person} />
      <HistoryPanel of={{ person_id: id }} name={person.fullname} isColleague />
      {session.role === 'admin' ? <SessionsPanel uid={id} name={person.fullname} /> : null}
    </>
  );
}

interface AnyTeacherProps {
  id: number | null;
  list: Path | null;
}

const AnyTeacher = ({ id, list }: AnyTeacherProps) =>
  id === null ? <PersonMissing list={list} /> : <LoadedTeacher id={id} list={list} />;

/** /teacher/{id}: the account admin's, and a teacher's own. */
export const TeacherPage = ({ id }: IdsOf<'teacher'>) => (
  <AnyTeacher id={id} list={session.role === 'admin' ? paths.teachers : null} />
);

/** /Single Teacher/{id} */
export const SingleTeacherPage = ({ id }: IdsOf<'singleTeacher'>) => (
  <AnyTeacher id={id} list={session.role === 'courseadmin' ? paths.teachersList : null} />
);
