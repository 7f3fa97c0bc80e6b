import { classes, type WaitingStudent } from '@gurukul/contract/classes';
import { Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { hasHistory, tellDone } from '#web/features/audit/tell-done.ts';
import { offerToTell } from '#web/features/messages/offer-to-tell.ts';
import { paymentTones } from '#web/features/roster/status-tones.ts';
import { formatDate, formatMoney } from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { valueText } from '#web/texts/values.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';

const t = classPageTexts.line;

function WaitingActions({ row: { enrolment_id, student_id, fullname, price } }: { row: WaitingStudent }) {
  const place = useAction(classes.place_waiting);
  const stop = useAction(classes.stop_waiting);
  const isBusy = place.isPending || stop.isPending;

  const put = async (evenIfFull: boolean, charge: boolean): Promise<void> => {
    const answer = await place.run({ enrolment_id, charge, ...(evenIfFull ? { even_if_full: true } : {}) });
    if (answer.type === 'success') {
      tellDone(answer, t.placed({ name: fullname }), { kind: 'moved', what: fullname });
      void offerToTell({ student_id, fullname }, 'moved', answer);
      return;
    }
    const title = inLanguage(answer);
    if (answer.code !== 'class_full') toast.warning(title);
    else if (await confirm(updatingTexts.move.fullQuestion({ name: fullname }), { title }))
      await put(true, charge);
  };
  const askAndPut = async () => {
    if (!price) return put(false, false);
    let charge = true;
    const tick = (
      <Checkbox
        defaultChecked
        label={t.charge({ amount: formatMoney(price.amount, price.currency) })}
        onChange={({ currentTarget }) => {
          charge = currentTarget.checked;
        }}
      />
    );
    if (await confirm(tick, { title: t.chargeTitle({ name: fullname }) })) await put(false, charge);
  };
  const end = async () => {
    tellDone(await stop.run({ enrolment_id }), t.stopped({ name: fullname }), {
      kind: 'changed',
      what: fullname,
    });
  };
  const press = (action: () => Promise<void>) => () => {
    if (isBusy) return;
    action().catch((error: unknown) => toast.error(messageOf(error)));
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionButton
        size="xs"
        variant="light"
        aria-label={t.of({ action: t.place, name: fullname })}
        aria-busy={place.isPending}
        onClick={press(askAndPut)}
      >
        {place.isPending ? t.busy : t.place}
      </ActionButton>
      <ActionButton
        size="xs"
        variant="default"
        aria-label={t.of({ action: t.stop, name: fullname })}
        aria-busy={stop.isPending}
        onClick={press(end)}
      >
        {stop.isPending ? t.busy : t.stop}
      </ActionButton>
    </Group>
  );
}

const actionsOf = (row: WaitingStudent) => <WaitingActions row={row} />;

const columnsOf = (rows: readonly WaitingStudent[], isOffice: boolean): Column<WaitingStudent>[] => [
  {
    id: 'fullname',
    header: t.student,
    value: ({ fullname }) => fullname,
    cell: ({ student_id, fullname }) => (
      <ThingLink to="student" id={student_id}>
        {fullname}
      </ThingLink>
    ),
  },
  { id: 'order', header: t.order, value: (row) => rows.indexOf(row) + 1 },
  {
    id: 'since',
    header: t.since,
    value: ({ since }) => since,
    cell: ({ since }) => formatDate(since),
    onPhone: 'line',
  },
  ...(isOffice
    ? [
        {
          id: 'payment_status',
          header: t.payment,
          onPhone: 'end' as const,
          value: paymentText,
          cell: (row: WaitingStudent) => (
            <StatusBadge tone={row.payment_status ? paymentTones[row.payment_status] : 'warn'}>
              {paymentText(row)}
            </StatusBadge>
          ),
        },
      ]
    : []),
];

const paymentText = ({ payment_status: status }: WaitingStudent) =>
  status ? valueText('payment', status) : classPageTexts.roster.noPayment;

const rowId = ({ enrolment_id }: WaitingStudent) => String(enrolment_id);

/** The students who wait for a place in a class. */
export function ClassWaiting({ class_id, name }: { class_id: number; name: string }) {
  const view = useLocalView(20, [20, 50, 100]);
  const list = useQuery(query(classes.get_waiting, { class_id }));
  const isOffice = hasHistory();
  const rows = list.data?.data;
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t.lead}
      </Text>
      <DataTable
        label={t.table({ name })}
        columns={columnsOf(rows ?? [], isOffice)}
        rows={rows}
        rowId={rowId}
        {...(isOffice ? { rowActions: actionsOf } : {})}
        view={view}
        emptyText={t.empty}
        query={list}
      />
    </>
  );
}
