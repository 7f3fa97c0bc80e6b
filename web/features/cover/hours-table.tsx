import { cover, type HoursRow } from '@gurukul/contract/cover';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { formatDate, isTurned, today } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { coverTexts } from '#web/texts/cover.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { DaysFilter } from '#web/ui/table/days-filter.tsx';

const t = coverTexts.hours;

const columns: readonly Column<HoursRow>[] = [
  { id: 'teacher', header: t.teacher, value: ({ fullname }) => fullname },
  {
    id: 'hours',
    header: t.hours,
    value: ({ minutes }) => minutes,
    exported: ({ minutes }) => Math.round((minutes / 60) * 100) / 100,
    cell: ({ minutes }) => t.duration({ hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
    align: 'end',
    onPhone: 'end',
  },
  { id: 'meetings', header: t.meetings, value: ({ meetings }) => meetings, align: 'end' },
  { id: 'covers', header: t.covers, value: ({ covers }) => covers, align: 'end' },
  { id: 'covered', header: t.covered, value: ({ covered }) => covered, align: 'end' },
];

const rowId = ({ teacher_id }: HoursRow) => String(teacher_id);

/** The hours that people taught in a period, this month at first. The address says the period. */
export function HoursTable() {
  const [search, change] = useSearchState();
  const view = useTableSearch({ size: 20, sizes: [20, 50, 100] });
  const now = today();
  const from = dayInAddress(search['from']) || `${now.slice(0, 8)}01`;
  const to = dayInAddress(search['to']) || now;
  const hasTurned = isTurned(from, to);
  const list = useQuery({ ...query(cover.get_hours, { from, to }), enabled: !hasTurned });
  const rows = hasTurned ? [] : list.data?.data;
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t.lead}
      </Text>
      <DataTable
        label={t.table({ from: formatDate(from), to: formatDate(to) })}
        columns={columns}
        rows={rows}
        rowId={rowId}
        view={view}
        filters={
          <DaysFilter
            label={t.period}
            from={from}
            to={to}
            onDays={(days) => change({ ...days, page: '' })}
            error={hasTurned && texts.ui.fromAfterTo}
          />
        }
        canExport
        emptyText={t.empty}
        query={list}
      />
    </>
  );
}
