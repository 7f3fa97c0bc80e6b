import { people } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { useRouteId } from '#web/lib/route-id.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatCards } from '#web/ui/stat-cards.tsx';
import { PersonCourses } from './person-courses.tsx';
import { PersonMissing, PersonNotShown } from './person-not-shown.tsx';
import { personStats } from './person-stats.ts';
import { ProfilePanel } from './profile-panel.tsx';

const t = texts.people.detail;

function LoadedCourseAdmin({ id }: { id: number }) {
  const single = useQuery(query(people.get_single_courseadmin, { id }));
  if (!single.data) {
    return (
      <PersonNotShown
        title={t.courseAdmin}
        list={paths.courseAdmins}
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
    </>
  );
}

/** /courseadmin/{id} */
export function CourseAdminPage() {
  const id = useRouteId();
  return id === null ? <PersonMissing list={paths.courseAdmins} /> : <LoadedCourseAdmin id={id} />;
}
