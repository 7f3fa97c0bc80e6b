import { provider } from '@gurukul/contract/provider';
import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { providerTexts } from '#web/texts/provider.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = providerTexts.backups;

/** As the alert of the server: a night and half of the next. */
const lateMs = 36 * 60 * 60 * 1000;
const isLate = (at: string | null) => at === null || Date.now() - Date.parse(at) > lateMs;
const when = (at: string | null) => (at === null ? t.never : formatDateTime(at));

/** When the portal was last backed up, whether that was restored, and where its copy is. */
export function BackupsPanel() {
  const read = useQuery(query(provider.get_backups, {}));
  if (!read.data) {
    return read.isError ? (
      <FailedState message={t.failed} onRetry={() => void read.refetch()} />
    ) : (
      <LoadingState />
    );
  }
  const { data, own_database } = read.data;
  if (data === null) {
    return (
      <Panel title={t.title}>
        <Text>{own_database ? t.own : t.none}</Text>
      </Panel>
    );
  }
  const size =
    data.newest_bytes === null ? '' : t.size({ size: formatNumber(Math.round(data.newest_bytes / 1e6)) });
  const lines: readonly (readonly [string, string])[] = [
    [t.newest, [when(data.newest_at), size].filter(Boolean).join(', ')],
    [t.restored, when(data.restored_at)],
    [t.log, when(data.log_at)],
    [t.copied, data.copies ? when(data.copied_at) : t.noCopies],
    [t.next, when(data.next_at)],
    [t.stored, t.count({ count: formatNumber(data.count), days: formatNumber(data.days) })],
  ];
  return (
    <Panel title={t.title}>
      <Stack gap="sm">
        {isLate(data.restored_at) ? (
          <Notice>
            <Text>{t.late}</Text>
          </Notice>
        ) : null}
        <Table.ScrollContainer minWidth={320}>
          <Table aria-label={t.title}>
            <Table.Tbody>
              {lines.map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Panel>
  );
}
