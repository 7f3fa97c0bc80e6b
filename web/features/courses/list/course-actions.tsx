import { courses, type CourseRow } from '@gurukul/contract/courses';
import { Button } from '@mantine/core';
import { messageOf, presentOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { inLanguage, type Spoken } from '#web/texts/refusals.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './course-actions.module.css';
import type { Change, ShowChange } from '../use-optimistic-changes.ts';

const t = coursesTexts.mine;
const labels = { status: coursesTexts.statuses, registration: coursesTexts.registrations };

/** The two switches of a course. What was pressed stands in the row at once and goes back when the server refuses. */
function useSwitches(course: CourseRow, showChange: ShowChange) {
  const publication = useAction(courses.course_publish);
  const registration = useAction(courses.course_reg_status);
  const who = { course_id: course.id, user_id: session.uid };

  const turn = async (which: 'status' | 'registration', change: Change, action: () => Promise<Spoken>) => {
    const about = `${which} ${course.id}`;
    const settle = showChange(change);
    toast.forget(about);
    try {
      const answer = await action();
      tellDone(answer, inLanguage(answer), { kind: 'changed', what: course.course_name, about });
    } catch (error) {
      toast.error(presentOf(error, labels[which]) ?? messageOf(error));
    } finally {
      settle();
    }
  };

  const announce = (status: CourseRow['status']) => {
    if (publication.isPending) return;
    void turn('status', { id: course.id, status }, () =>
      publication.run({ ...who, flag: status, expected: course.status }, course.status),
    );
  };

  const toggleRegistration = () => {
    if (registration.isPending) return;
    const { reg_status: expected } = course;
    const reg_status = expected === 'opened' ? 'closed' : 'opened';
    void turn('registration', { id: course.id, reg_status }, () =>
      registration.run({ ...who, expected }, expected),
    );
  };

  return { announce, toggleRegistration };
}

interface CourseActionsProps {
  course: CourseRow;
  showChange: ShowChange;
}

/** Publishes a course and opens its registration: in the list, and on the course's own page. */
export function CourseSwitches({ course, showChange }: CourseActionsProps) {
  const { announce, toggleRegistration } = useSwitches(course, showChange);
  const { status, reg_status, can } = course;
  const refusal = can.publish ? '' : t.notYours;
  return (
    <>
      <ActionButton
        size="compact-sm"
        variant="light"
        disabledReason={refusal}
        onClick={once(() => announce(status === 'published' ? 'unpublished' : 'published'))}
      >
        {status === 'published' ? t.unpublish : t.publish}
      </ActionButton>
      <ActionButton
        size="compact-sm"
        variant="light"
        disabledReason={refusal || (status === 'coming_soon' ? t.alreadyComingSoon : '')}
        onClick={once(() => announce('coming_soon'))}
      >
        {t.comingSoon}
      </ActionButton>
      <ActionButton
        size="compact-sm"
        variant="light"
        disabledReason={refusal}
        onClick={once(toggleRegistration)}
      >
        {reg_status === 'opened' ? t.closeRegistration : t.openRegistration}
      </ActionButton>
    </>
  );
}

export function CourseActions({ course, showChange }: CourseActionsProps) {
  return (
    <fieldset aria-label={t.actionsOf({ name: course.course_name })} className={classes.actions}>
      <CourseSwitches course={course} showChange={showChange} />
      <Button size="compact-sm" variant="default" renderRoot={linkTo(to(paths.manage, course.id))}>
        {t.manage}
      </Button>
      <Button size="compact-sm" variant="default" renderRoot={linkTo(to(paths.edit, course.id))}>
        {t.edit}
      </Button>
    </fieldset>
  );
}

/** The second click of a double click would land on the switch's other direction. */
const once = (act: () => void) => (event: React.MouseEvent) => {
  if (event.detail < 2) act();
};
