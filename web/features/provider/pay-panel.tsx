import {
  checkouts,
  payServiceNames,
  payServices,
  type ConnectedPayService,
  type PayService,
} from '@gurukul/contract/checkouts';
import { Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { CopyField } from '#web/features/intake/copy-field.tsx';
import { formatDateTime } from '#web/lib/format/format.ts';
import { providerTexts } from '#web/texts/provider.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { PayForm } from './pay-form.tsx';

const t = providerTexts.pay;
const failureOf = (error: unknown) => refusalOf(error, t.remove.failed);

function RemoveButton({ service }: { service: PayService }) {
  const drop = useAction(checkouts.drop_pay_service);
  const name = payServiceNames[service];
  return (
    <AskedButton
      label={t.remove.label}
      busyLabel={t.remove.busy}
      name={name}
      color="red"
      question={t.remove.question({ service: name })}
      action={() => drop.run({ service })}
      isPending={drop.isPending}
      done={t.remove.done}
      failureOf={failureOf}
      revertedText=""
    />
  );
}

function Connected({ row, hook }: { row: ConnectedPayService; hook: string }) {
  const { service, key_id, is_test, is_on, currencies, heard_at } = row;
  return (
    <>
      {is_test ? <Notice>{t.test}</Notice> : null}
      <DescriptionList
        facts={[
          [
            t.state,
            <StatusBadge key="state" tone={is_on ? 'good' : 'calm'}>
              {is_on ? t.isOn : t.isOff}
            </StatusBadge>,
          ],
          ...(key_id === '' ? [] : [[t.keyId, key_id] as const]),
          [t.serves, service === 'razorpay' ? currencies.join(', ') || t.none : t.others],
          [t.heard, heard_at === null ? t.neverHeard : formatDateTime(heard_at)],
        ]}
      />
      <CopyField label={t.hook} value={hook} />
    </>
  );
}

/** The payment services on whose own pages families pay. */
export function PayPanel() {
  const found = useQuery(query(checkouts.get_pay_services, {}));
  const [edited, setEdited] = useState<PayService | null>(null);
  if (!found.data)
    return found.isError ? (
      <FailedState message={t.failed} onRetry={() => void found.refetch()} />
    ) : (
      <LoadingState />
    );
  const { data, hooks } = found.data;
  const rowOf = (service: PayService) => data.find((row) => row.service === service) ?? null;
  return (
    <Panel title={t.title}>
      <Stack>
        <Text>{t.lead}</Text>
        {payServices.map((service) => {
          const row = rowOf(service);
          const name = payServiceNames[service];
          return (
            <Stack key={service} gap="sm">
              <Title order={3}>{name}</Title>
              {row === null ? (
                <Text c="dimmed">{t.notConnected}</Text>
              ) : (
                <Connected row={row} hook={`${hooks}${service}`} />
              )}
              <Group gap="sm">
                <Button size="compact-sm" variant="light" onClick={() => setEdited(service)}>
                  {row === null ? t.connect : t.change}
                  <VisuallyHidden>{` ${name}`}</VisuallyHidden>
                </Button>
                {row === null ? null : <RemoveButton service={service} />}
              </Group>
            </Stack>
          );
        })}
      </Stack>
      <Dialog
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === null ? '' : payServiceNames[edited]}
        size="lg"
      >
        {edited === null ? null : (
          <PayForm
            key={edited}
            service={edited}
            connected={rowOf(edited)}
            hook={`${hooks}${edited}`}
            onDone={() => setEdited(null)}
          />
        )}
      </Dialog>
    </Panel>
  );
}
