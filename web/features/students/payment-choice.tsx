import { paymentStatuses, students, type PaymentStatus } from '@gurukul/contract/students';
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { studentTexts } from '#web/texts/student.ts';
import { valueText } from '#web/texts/values.ts';
import type { MenuSection } from '#web/ui/menu/late-menu.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { noStatusOf } from './no-status.ts';
import type { CourseOfStudent } from './status-select.tsx';
import { saveStatus } from './status-change.ts';
import { paymentTones } from '#web/features/roster/status-tones.ts';
import classes from './student-header.module.css';

const t = studentTexts;

interface PaymentChoiceProps {
  /** The courses of one student, at least one. */
  rows: readonly [CourseOfStudent, ...CourseOfStudent[]];
}

/** Sets a payment status with one press on it. It asks nothing, because Undo takes it back. */
export function PaymentChoice({ rows }: PaymentChoiceProps) {
  const update = useAction(students.update_payment_status);
  const [saving, setSaving] = useState<PaymentStatus | null>(null);
  const [first] = rows;
  const isOne = rows.length === 1;

  const choose = async (
    { student, course_id, payment_status: seen }: CourseOfStudent,
    next: PaymentStatus,
  ) => {
    if (saving !== null || next === seen) return;
    setSaving(next);
    await saveStatus('payment', next, student.fullname, () =>
      update.run({ user_id: student.id, course_id, payment_status: next }, seen ?? ''),
    );
    setSaving(null);
  };
  const sections = rows.map((row): MenuSection => ({
    id: String(row.course_id),
    label: row.course_name,
    items: paymentStatuses.map((status) => ({
      id: status,
      label: <StatusBadge tone={paymentTones[status]}>{valueText('payment', status)}</StatusBadge>,
      isCurrent: status === row.payment_status,
      onChoose: () => void choose(row, status),
    })),
  }));
  const shown = isOne ? (saving ?? first.payment_status) : null;
  const words = shown ? valueText('payment', shown) : noStatusOf(first);
  return (
    <MenuButton label={t.header.payment} sections={sections} isBusy={saving !== null}>
      {t.header.payment}
      {isOne ? (
        <span className={classes.status}>
          {shown ? <StatusBadge tone={paymentTones[shown]}>{words}</StatusBadge> : words}
          <VisuallyHidden>{` ${t.header.inCourse({ course: first.course_name })}`}</VisuallyHidden>
        </span>
      ) : null}
    </MenuButton>
  );
}
