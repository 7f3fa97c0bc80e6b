import { assignments } from '@gurukul/contract/assignments';
import type { CourseTeacherRow } from '@gurukul/contract/shared/teacher-row';
import { IconToggleLeft, IconToggleRightFilled } from '@tabler/icons-react';
import { ApiError, presentOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { session } from '#web/lib/session.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { associationOf, controls, goTo } from '../classes/go-to.ts';
import classes from './association-page.module.css';

const t = classesTexts.teachers;

/** A refusal says what to do; anything else is a failure. */
const failureOf = (error: unknown) =>
  presentOf(error, t.statuses) ??
  (error instanceof ApiError && !error.isPassing ? error.message : t.associationFailed);

interface AssociationButtonProps {
  teacher: CourseTeacherRow;
  courseId: number | null;
  /** To the class of the course that they teach. */
  onReplace: () => void;
}

/** A switch that says what it does: it takes a teacher into the course or, after asking, out of it. */
export function AssociationButton({ teacher, courseId, onReplace }: AssociationButtonProps) {
  const toggle = useAction(assignments.course_assign);
  const { user_id, fullname, status, class_name } = teacher;
  const isAssociated = status === 'associate';
  const refusal = courseId !== null && isAssociated && class_name ? t.stillTeaches : '';

  const press = async () => {
    if (toggle.isPending) return;
    if (courseId === null) {
      toast.warning(t.courseMissing);
      return goTo(controls.course);
    }
    const action = `${t.unassociate} ${fullname}`;
    if (isAssociated && !(await confirm(t.unassociateQuestion({ name: fullname }), { action }))) {
      return toast.warning(texts.ui.reverted);
    }
    try {
      const expected = isAssociated ? 'associate' : 'not associate';
      const request = { assigned_by: session.uid, course_id: courseId, user_id, expected } as const;
      const answer = await toggle.run(request, expected);
      tellDone(answer, inLanguage(answer), { kind: 'association', what: fullname });
    } catch (error) {
      toast.error(failureOf(error));
    }
  };

  const SwitchIcon = isAssociated ? IconToggleRightFilled : IconToggleLeft;
  return (
    <ActionButton
      id={associationOf(user_id)}
      className={classes.association}
      size="compact-sm"
      variant="subtle"
      leftSection={<SwitchIcon aria-hidden size={24} stroke={1.5} />}
      disabledReason={refusal}
      remedy={{ label: t.toClass, follow: onReplace }}
      aria-busy={toggle.isPending}
      onClick={(event) => {
        // The second click of a double click would land on the other direction.
        if (event.detail < 2) void press();
      }}
    >
      {isAssociated ? t.unassociate : t.associate}
    </ActionButton>
  );
}
