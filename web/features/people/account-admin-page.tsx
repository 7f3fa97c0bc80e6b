import { access } from '@gurukul/contract/access';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { query } from '#web/calls/client.ts';
import { SessionsPanel } from '#web/features/accounts/profile/sessions-panel.tsx';
import { SuspensionPanel } from '#web/features/accounts/profile/suspension-panel.tsx';
import { WaysInPanel } from '#web/features/accounts/profile/ways-in-panel.tsx';
import { HistoryPanel } from '#web/features/audit/history-panel.tsx';
import { paths, type IdsOf } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { PersonMissing, PersonNotShown } from './person-not-shown.tsx';

const t = peopleTexts.detail;

const ColleagueAbout = lazy(async () => ({
  default: (await import('./colleague-about.tsx')).ColleagueAbout,
}));

/** /accountadmin/{id}: what lets an account admin in, for the other account admins. */
export function AccountAdminPage({ id }: IdsOf<'accountAdmin'>) {
  const admins = useQuery(query(access.get_admins, {}));
  if (!admins.data) {
    return (
      <PersonNotShown
        title={t.accountAdmin}
        list={paths.access}
        error={admins.error}
        onRetry={() => void admins.refetch()}
      />
    );
  }
  const person = admins.data.data.find(({ user_id }) => user_id === id);
  if (person === undefined) return <PersonMissing list={paths.access} />;
  const { user_id: uid, fullname: name, email_id: email } = person;
  return (
    <>
      <PageHeader title={name} lead={`${t.accountAdmin} · ${email}`} />
      <PageTabs
        label={classPageTexts.partsOf({ name })}
        tabs={[
          {
            name: 'overview',
            label: classPageTexts.teacherPage.parts.overview,
            content: (
              <>
                <SessionsPanel uid={uid} name={name} />
                <WaysInPanel uid={uid} name={name} />
                <SuspensionPanel uid={uid} name={name} />
                <HistoryPanel of={{ person_id: uid }} name={name} isColleague />
              </>
            ),
          },
          {
            name: 'about',
            label: t.about,
            content: <ColleagueAbout key={uid} id={uid} name={name} list={paths.access} />,
          },
        ]}
      />
    </>
  );
}
