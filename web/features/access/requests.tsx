import { access, type AccessRequest, type Decision } from '@gurukul/contract/access';
import { isPortalRole } from '@gurukul/contract/shared/calls/roles';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { accessTexts } from '#web/texts/access.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useChoices, type Choice } from '#web/ui/table/use-choices.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = accessTexts.requests;

function askedFor({ course_name: course, class_name: group, event_name: event }: AccessRequest): string {
  if (event !== null) return t.event({ event, course });
  return group === null ? t.course({ course }) : t.inClass({ course, group });
}

const askedBy = ({ asked_by, by_key }: AccessRequest) =>
  asked_by?.fullname ?? (by_key === null ? t.somebody : t.key({ name: by_key }));

/** What follows from accepting, with whose address it is: the one who decides may know. */
function follows({ belongs_to: owner, event_name: event, can }: AccessRequest): string {
  if (owner === null) return event === null && can.accept ? t.follows.add : t.follows.nobody;
  if (event === null && !owner.has_name && can.accept) return t.follows.addBeside({ name: owner.fullname });
  if (owner.role !== 'student') {
    const role = isPortalRole(owner.role) ? texts.shell.roleLabels[owner.role] : owner.role;
    return t.follows.staff({ name: owner.fullname, role });
  }
  if (!owner.is_certain) return t.follows.unsure;
  if (event === null) return t.follows.enrol({ name: owner.fullname });
  return can.accept ? t.follows.register({ name: owner.fullname }) : t.follows.canceled;
}

const columns: readonly Column<AccessRequest>[] = [
  {
    id: 'email_id',
    header: t.columns.address,
    value: (row) => row.email_id,
    cell: (row) => <EmailText address={row.email_id} />,
  },
  { id: 'asked', header: t.columns.asked, value: askedFor },
  { id: 'asked_by', header: t.columns.by, value: askedBy },
  {
    id: 'asked_at',
    header: t.columns.at,
    value: (row) => row.asked_at,
    exported: (row) => formatDateTime(row.asked_at),
    cell: (row) => formatDateTime(row.asked_at),
  },
  { id: 'follows', header: t.columns.follows, value: follows, sortable: false },
];

const choices: readonly Choice<AccessRequest>[] = [
  { key: 'by', label: t.columns.by, of: (row) => [askedBy(row)] },
  { key: 'course', label: t.columns.course, of: ({ course_name }) => [course_name] },
];

/** Decides some of the rows; whether it was done. */
function useDecide() {
  const decide = useAction(access.decide);
  const run = async (rows: readonly AccessRequest[], decision: Decision): Promise<boolean> => {
    const what = rows.length === 1 ? rows[0]!.email_id : t.many({ count: rows.length });
    try {
      const answer = await decide.run({ request_ids: rows.map(({ request_id }) => request_id), decision });
      tellDone(answer, t[decision], { kind: 'decided', what });
      return true;
    } catch (error) {
      toast.error(refusalOf(error, accessTexts.wentWrong));
      return false;
    }
  };
  return { run, isPending: decide.isPending };
}

function Decide({ row }: { row: AccessRequest }) {
  const decide = useDecide();
  const press = (decision: Decision) => {
    if (!decide.isPending) void decide.run([row], decision);
  };
  const shared = { size: 'compact-sm', variant: 'light', 'aria-busy': decide.isPending } as const;
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionButton
        {...shared}
        disabledReason={row.can.accept ? '' : t.impossible}
        aria-label={`${t.accept} ${row.email_id}`}
        onClick={() => press('accepted')}
      >
        {decide.isPending ? t.busy : t.accept}
      </ActionButton>
      <ActionButton
        {...shared}
        color="red"
        aria-label={`${t.decline} ${row.email_id}`}
        onClick={() => press('declined')}
      >
        {t.decline}
      </ActionButton>
    </Group>
  );
}

const rowId = ({ request_id }: AccessRequest) => String(request_id);
const nameOf = ({ email_id }: AccessRequest) => email_id;
const actionsOf = (row: AccessRequest) => <Decide row={row} />;

/** What waits for a decision: one press decides one, or all that were chosen. */
export function Requests() {
  const view = useTableSearch(pageSizes.access);
  const list = useQuery(query(access.get_requests, {}));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const decide = useDecide();
  const waiting = useChoices(list.data?.data, choices);
  const rows = waiting.rows ?? [];
  const total = list.data?.total_count ?? 0;
  const picked = rows.filter((row) => chosen.has(rowId(row)));
  const count = picked.length;

  const decideAll = async (decision: Decision) => {
    if (decide.isPending) return;
    const question =
      decision === 'accepted' ? t.askAcceptMany({ count }) : t.askDecline({ what: t.many({ count }) });
    if (!(await confirm(question))) return;
    if (await decide.run(picked, decision)) setChosen(new Set());
  };
  const unfit = picked.every(({ can }) => can.accept) ? '' : t.notAllCan;
  const none = count === 0 ? t.chooseFirst : '';
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="sm">
        {t.lead}
      </Text>
      {total > rows.length ? (
        <Text c="dimmed" mb="sm">
          {t.more({ shown: formatNumber(rows.length), all: formatNumber(total) })}
        </Text>
      ) : null}
      {rows.length > 1 ? (
        <Group gap="sm" mb="sm">
          <ActionButton
            variant="default"
            disabledReason={none || unfit}
            aria-busy={decide.isPending}
            onClick={() => void decideAll('accepted')}
          >
            {t.acceptMany({ count })}
          </ActionButton>
          <ActionButton
            variant="default"
            disabledReason={none}
            aria-busy={decide.isPending}
            onClick={() => void decideAll('declined')}
          >
            {t.declineMany({ count })}
          </ActionButton>
        </Group>
      ) : null}
      <DataTable
        label={t.table}
        columns={columns}
        rows={waiting.rows}
        filters={waiting.filters}
        rowId={rowId}
        rowActions={actionsOf}
        {...(rows.length > 1 ? { selection: { selected: chosen, onChange: setChosen, nameOf } } : {})}
        view={view}
        canExport
        {...(waiting.chosen.length > 0
          ? { emptyAction: <ShowAll filters={waiting.chosen} /> }
          : { emptyText: t.none })}
        query={list}
      />
    </Panel>
  );
}
