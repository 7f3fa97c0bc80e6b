import { longestRetention, privacy, type RetentionKind } from '@gurukul/contract/privacy';
import { Button, Group, NumberInput, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatNumber } from '#web/lib/format.ts';
import { privacyTexts } from '#web/texts/privacy.ts';
import { texts } from '#web/texts/texts.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = privacyTexts.retention;

type Days = Partial<Record<RetentionKind, number | null>>;

/** How long each kind of data is stored, and how much would go tonight with what stands here. */
export function RetentionPanel() {
  const [days, setDays] = useState<Days>({});
  const [wrong, setWrong] = useState<readonly RetentionKind[]>([]);
  const read = useQuery({ ...query(privacy.get_retention, { days }), placeholderData: keepPreviousData });
  const save = useAction(privacy.save_retention);
  const kinds = read.data?.data.kinds;
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
      toast.success(t.saved);
    } catch (error) {
      toast.error(messageOf(error, texts.errors.wentWrong));
    }
  };
  const isChanged = Object.keys(days).length > 0;
  return (
    <Panel title={t.title}>
      <Text mb="md">{t.lead}</Text>
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
                    {usual === null ? t.usuallyNever : t.usually(formatNumber(usual))}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    aria-label={`${t.kinds[kind]}: ${t.days}`}
                    value={days[kind] === undefined ? (shown ?? '') : (days[kind] ?? '')}
                    placeholder={t.never}
                    error={wrong.includes(kind) ? t.fewest(formatNumber(fewest)) : undefined}
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
