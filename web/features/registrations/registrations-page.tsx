import { registrations, mostDecided, type Registration } from '@gurukul/contract/registrations';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { registrationsTexts } from '#web/texts/registrations.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useChoices, type Choice } from '#web/ui/table/use-choices.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { DecideDialog } from './decide-dialog.tsx';

const t = registrationsTexts;

const wish = ({ class_name }: Registration): string => class_name ?? t.findOne;
const waitsFor = ({ student_id }: Registration): string => (student_id === null ? t.question : t.noClass);

const columns: readonly Column<Registration>[] = [
  {
    id: 'learner_name',
    header: t.columns.learner,
    value: (row) => row.learner_name,
    cell: ({ student_id: id, learner_name: name }) =>
      id === null ? (
        <span dir="auto">{name}</span>
      ) : (
        <ThingLink to="student" id={id}>
          {name}
        </ThingLink>
      ),
  },
  { id: 'birth_year', header: t.columns.year, value: (row) => String(row.birth_year) },
  { id: 'course_name', header: t.columns.course, value: (row) => row.course_name },
  { id: 'class_name', header: t.columns.wish, value: wish },
  { id: 'language', header: t.columns.language, value: (row) => row.language ?? '' },
  {
    id: 'contact_name',
    header: t.columns.by,
    value: (row) => (row.is_self ? t.self : row.contact_name),
  },
  {
    id: 'email_id',
    header: t.columns.mailbox,
    value: (row) => row.email_id,
    cell: (row) => <EmailText address={row.email_id} />,
  },
  { id: 'phone_number', header: t.columns.phone, value: (row) => row.phone_number },
  {
    id: 'asked_at',
    header: t.columns.at,
    value: (row) => row.asked_at,
    exported: (row) => formatDateTime(row.asked_at),
    cell: (row) => formatDateTime(row.asked_at),
  },
  { id: 'waits', header: t.columns.waits, value: waitsFor },
];

const choices: readonly Choice<Registration>[] = [
  { key: 'course', label: t.columns.course, of: (row) => [row.course_name] },
  { key: 'waits', label: t.columns.waits, of: (row) => [waitsFor(row)] },
];

const rowId = ({ registration_id: id }: Registration) => String(id);
const nameOf = ({ learner_name: name }: Registration) => name;

/** /Registrations: whom families registered on the public page, and who has no place yet. */
export function RegistrationsPage() {
  const view = useTableSearch(pageSizes.access);
  const list = useQuery(query(registrations.get_registrations, { page: 1, pageSize: mostDecided }));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deciding, setDeciding] = useState<readonly Registration[]>([]);
  const waiting = useChoices(list.data?.data, choices);
  const rows = waiting.rows ?? [];
  const picked = rows.filter((row) => chosen.has(rowId(row)));
  const total = list.data?.total_count ?? 0;
  const isOfOne = new Set(picked.map(({ course_id }) => course_id)).size <= 1;
  const courseId = deciding[0]?.course_id;
  const classes = list.data?.courses.find(({ course_id }) => course_id === courseId)?.classes ?? [];
  const close = () => {
    setDeciding([]);
    setChosen(new Set());
  };
  const actionsOf = (row: Registration) => (
    <ActionButton
      size="compact-sm"
      variant="light"
      aria-label={t.decideOf({ name: row.learner_name })}
      onClick={() => setDeciding([row])}
    >
      {t.decide}
    </ActionButton>
  );
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      {list.data !== undefined && total > list.data.data.length ? (
        <Text c="dimmed" mb="sm">
          {t.more({ shown: formatNumber(list.data.data.length), all: formatNumber(total) })}
        </Text>
      ) : null}
      {rows.length > 1 ? (
        <Group mb="sm">
          <ActionButton
            variant="default"
            disabledReason={picked.length === 0 ? t.chooseRows : isOfOne ? '' : t.oneCourse}
            onClick={() => setDeciding(picked)}
          >
            {t.decideMany({ count: picked.length })}
          </ActionButton>
        </Group>
      ) : null}
      <DataTable
        label={t.title}
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
      <DecideDialog rows={deciding} classes={classes} onClose={close} />
    </>
  );
}
