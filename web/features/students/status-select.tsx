import {
  paymentStatuses,
  registrationStatuses,
  students,
  type PaymentStatus,
  type RegistrationStatus,
  type ShownCourseRow,
  type StudentProfile,
} from '@gurukul/contract/students';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { studentTexts } from '#web/texts/student.ts';
import { valueText } from '#web/texts/values.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { LazySelect, type Option } from '#web/ui/form/lazy-select.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { saveStatus } from './status-change.ts';
import { paymentTones, registrationTones } from '#web/features/roster/status-tones.ts';
import { noStatusOf } from './no-status.ts';
import classes from './status-select.module.css';

const t = studentTexts.status;

/** A course of a student, who is named in questions about it. */
export interface CourseOfStudent extends ShownCourseRow {
  readonly student: Pick<StudentProfile, 'id' | 'fullname' | 'email_id'>;
}

interface AskedSelectProps<Status extends string> {
  kind: 'payment' | 'registration';
  row: CourseOfStudent;
  value: Status | null | undefined;
  statuses: readonly Status[];
  tones: Readonly<Record<Status, Tone>>;
  save: (next: Status) => Promise<object>;
}

/** Asks before it saves; what stood there before comes back after a No, and when the server refuses. */
function AskedSelect<Status extends string>(props: AskedSelectProps<Status>) {
  const { kind, row, value, statuses, tones, save } = props;
  const what = t[kind];
  const none = kind === 'payment' ? noStatusOf(row) : studentTexts.courses.noStatus;
  const textOf = (status: Status) => valueText(kind, status);
  const [optimistic, setOptimistic] = useState<Status | null>(null);
  const options: Option[] = statuses.map((status) => ({
    value: status,
    label: textOf(status),
    tone: tones[status],
  }));

  const choose = async (next: Status) => {
    const change = (
      <>
        <Text>{`${row.student.fullname}, ${row.course_name}`}</Text>
        <p className={classes.change}>
          {t.from}
          {value ? <StatusBadge tone={tones[value]}>{textOf(value)}</StatusBadge> : none}
          {t.to}
          <StatusBadge tone={tones[next]}>{textOf(next)}</StatusBadge>
        </p>
      </>
    );
    if (!(await confirm(change, { title: t.question({ what }) }))) return;
    setOptimistic(next);
    await saveStatus(kind, next, row.student.fullname, () => save(next));
    setOptimistic(null);
  };

  return (
    <LazySelect
      label={t.of({ what, course: row.course_name })}
      value={optimistic ?? value ?? ''}
      options={options}
      placeholder={none}
      onChange={(next) => {
        const status = statuses.find((known) => known === next);
        if (status !== undefined) void choose(status);
      }}
      isBusy={optimistic !== null}
    />
  );
}

export function PaymentStatusSelect({ row }: { row: CourseOfStudent }) {
  const update = useAction(students.update_payment_status);
  const { student, course_id, payment_status: value } = row;
  const save = (payment_status: PaymentStatus) =>
    update.run({ user_id: student.id, course_id, payment_status }, value ?? '');
  return (
    <AskedSelect
      kind="payment"
      row={row}
      value={value}
      statuses={paymentStatuses}
      tones={paymentTones}
      save={save}
    />
  );
}

export function RegistrationStatusSelect({ row }: { row: CourseOfStudent }) {
  const update = useAction(students.update_registration_status);
  const { student, course_id, registration_status: value } = row;
  const save = (registration_status: RegistrationStatus) =>
    update.run({ user_id: student.id, course_id, registration_status }, value);
  return (
    <AskedSelect
      kind="registration"
      row={row}
      value={value}
      statuses={registrationStatuses}
      tones={registrationTones}
      save={save}
    />
  );
}
