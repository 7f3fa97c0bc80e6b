import { noCourse, type StudentRow } from '@gurukul/contract/students';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { valueText } from '#web/texts/values.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { MeetingTimes } from '#web/ui/meeting-time.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { PaymentBadge } from '#web/features/roster/payment-badge.tsx';
import { registrationTones } from '#web/features/roster/status-tones.ts';
import { UpdatingMoveForm } from './updating-move-form.tsx';

const t = updatingTexts.move;

const columns: readonly Column<StudentRow>[] = [
  { id: 'fullname', header: t.columns.name, value: ({ fullname }) => fullname },
  {
    id: 'email_id',
    header: t.columns.email,
    value: ({ email_id }) => email_id,
    cell: ({ email_id }) => <EmailText address={email_id} />,
  },
  {
    id: 'course_name',
    header: t.columns.course,
    ...nameColumn(
      'course',
      ({ course_id }) => (course_id === noCourse ? null : course_id),
      ({ course_name }) => course_name ?? studentsTexts.noCourse,
    ),
  },
  {
    id: 'class_name',
    header: t.columns.class,
    ...nameColumn(
      'class',
      ({ class_id }) => class_id,
      ({ class_name }) => class_name ?? t.noClass,
    ),
  },
  {
    id: 'slot_time',
    header: t.columns.time,
    // Which meets next.
    value: ({ weekly_slots }) => weekly_slots?.[0]?.slot_time,
    cell: ({ weekly_slots }) => (weekly_slots?.length ? <MeetingTimes slots={weekly_slots} /> : null),
  },
  {
    id: 'registration_status',
    header: t.columns.registration,
    value: ({ registration_status }) => registration_status,
    cell: ({ registration_status: status }) =>
      status ? (
        <StatusBadge tone={registrationTones[status]}>{valueText('registration', status)}</StatusBadge>
      ) : null,
  },
  {
    id: 'pay_status',
    header: t.columns.payment,
    value: ({ pay_status }) => pay_status,
    cell: ({ pay_status: status, payment_by_hand: isByHand }) =>
      status ? <PaymentBadge status={status} isByHand={isByHand} /> : null,
  },
];

/** The course of a row as the address names it. */
const keyOf = ({ course_id }: StudentRow) => (course_id === noCourse ? 'none' : String(course_id));

interface ChooseProps {
  row: StudentRow;
  isChosen: boolean;
  onChoose: () => void;
}

const Choose = ({ row, isChosen, onChoose }: ChooseProps) => (
  <Button
    size="compact-sm"
    variant={isChosen ? 'filled' : 'light'}
    aria-pressed={isChosen}
    onClick={onChoose}
  >
    {t.change}
    <VisuallyHidden>{` ${t.changeOf({ course: row.course_name ?? studentsTexts.noCourse })}`}</VisuallyHidden>
  </Button>
);

interface UpdatingMoveProps {
  /** All of one student, at least one. */
  rows: readonly [StudentRow, ...StudentRow[]];
}

/** The courses of a student; the chosen one is exchanged for another, or its class is. */
export function UpdatingMove({ rows }: UpdatingMoveProps) {
  const view = useTableSearch({ size: 10 });
  const [{ from = '' }, change] = useSearchState();
  const [first] = rows;
  const [target, setTarget] = useState('');
  const named = rows.find((row) => keyOf(row) === from) ?? rows.find((row) => keyOf(row) === target);
  const chosen = rows.length === 1 ? first : named;
  const profile = session.role === 'admin' ? paths.student : paths.singleStudent;
  const choose = (row: StudentRow) => (
    <Choose row={row} isChosen={row === chosen} onChoose={() => change({ from: keyOf(row) })} />
  );
  return (
    <Panel title={t.title}>
      <DataTable
        label={t.table({ name: first.fullname })}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowHref={({ user_id }) => to(profile, user_id)}
        rowActions={rows.length === 1 ? undefined : choose}
        view={view}
      />
      {chosen ? (
        <UpdatingMoveForm
          row={chosen}
          onMoving={(courseId) => setTarget(String(courseId))}
          onMoved={(courseId) => change({ from: rows.length === 1 ? '' : courseId })}
        />
      ) : (
        <Text mt="md">{t.chooseRow}</Text>
      )}
    </Panel>
  );
}
