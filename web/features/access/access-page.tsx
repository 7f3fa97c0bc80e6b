import { Stack } from '@mantine/core';
import { paths } from '#web/paths.ts';
import { accessTexts } from '#web/texts/access.ts';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { WaitingActions } from '#web/features/approvals/waiting-actions.tsx';
import { Admins } from './admins.tsx';
import { Alarms } from './alarms.tsx';
import { Requests } from './requests.tsx';
import { SecondRoles } from './second-roles.tsx';

const t = accessTexts;

/** /Access, for the account admin: what waits for a decision about who reaches what. */
export const AccessPage = () => (
  <>
    <PageHeader title={t.title} lead={t.lead} />
    <WaitingActions />
    <Stack gap="lg">
      <Requests />
      <Admins />
      <SecondRoles />
      <Alarms />
      <LoneLink href={paths.duplicates}>{t.toDuplicates}</LoneLink>
    </Stack>
  </>
);
