import { students, type StudentProfile } from '@gurukul/contract/students';
import { useState } from 'react';
import { ApiError, messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { loadRecordPayment } from '#web/features/payments/load-record-payment.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { session } from '#web/lib/session.ts';
import { paths, to, type Path } from '#web/paths.ts';
import { studentTexts } from '#web/texts/student.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import type { MenuItem } from '#web/ui/menu/late-menu.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import type { CourseOfStudent } from './status-select.tsx';
import { updatingAddress } from './updating-address.ts';

const t = studentTexts.header;
const { actions } = studentsTexts;

/** Nobody sees the list here: the answer need not bring it. */
const shortAnswer = { page: 1, pageSize: 1 } as const;

const loadMerge = async () => (await import('#web/features/duplicates/merge-dialog.tsx')).MergeDialog;

interface MoreChoiceProps {
  student: StudentProfile;
  rows: readonly CourseOfStudent[];
  /** Where to go when the student is not here any more. */
  list: Path;
}

/** The rest that one does with a student. What removes something asks first, and its button names the action. */
export function MoreChoice({ student, rows, list }: MoreChoiceProps) {
  const { id, fullname } = student;
  const leaving = useAction(students.remove_student_association);
  const deletion = useAction(students.delete_student);
  const navigate = useNavigate();
  const merging = useOnFirstUse(loadMerge);
  const [isMergeOpen, setMergeOpen] = useState(false);
  const recording = useOnFirstUse(loadRecordPayment);
  const [isPaymentOpen, setPaymentOpen] = useState(false);
  const who = { ...shortAnswer, student_id: id, user_id: session.uid, role: session.role };

  const unassociate = async ({ course_id, course_name }: CourseOfStudent) => {
    const action = t.unassociateFrom({ course: course_name });
    if (!(await confirm(actions.unassociateQuestion({ name: fullname, course: course_name }), { action })))
      return;
    try {
      const answer = await leaving.run({ ...who, course_id });
      tellDone(answer, actions.unassociated, { kind: 'returned', what: fullname });
      // Outside their courses a course admin sees nobody.
      if (session.role !== 'admin' && rows.length === 1) await navigate({ to: list });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const remove = async () => {
    const action = t.deleteOf({ name: fullname });
    if (!(await confirm(actions.deleteQuestion({ name: fullname }), { action }))) return;
    try {
      const answer = await deletion.run(who);
      tellDone(answer, actions.deleted, { kind: 'removed', what: fullname });
      await navigate({ to: list });
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 403;
      toast.error(isRefused ? actions.deleteRefused : messageOf(error));
    }
  };
  const openMerge = async () => {
    if (await merging.want()) setMergeOpen(true);
  };
  const openPayment = async () => {
    if (await recording.want()) setPaymentOpen(true);
  };
  const items: MenuItem[] = [
    { id: 'payment', label: paymentsTexts.record, onChoose: () => void openPayment() },
    { id: 'update', label: studentTexts.update, href: updatingAddress(id) },
    ...rows.map((row) => ({
      id: `leave ${row.course_id}`,
      label: t.unassociateFrom({ course: row.course_name }),
      isRed: true,
      onChoose: () => void unassociate(row),
    })),
    ...(student.can.delete
      ? [
          { id: 'merge', label: t.mergeWith, onChoose: () => void openMerge() },
          { id: 'delete', label: t.deleteOf({ name: fullname }), isRed: true, onChoose: () => void remove() },
        ]
      : []),
  ];
  const { part: Merge } = merging;
  const { part: paying } = recording;
  return (
    <>
      <MenuButton label={t.more} sections={[{ id: 'more', items }]} onPrepare={merging.prepare} />
      {paying ? (
        <paying.Dialog
          student={{ id, fullname }}
          isOpen={isPaymentOpen}
          onClose={() => setPaymentOpen(false)}
        />
      ) : null}
      {Merge ? (
        <Merge
          keepId={id}
          mergeId={null}
          of={{ name: fullname, role: student.works_as?.role ?? 'student' }}
          isOpen={isMergeOpen}
          onClose={() => setMergeOpen(false)}
          onMerged={(survivor) => {
            if (survivor !== id) void navigate({ to: to(paths.student, survivor) });
          }}
        />
      ) : null}
    </>
  );
}
