import { noCourse, students, type StudentRow } from '@gurukul/contract/students';
import { Button, VisuallyHidden } from '@mantine/core';
import { ApiError, messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { ViewProfile } from '#web/features/people/view-profile.tsx';
import { session } from '#web/lib/session.ts';
import type { Path } from '#web/paths.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './student-actions.module.css';

const t = studentsTexts.actions;

/** The list is read again anyway, as it is shown: the answer need not bring all of it. */
const shortAnswer = { page: 1, pageSize: 1 } as const;

const unassociateFailure = (error: unknown) => messageOf(error);
const deleteFailure = (error: unknown) =>
  error instanceof ApiError && error.status === 403 ? t.deleteRefused : unassociateFailure(error);

function Unassociate({ student }: { student: StudentRow }) {
  const leaving = useAction(students.remove_student_association);
  const { id, fullname, course_id, course_name } = student;
  if (course_id === noCourse) {
    return (
      <Button size="compact-sm" variant="light" onClick={() => toast.warning(t.notAssociated)}>
        {t.unassociate}
        <VisuallyHidden>{` ${fullname}`}</VisuallyHidden>
      </Button>
    );
  }
  return (
    <AskedButton
      label={t.unassociate}
      busyLabel={t.unassociating}
      name={fullname}
      question={t.unassociateQuestion({ name: fullname, course: course_name ?? '' })}
      action={() =>
        leaving.run({ ...shortAnswer, student_id: id, course_id, user_id: session.uid, role: session.role })
      }
      isPending={leaving.isPending}
      done={(answer) => tellDone(answer, t.unassociated, { kind: 'returned', what: fullname })}
      failureOf={unassociateFailure}
    />
  );
}

function Delete({ student }: { student: StudentRow }) {
  const deletion = useAction(students.delete_student);
  const { id, fullname, can } = student;
  return (
    <AskedButton
      label={t.delete}
      busyLabel={t.deleting}
      name={fullname}
      color="red"
      disabledReason={can.delete ? '' : t.deleteAdminsOnly}
      question={t.deleteQuestion({ name: fullname })}
      action={() =>
        deletion.run({ ...shortAnswer, student_id: id, user_id: session.uid, role: session.role })
      }
      isPending={deletion.isPending}
      done={(answer) => tellDone(answer, t.deleted, { kind: 'removed', what: fullname })}
      failureOf={deleteFailure}
    />
  );
}

interface StudentActionsProps {
  student: StudentRow;
  profile: Path;
  /** Where students are deleted at all. */
  withDelete?: boolean;
}

export const StudentActions = ({ student, profile, withDelete = false }: StudentActionsProps) => (
  <div className={classes.actions}>
    <ViewProfile name={student.fullname} href={profile} />
    <Unassociate student={student} />
    {withDelete ? <Delete student={student} /> : null}
  </div>
);
