import { meetingDaysMax, meetings, type DayOff } from '@gurukul/contract/meetings';
import { Button, Group } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { addDays } from '#web/lib/format/days.ts';
import { formatDate, today } from '#web/lib/format/format.ts';
import { daysOffTexts } from '#web/texts/days-off.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';

const t = daysOffTexts;
const words = t.one;

const DayOffForm = lazy(async () => ({ default: (await import('./day-off-form.tsx')).DayOffForm }));
const ManyDaysOffForm = lazy(async () => ({
  default: (await import('./many-days-off-form.tsx')).ManyDaysOffForm,
}));

const daysOf = ({ from, to }: DayOff) =>
  from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;

const scopeOf = ({ course_name, class_name }: DayOff) => {
  if (class_name !== null) return words.ofClass({ name: class_name, course: course_name ?? '' });
  return course_name ?? words.everybody;
};

const columns: readonly Column<DayOff>[] = [
  { id: 'name', header: words.name, value: ({ name }) => name },
  {
    id: 'from',
    header: words.days,
    value: ({ from }) => from,
    exported: daysOf,
    cell: daysOf,
    onPhone: 'line',
  },
  { id: 'scope', header: words.scope, value: scopeOf, onPhone: 'line' },
];

function Delete({ day_off_id, name }: DayOff) {
  const remove = useAction(meetings.delete_day_off);
  const ask = async () => {
    const action = words.deleteOf({ name });
    if (!(await confirm(words.deleteQuestion({ name }), { title: action, action }))) return;
    try {
      tellDone(await remove.run({ day_off_id }), words.deleted({ name }), { kind: 'meeting', what: name });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <ActionButton
      size="xs"
      variant="default"
      aria-label={words.deleteOf({ name })}
      aria-busy={remove.isPending}
      onClick={() => void ask()}
    >
      {words.delete}
    </ActionButton>
  );
}

const deleteOf = (row: DayOff) => (row.is_own ? <Delete {...row} /> : null);
const rowId = ({ day_off_id }: DayOff) => String(day_off_id);

/** From half a year ago to the end of the longest time that can be asked for. */
function shownDays() {
  const now = today();
  return { from: addDays(now, -183), to: addDays(now, meetingDaysMax) };
}

/** /Days Off: days without meetings, of everybody, a course or a class. */
export function DaysOffPage() {
  const list = useQuery(query(meetings.get_days_off, shownDays()));
  const view = useLocalView(20, [20, 50, 100]);
  const [isOpen, setOpen] = useState(false);
  const [isManyOpen, setManyOpen] = useState(false);
  const rows = list.data?.data;
  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.pageLead}
        actions={
          <Group gap="sm">
            <Button variant="default" onClick={() => setManyOpen(true)}>
              {t.many.add}
            </Button>
            <Button leftSection={<IconCalendarPlus aria-hidden size={18} />} onClick={() => setOpen(true)}>
              {words.add}
            </Button>
          </Group>
        }
      />
      <DataTable
        label={words.table}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowActions={deleteOf}
        view={view}
        emptyText={words.empty}
        query={list}
      />
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={words.add} size="lg">
        <Suspense>{isOpen ? <DayOffForm onDone={() => setOpen(false)} /> : null}</Suspense>
      </Dialog>
      <Dialog opened={isManyOpen} onClose={() => setManyOpen(false)} title={t.many.title} size="lg">
        <Suspense>{isManyOpen ? <ManyDaysOffForm onDone={() => setManyOpen(false)} /> : null}</Suspense>
      </Dialog>
    </>
  );
}
