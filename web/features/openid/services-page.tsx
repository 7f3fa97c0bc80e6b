import { openid } from '@gurukul/contract/openid';
import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { openidServicesTexts } from '#web/texts/openid-services.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ServiceForm } from './service-form.tsx';
import { ServicePanel } from './service-panel.tsx';

const t = openidServicesTexts;

/** What the dialog is about: a service by its id, or a new one. */
type Edited = number | 'new' | null;

/** /Sign-in Services: the services by which people may sign in beside their password. */
export function OpenidServicesPage() {
  const found = useQuery(query(openid.get_services, {}));
  const [edited, setEdited] = useState<Edited>(null);
  const rows = found.data?.data ?? [];
  const returnTo = found.data?.return_to ?? '';
  const row = rows.find(({ service_id }) => service_id === edited);
  const close = () => setEdited(null);
  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <Button leftSection={<IconPlus aria-hidden size={18} />} onClick={() => setEdited('new')}>
            {t.add}
          </Button>
        }
      />
      {found.isPending ? <LoadingState /> : null}
      {!found.data && found.isError ? (
        <FailedState message={t.failed} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data && rows.length === 0 ? <EmptyState title={t.none}>{t.noneHint}</EmptyState> : null}
      <Stack gap="lg">
        {rows.map((each) => (
          <ServicePanel
            key={each.service_id}
            service={each}
            returnTo={returnTo}
            onChange={() => setEdited(each.service_id)}
          />
        ))}
      </Stack>
      <Dialog
        opened={edited !== null}
        onClose={close}
        title={row ? t.changeOf({ service: row.label }) : t.add}
        size="lg"
      >
        {edited === null ? null : (
          <ServiceForm key={edited} service={row ?? null} returnTo={returnTo} onDone={close} />
        )}
      </Dialog>
    </>
  );
}
