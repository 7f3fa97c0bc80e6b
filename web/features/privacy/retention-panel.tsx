import {
  longestRetention,
  privacy,
  type RetentionKind,
  type WaitingRetention,
} from '@gurukul/contract/privacy';
import { Box, Button, Group, NumberInput, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf, refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { privacyTexts } from '#web/texts/privacy.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = privacyTexts.retention;

type Days = Partial<Record<RetentionKind, number | null>>;

/** Shorter times that were saved and do not count yet. */
function Waits({ waits: { from, kinds } }: { waits: WaitingRetention }) {
  const stop = useAction(privacy.stop_retention);
  return (
    <Box mb="md">
      <Notice title={t.waits({ when: formatDateTime(from) })}>
        <Text>{t.waitsLead}</Text>
        <ul>
          {kinds.map(({ kind, days, count }) => (
            <li key={kind}>
              {t.waitingLine({
                kind: t.kinds[kind],
                days: days === null ? t.never : formatNumber(days),
                count: formatNumber(count),
              })}
            </li>
          ))}
        </ul>
        <AskedButton
          label={t.stop}
          color="red"
          busyLabel={t.stop}
          name={t.title}
          question={t.stopQuestion}
          action={() => stop.run({})}
          isPending={stop.isPending}
          done={t.stopped}
          failureOf={(error: unknown) => refusalOf(error)}
          revertedText=""
        />
      </Notice>
    </Box>
  );
}

/** How long each kind of data is stored, and how much would go tonight with what stands here. */
export function RetentionPanel() {
  const [days, setDays] = useState<Days>({});
  const [wrong, setWrong] = useState<readonly RetentionKind[]>([]);
  const read = useQuery({ ...query(privacy.get_retention, { days }), placeholderData: keepPreviousData });
  const client = useQueryClient();
  const save = useAction(privacy.save_retention);
  const { kinds, waits = null } = read.data?.data ?? {};
  if (!kinds) {
    return read.isError ? (
      <FailedState message={t.failed} onRetry={() => void read.refetch()} />
    ) : (
      <LoadingState />
    );
  }
  const choose = (kind: RetentionKind, fewest: number, typed: number | string) => {
    const isWrong = typed !== '' && (Number(typed) < fewest || Number(typed) > longestRetention);
    setWrong([...wrong.filter((one) => one !== kind), ...(isWrong ? [kind] : [])]);
    if (!isWrong) setDays({ ...days, [kind]: typed === '' ? null : Number(typed) });
  };
  const submit = async () => {
    try {
      await save.run({ days });
      setDays({});
      const { data } = await client.fetchQuery({ ...query(privacy.get_retention, {}), staleTime: 0 });
      toast.success(data.waits === null ? t.saved : t.savedWaits);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const isChanged = Object.keys(days).length > 0;
  return (
    <Panel title={t.title}>
      <Text mb="md">{t.lead}</Text>
      {waits === null ? null : <Waits waits={waits} />}
      <Table.ScrollContainer minWidth={320}>
        <Table aria-label={t.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.kind}</Table.Th>
              <Table.Th>{t.days}</Table.Th>
              <Table.Th ta="right">{t.tonight}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kinds.map(({ kind, days: shown, usual, fewest, count }) => (
              <Table.Tr key={kind}>
                <Table.Td>
                  {t.kinds[kind]}
                  <Text size="sm" c="dimmed">
                    {usual === null ? t.usuallyNever : t.usually({ days: formatNumber(usual) })}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    aria-label={`${t.kinds[kind]}: ${t.days}`}
                    value={days[kind] === undefined ? (shown ?? '') : (days[kind] ?? '')}
                    placeholder={t.never}
                    error={wrong.includes(kind) ? t.fewest({ days: formatNumber(fewest) }) : undefined}
                    onChange={(typed) => choose(kind, fewest, typed)}
                    clampBehavior="none"
                    allowDecimal={false}
                    allowNegative={false}
                    hideControls
                    miw="6rem"
                    maw="9rem"
                  />
                </Table.Td>
                <Table.Td ta="right">{formatNumber(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group mt="md">
        <Button
          disabled={!isChanged || wrong.length > 0}
          loading={save.isPending}
          onClick={() => void submit()}
        >
          {t.save}
        </Button>
      </Group>
    </Panel>
  );
}
