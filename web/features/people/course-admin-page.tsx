import { people } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { query } from '#web/calls/client.ts';
import { refusedWith } from '#web/calls/errors.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { MarkedAddresses } from '#web/features/mail-list/marked-addresses.tsx';
import { HistoryPanel } from '#web/features/audit/history-panel.tsx';
import { SessionsPanel } from '#web/features/accounts/profile/sessions-panel.tsx';
import { SuspensionPanel } from '#web/features/accounts/profile/suspension-panel.tsx';
import { WaysInPanel } from '#web/features/accounts/profile/ways-in-panel.tsx';
import { Navigate } from '#web/lib/address/navigate.ts';
import { session } from '#web/lib/session.ts';
import { paths, to, type IdsOf, type Path } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';
import { MergeColleague } from './merge-colleague.tsx';
import { OtherLife } from './other-life.tsx';
import { PersonCourses } from './person-courses.tsx';
import { PersonMissing, PersonNotShown } from './person-not-shown.tsx';
import { personStats } from './person-stats.ts';
import { ProfilePanel } from './profile-panel.tsx';

const t = peopleTexts.detail;

const ColleagueAbout = lazy(async () => ({
  default: (await import('./colleague-about.tsx')).ColleagueAbout,
}));

interface LoadedCourseAdminProps {
  id: number;
  list: Path | null;
}

function LoadedCourseAdmin({ id, list }: LoadedCourseAdminProps) {
  const single = useQuery(query(people.get_single_courseadmin, { id }));
  const survivor = refusedWith(single.error, 'person_merged')?.merged_into;
  if (survivor !== undefined) return <Navigate to={to(paths.courseAdmin, survivor)} replace />;
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
  const overview = (
    <>
      <StatRow label={t.figures({ name: person.fullname })} stats={personStats(person)} />
      <PersonCourses name={person.fullname} rows={rows} />
      <ProfilePanel person={person} />
      <HistoryPanel of={{ person_id: id }} name={person.fullname} isColleague />
      {session.role === 'admin' ? (
        <>
          <SessionsPanel uid={id} name={person.fullname} />
          <WaysInPanel uid={id} name={person.fullname} />
          <SuspensionPanel uid={id} name={person.fullname} />
        </>
      ) : null}
    </>
  );
  return (
    <>
      <PageHeader
        title={person.fullname}
        lead={
          <>
            {t.courseAdmin}
            <OtherLife id={id} life={person.studies} />
          </>
        }
        actions={
          person.can.delete ? (
            <MergeColleague
              id={id}
              of={{ name: person.fullname, role: 'courseadmin' }}
              page={paths.courseAdmin}
            />
          ) : undefined
        }
      />
      {hasHistory() ? <MarkedAddresses userId={id} /> : null}
      {session.role === 'admin' ? (
        <PageTabs
          label={classPageTexts.partsOf({ name: person.fullname })}
          tabs={[
            { name: 'overview', label: classPageTexts.teacherPage.parts.overview, content: overview },
            {
              name: 'about',
              label: t.about,
              content: <ColleagueAbout key={id} id={id} name={person.fullname} list={paths.courseAdmins} />,
            },
          ]}
        />
      ) : (
        overview
      )}
    </>
  );
}

/** /courseadmin/{id}: the account admin's, and a course admin's own. */
export function CourseAdminPage({ id }: IdsOf<'courseAdmin'>) {
  const list = session.role === 'admin' ? paths.courseAdmins : null;
  return id === null ? <PersonMissing list={list} /> : <LoadedCourseAdmin id={id} list={list} />;
}
