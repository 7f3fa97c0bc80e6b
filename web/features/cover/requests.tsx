import { cover, type AwayRow, type CoverRow, type CoverState } from '@gurukul/contract/cover';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { session } from '#web/lib/session.ts';
import { coverTexts } from '#web/texts/cover.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { classOf, clocksOf, daysOf, leftOf, tellAnswer, timeOf } from './cover-words.ts';

const t = coverTexts;

const tones: Readonly<Record<CoverState, Tone>> = {
  open: 'warn',
  taken: 'good',
  closed: 'calm',
  moved: 'calm',
  over: 'calm',
};

function State({ row, now }: { row: CoverRow; now: number }) {
  const left = leftOf(row, now);
  return (
    <Group gap="xs" wrap="nowrap">
      <StatusBadge tone={toneOf(row)} isOpen={row.state === 'open'}>
        {stateText(row)}
      </StatusBadge>
      {left ? <StatusBadge tone={left.isUrgent ? 'bad' : 'calm'}>{left.text}</StatusBadge> : null}
    </Group>
  );
}

/** "Taken" alone would be false where who took it asks others. */
const stateText = ({ state, asks_others, taken_by_name }: CoverRow) =>
  asks_others ? t.passedOn({ name: taken_by_name ?? '' }) : t.states[state];
const toneOf = ({ state, asks_others }: CoverRow): Tone => (asks_others ? 'warn' : tones[state]);

const askedOf = ({ asked }: CoverRow) =>
  asked
    .map(({ fullname, has_declined }) => (has_declined ? t.declined({ name: fullname }) : fullname))
    .join('; ');

const columnsAt = (now: number): readonly Column<CoverRow>[] => [
  { id: 'class', header: t.class, value: classOf },
  {
    id: 'starts_at',
    header: t.when,
    value: ({ starts_at }) => starts_at,
    exported: clocksOf,
    cell: clocksOf,
    plain: timeOf,
    onPhone: 'line',
  },
  {
    id: 'state',
    header: t.state,
    value: stateText,
    cell: (row) => <State row={row} now={now} />,
    plain: (row) => (
      <StatusBadge tone={toneOf(row)} isOpen={row.state === 'open'}>
        {stateText(row)}
      </StatusBadge>
    ),
    onPhone: 'end',
  },
  { id: 'teacher', header: t.teacher, value: ({ teacher_name }) => teacher_name },
  { id: 'taken_by', header: t.takenBy, value: ({ taken_by_name }) => taken_by_name },
  { id: 'asked', header: t.asked, value: askedOf, sortable: false },
  { id: 'reason', header: t.reason, value: ({ reason }) => reason },
];

/** For somebody who was asked. To accept tells many people, so it asks first. */
function Answer(row: CoverRow) {
  const take = useAction(cover.take_cover);
  const what = `${classOf(row)}, ${clocksOf(row)}`;
  const answer = async (accept: boolean) => {
    if (take.isPending) return;
    const question = t.acceptFor({ name: row.teacher_name });
    if (accept && !(await confirm(question, { title: t.acceptOf({ what }) }))) return;
    try {
      const said = await take.run({ cover_id: row.cover_id, accept });
      tellAnswer(said.data.answer);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <>
      <Button
        size="xs"
        aria-label={t.acceptOf({ what })}
        aria-busy={take.isPending}
        onClick={() => void answer(true)}
      >
        {t.accept}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={t.declineOf({ what })}
        aria-busy={take.isPending}
        onClick={() => void answer(false)}
      >
        {t.decline}
      </Button>
    </>
  );
}

/** For the person who asked, and the office. A meeting that somebody has taken goes back, so it asks first. */
function Withdraw(row: CoverRow) {
  const close = useAction(cover.close_cover);
  const { cover_id, state, teacher_id, teacher_name } = row;
  const action = t.withdrawOf({ what: `${classOf(row)}, ${clocksOf(row)}` });
  const withdraw = async () => {
    const question =
      String(teacher_id) === session.uid ? t.withdrawOwn : t.withdrawFor({ name: teacher_name });
    if (state === 'taken' && !(await confirm(question, { title: action, action: t.withdraw }))) return;
    try {
      await close.run({ cover_id });
      toast.success(t.withdrawn);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <ActionButton
      size="xs"
      variant="default"
      aria-label={action}
      aria-busy={close.isPending}
      onClick={() => void withdraw()}
    >
      {t.withdraw}
    </ActionButton>
  );
}

const actionsOf = (row: CoverRow) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    {row.can.answer ? <Answer {...row} /> : null}
    {row.can.close ? <Withdraw {...row} /> : null}
  </Group>
);

const awayColumns: readonly Column<AwayRow>[] = [
  { id: 'from', header: t.away.days, value: ({ from }) => from, exported: daysOf, cell: daysOf },
];

function DeleteAway(row: AwayRow) {
  const remove = useAction(cover.delete_away);
  const action = t.away.deleteOf({ days: daysOf(row) });
  const ask = async () => {
    if (!(await confirm(t.away.deleteQuestion, { title: action, action: t.away.delete }))) return;
    try {
      await remove.run({ away_id: row.away_id });
      toast.success(t.away.deleted);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <ActionButton
      size="xs"
      variant="default"
      aria-label={action}
      aria-busy={remove.isPending}
      onClick={() => void ask()}
    >
      {t.away.delete}
    </ActionButton>
  );
}

const deleteOf = (row: AwayRow) => <DeleteAway {...row} />;
const awayId = ({ away_id }: AwayRow) => String(away_id);
const coverId = ({ cover_id }: CoverRow) => String(cover_id);

/** The requests for cover, those that wait first, and a teacher's own days away. */
export function Requests() {
  const list = useQuery(query(cover.get_covers, {}));
  const view = useLocalView(20, [20, 50, 100]);
  const now = useNow();
  const rows = list.data?.data;
  const away = list.data?.away ?? [];
  const ordered = rows && [
    ...rows.filter(({ state }) => state === 'open'),
    ...rows.filter(({ state }) => state !== 'open'),
  ];
  return (
    <Stack gap="lg">
      {away.length > 0 ? (
        <Panel title={t.away.title}>
          <DataTable
            label={t.away.table}
            columns={awayColumns}
            rows={away}
            rowId={awayId}
            rowActions={deleteOf}
          />
        </Panel>
      ) : null}
      <DataTable
        label={t.table}
        columns={columnsAt(now)}
        rows={ordered}
        rowId={coverId}
        rowActions={actionsOf}
        view={view}
        emptyText={t.empty}
        query={list}
      />
    </Stack>
  );
}
