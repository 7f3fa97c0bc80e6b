import { accounts, defaultProfileImage, emptyDob, type Profile } from '@gurukul/contract/accounts';
import { isPortalRole } from '@gurukul/contract/shared/calls/roles';
import { Button, Stack, Text, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { profileTexts } from '#web/texts/profile.ts';
import { texts } from '#web/texts/texts.ts';
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RichText } from '#web/ui/document/rich-text.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { FactorsPanel } from '../../passkeys/factors-panel.tsx';
import classes from './profile-page.module.css';
import { NotificationsPanel } from './notifications-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { WaysInPanel } from './ways-in-panel.tsx';

const t = profileTexts.profile;

const { fields } = profileTexts;
const genderLabels: Readonly<Record<string, string>> = profileTexts.genders;

const contactOf = (person: Profile): Fact[] => [
  [fields.email_id, person.email_id],
  [fields.phone_number, person.phone_number],
  [fields.address, person.address],
  [fields.city, person.city],
  [fields.state, person.state],
  [fields.pincode, person.pincode],
  [fields.region, person.region && countryName(person.region)],
];

const personalOf = (person: Profile): Fact[] => [
  [fields.gender, genderLabels[person.gender ?? ''] ?? person.gender],
  [fields.dob, person.dob === emptyDob ? '' : formatDate(person.dob)],
];

function Roles({ asRole }: { asRole: string | null }) {
  const held = [...new Set([session.mainRole, asRole ?? ''])].filter(isPortalRole);
  return (
    <div className={classes.roles}>
      {held.map((role) => (
        <StatusBadge key={role} tone={role === session.role ? 'good' : 'calm'}>
          {texts.shell.roleLabels[role]}
        </StatusBadge>
      ))}
    </div>
  );
}

function ProfileView({ person }: { person: Profile }) {
  return (
    <>
      <Panel>
        <div className={classes.head}>
          <img
            src={person.image || defaultProfileImage}
            alt={t.picture({ name: person.fullname })}
            className={classes.image}
          />
          <div className={classes.words}>
            <Title order={2} className={classes.name}>
              {person.fullname}
            </Title>
            <Text c="dimmed">{person.email_id}</Text>
            <Roles asRole={person.as_role} />
          </div>
        </div>
      </Panel>
      <Panel title={t.about}>
        <Stack>
          {person.description ? (
            <RichText html={person.description} />
          ) : (
            <Text className={classes.none}>{t.nothingAbout}</Text>
          )}
          <DescriptionList facts={[...personalOf(person), ...contactOf(person)]} />
        </Stack>
      </Panel>
    </>
  );
}

export function ProfilePage() {
  const profile = useQuery(query(accounts.get_user_details, { uid: Number(session.uid) }));
  const person = profile.data?.data[0];
  return (
    <>
      <PageHeader
        title={t.title}
        actions={
          <Button
            component={AppLink}
            href={paths.editProfile}
            leftSection={<IconPencil aria-hidden size={18} />}
          >
            {t.edit}
          </Button>
        }
      />
      {profile.isPending ? <LoadingState /> : null}
      {!person && profile.isError ? (
        <FailedState message={profile.error.message} onRetry={() => void profile.refetch()} />
      ) : null}
      {person ? <ProfileView person={person} /> : null}
      <FactorsPanel />
      <SessionsPanel uid={Number(session.uid)} />
      <WaysInPanel uid={Number(session.uid)} />
      <NotificationsPanel />
    </>
  );
}
