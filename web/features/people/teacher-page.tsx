import { people } from '@gurukul/contract/people';
import { IconClock } from '@tabler/icons-react';
import { Visited } from '#web/features/search/visited.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '#web/calls/client.ts';
import { refusedWith } from '#web/calls/errors.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { MarkedAddresses } from '#web/features/mail-list/marked-addresses.tsx';
import { History } from '#web/features/audit/history-panel.tsx';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { SessionsPanel } from '#web/features/accounts/profile/sessions-panel.tsx';
import { SuspensionPanel } from '#web/features/accounts/profile/suspension-panel.tsx';
import { WaysInPanel } from '#web/features/accounts/profile/ways-in-panel.tsx';
import { Navigate } from '#web/lib/address/navigate.ts';
import { hoursOf } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths, to, type IdsOf, type Path } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { historyTexts } from '#web/texts/history.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';
import { ContactLinks } from './contact-links.tsx';
import { MergeColleague } from './merge-colleague.tsx';
import { OtherLife } from './other-life.tsx';
import { PersonCourses } from './person-courses.tsx';
import { PersonMissing, PersonNotShown } from './person-not-shown.tsx';
import { personStats } from './person-stats.ts';
import { ProfilePanel } from './profile-panel.tsx';
import { TeacherNow } from './teacher-now.tsx';
import { TeacherSlots } from './teacher-slots.tsx';

const t = peopleTexts.detail;

const Meetings = lazy(async () => ({
  default: (await import('#web/features/attendance/meetings.tsx')).Meetings,
}));
const ColleagueAbout = lazy(async () => ({
  default: (await import('./colleague-about.tsx')).ColleagueAbout,
}));
const ChecksPanel = lazy(async () => ({
  default: (await import('#web/features/checks/checks-panel.tsx')).ChecksPanel,
}));
const { teacherPage: own } = classPageTexts;

interface LoadedTeacherProps {
  id: number;
  list: Path | null;
  /** Where a merged teacher's survivor is. */
  page: (typeof paths)['teacher' | 'singleTeacher'];
}

function LoadedTeacher({ id, list, page }: LoadedTeacherProps) {
  const single = useQuery(query(people.get_single_teacher, { id }));
  const survivor = refusedWith(single.error, 'person_merged')?.merged_into;
  if (survivor !== undefined) return <Navigate to={to(page, survivor)} replace />;
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
  const { fullname: name } = person;
  return (
    <>
      <Visited kind="teacher" id={id} title={name} detail={person.email_id} />
      <PageHeader
        title={name}
        lead={
          <>
            {t.teacher}
            <OtherLife id={id} life={person.studies} />
            <TeacherNow id={id} slots={slots} />
          </>
        }
        actions={
          <>
            <ContactLinks
              name={name}
              email={person.email_id}
              phone={person.phone_number}
              country={person.region ?? ''}
            />
            {hasHistory() ? <WriteButton audience={{ teacher_ids: [id] }} whom={name} /> : null}
            {person.can.delete ? (
              <MergeColleague id={id} of={{ name, role: 'teacher' }} page={paths.teacher} />
            ) : null}
          </>
        }
      />
      {hasHistory() ? <MarkedAddresses userId={id} /> : null}
      <PageTabs
        label={classPageTexts.partsOf({ name })}
        tabs={[
          {
            name: 'overview',
            label: own.parts.overview,
            content: (
              <>
                <StatRow
                  label={t.figures({ name })}
                  stats={[
                    ...personStats(person),
                    { label: own.hours, value: hoursOf(person.weekly_minutes), icon: IconClock },
                  ]}
                />
                <TeacherSlots name={name} rows={slots} />
                <PersonCourses name={name} rows={courses} />
                <ProfilePanel person={person} />
                {hasHistory() ? (
                  <Suspense>
                    <ChecksPanel key={id} id={id} name={name} />
                  </Suspense>
                ) : null}
                {session.role === 'admin' ? (
                  <>
                    <SessionsPanel uid={id} name={name} />
                    <WaysInPanel uid={id} name={name} />
                    <SuspensionPanel uid={id} name={name} />
                  </>
                ) : null}
              </>
            ),
          },
          ...(session.role === 'admin'
            ? [
                {
                  name: 'about',
                  label: t.about,
                  content: <ColleagueAbout key={id} id={id} name={name} list={paths.teachers} />,
                },
              ]
            : []),
          {
            name: 'rolls',
            label: own.parts.rolls,
            content: <Meetings of={{ teacher_id: id }} name={name} />,
          },
          ...(hasHistory()
            ? [
                {
                  name: 'history',
                  label: historyTexts.title,
                  content: (
                    <Panel title={historyTexts.title}>
                      <History of={{ person_id: id }} name={name} isColleague />
                    </Panel>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

type AnyTeacherProps = Omit<LoadedTeacherProps, 'id'> & { id: number | null };

const AnyTeacher = ({ id, ...page }: AnyTeacherProps) =>
  id === null ? <PersonMissing list={page.list} /> : <LoadedTeacher id={id} {...page} />;

/** /teacher/{id}: the account admin's, and a teacher's own. */
export const TeacherPage = ({ id }: IdsOf<'teacher'>) => (
  <AnyTeacher id={id} list={session.role === 'admin' ? paths.teachers : null} page={paths.teacher} />
);

/** /Single Teacher/{id} */
export const SingleTeacherPage = ({ id }: IdsOf<'singleTeacher'>) => (
  <AnyTeacher
    id={id}
    list={session.role === 'courseadmin' ? paths.teachersList : null}
    page={paths.singleTeacher}
  />
);
