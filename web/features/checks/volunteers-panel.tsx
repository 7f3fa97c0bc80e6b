import { people, type VolunteerRow } from '@gurukul/contract/people';
import { checkEndsSoon, volunteerStages } from '@gurukul/contract/shared/person/checks';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { nameOfCode } from '#web/lib/format/spoken-languages.ts';
import { paths } from '#web/paths.ts';
import { checksTexts } from '#web/texts/checks.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { CheckedBadge } from './checked-badge.tsx';

const t = checksTexts;

const stageOf = ({ stage }: VolunteerRow) => (stage === null ? t.noStage : t.stages[stage]);

const columns: readonly Column<VolunteerRow>[] = [
  { id: 'fullname', header: peopleTexts.columns.name, value: ({ fullname }) => fullname },
  {
    id: 'stage',
    header: t.stage,
    value: ({ stage }) => (stage === null ? -1 : volunteerStages.indexOf(stage)),
    exported: stageOf,
    cell: stageOf,
    onPhone: 'line',
  },
  { id: 'since', header: t.since({ day: '' }).trim(), value: ({ since }) => formatDate(since ?? '') },
  { id: 'courses', header: t.courses, value: ({ courses }) => courses.join(', ') },
  { id: 'languages', header: t.languages, value: ({ languages }) => languages.map(nameOfCode).join(', ') },
  {
    id: 'children',
    header: t.children,
    value: ({ teaches_children, for_children }) => (teaches_children ? t.teaches : for_children ? t.may : ''),
  },
  {
    id: 'checked',
    header: t.checks,
    value: ({ is_checked, checked_until }) => (is_checked ? (checked_until ?? '9999') : ''),
    exported: ({ is_checked, checked_until }) => (is_checked ? (checked_until ?? t.noEnd) : t.noCheck),
    cell: (row) => <CheckedBadge of={row} />,
    onPhone: 'end',
  },
];

const soon = () => new Date(Date.now() + checkEndsSoon * 86_400_000).toISOString().slice(0, 10);

const isPressing = ({ is_checked, checked_until }: VolunteerRow) =>
  !is_checked || (checked_until !== null && checked_until <= soon());

/** Who is on the way to teaching, has a check or teaches children. */
export function VolunteersPanel() {
  const list = useQuery(query(people.get_volunteers, {}));
  const [shown, setShown] = useState('');
  const view = useLocalView(25);
  const rows = list.data?.data.filter(
    (row) => shown === '' || (shown === 'soon' ? isPressing(row) : row.stage === shown),
  );
  return (
    <Panel title={t.list}>
      <Stack>
        <Text c="dimmed">{t.listLead}</Text>
        <NativeSelect
          label={t.filter}
          value={shown}
          onChange={({ currentTarget: { value } }) => setShown(value)}
          data={[
            { value: '', label: t.all },
            ...volunteerStages.map((value) => ({ value, label: t.stages[value] })),
            { value: 'soon', label: t.endsSoon },
          ]}
          maw="20rem"
        />
        <DataTable
          label={t.list}
          columns={columns}
          rows={rows}
          rowId={({ user_id }) => String(user_id)}
          rowHref={({ user_id, is_teacher }) =>
            thingAddress(is_teacher ? 'teacher' : 'student', user_id) ?? paths.teachers
          }
          view={view}
          query={list}
          isLoading={list.isLoading}
          emptyText={t.none}
          canExport
        />
      </Stack>
    </Panel>
  );
}
