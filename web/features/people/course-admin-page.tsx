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

const t = peopleTexts.detail;

interface LoadedCourseAdminProps {
  id: number;
  list: Path | null;
}

function LoadedCourseAdmin({ id, list }: LoadedCourseAdminProps) {
  const single = useQuery(query(people.get_single_courseadmin, { id }));
  if (!single.data) {
    return (
      <PersonNotShown
        title={t.courseAdmin}
        list={list}
        error={single.error}
        onRetry={() => void single.refetch()}
      />
    );
  }
  const [person, , rows] = single.data.data;
  return (
    <>
      <PageHeader title={person.fullname} lead={t.courseAdmin} />
      <StatCards label={t.figures(person.fullname)} stats={personStats(person)} />
      <PersonCourses name={person.fullname} rows={rows} />
      <ProfilePanel person={person} />
      <HistoryPanel of={{ person_id: id }} name={person.fullname} isColleague />
      {session.role === 'admin' ? <SessionsPanel uid={id} name={person.fullname} /> : null}
    </>
  );
}

/** /courseadmin/{id}: the account admin's, and a course admin's own. */
export function CourseAdminPage({ id }: IdsOf<'courseAdmin'>) {
  const list = session.role === 'admin' ? paths.courseAdmins : null;
  return id === null ? <PersonMissing list={list} /> : <LoadedCourseAdmin id={id} list={list} />;
}
