import { Stack } from '@mantine/core';
import { accessTexts } from '#web/texts/access.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { WaitingActions } from '#web/features/approvals/waiting-actions.tsx';
import { Admins } from './admins.tsx';
import { Alarms } from './alarms.tsx';
import { Requests } from './requests.tsx';
import { SecondRoles } from './second-roles.tsx';
import { Duplicates } from '#web/features/duplicates/duplicates.tsx';

const t = accessTexts;

/** /Access, for the account admin: what waits for a decision about who reaches what. */
export const AccessPage = () => (
  <>
    <PageHeader title={t.title} lead={t.lead} />
    <WaitingActions />
    <Stack gap="lg">
      <Requests />
      <Duplicates />
      <Admins />
      <SecondRoles />
      <Alarms />
    </Stack>
  </>
);
