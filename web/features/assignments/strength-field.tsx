import { assignments } from '@gurukul/contract/assignments';
import type { CourseTeacherRow } from '@gurukul/contract/shared/teacher-row';
import { Input, VisuallyHidden } from '@mantine/core';
import { useId, useState, type KeyboardEvent } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { WhyNot, type Remedy } from '#web/ui/feedback/why-not.tsx';
import { associationOf, controls, goTo } from '../classes/go-to.ts';
import classes from './association-page.module.css';

const t = classesTexts.teachers;

const isStrength = (text: string) => /^\d{1,6}$/.test(text) && Number(text) <= 100_000;

/** Why it cannot be set now; '' when it can. */
function refusalOf({ course_id, status }: CourseTeacherRow): string {
  if (!course_id) return t.strengthWithoutCourse;
  return status === 'associate' ? '' : t.strengthNotAssociated;
}

const remedyOf = ({ course_id, user_id }: CourseTeacherRow): Remedy =>
  course_id
    ? { label: t.toAssociate, follow: () => goTo(associationOf(user_id)) }
    : { label: t.toCourse, follow: () => goTo(controls.course) };

/**
 * The number of students a teacher can take in the course. Enter or leaving the field saves, Esc restores the old
 * value.
 */
export function StrengthField({ teacher }: { teacher: CourseTeacherRow }) {
  const { user_id, course_id, fullname, student_count } = teacher;
  const id = useId();
  const change = useAction(assignments.teacher_count_change);
  const [draft, setDraft] = useState<string | null>(null);
  /** What was typed could not be saved; it stays to be corrected or tried again. */
  const [isRefused, setRefused] = useState(false);
  const stored = String(student_count);
  const refusal = refusalOf(teacher);

  const edit = (text: string | null) => {
    setDraft(text);
    setRefused(false);
  };

  const save = async () => {
    const text = draft?.trim() ?? stored;
    if (change.isPending || !course_id) return;
    if (text === stored) return edit(null);
    if (!isStrength(text)) {
      setRefused(true);
      toast.warning(t.strengthWrong);
      return;
    }
    try {
      await change.run({ user_id, course_id, count: Number(text) });
      edit(null);
      toast.success(t.strengthSaved);
    } catch (error) {
      setRefused(true);
      toast.error(messageOf(error));
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    if (event.key === 'Escape' && !change.isPending) edit(null);
  };

  const common = {
    'aria-label': t.strengthOf({ name: fullname }),
    inputMode: 'numeric',
    className: classes.number,
  } as const;
  if (refusal) {
    return (
      <WhyNot reason={refusal} remedy={remedyOf(teacher)}>
        {(tell) => (
          <div>
            <Input
              {...common}
              // Else the kit replaces the description by its own, of which there is none.
              withAria={false}
              value={stored}
              readOnly
              aria-disabled
              aria-haspopup="dialog"
              aria-describedby={id}
              variant="filled"
              onClick={(event) => tell(event.currentTarget)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') tell(event.currentTarget);
              }}
            />
            <VisuallyHidden id={id} aria-hidden>
              {refusal}
            </VisuallyHidden>
          </div>
        )}
      </WhyNot>
    );
  }
  return (
    <Input
      {...common}
      value={draft ?? stored}
      maxLength={6}
      error={isRefused}
      readOnly={change.isPending}
      aria-busy={change.isPending}
      onChange={(event) => edit(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        if (!isRefused) void save();
      }}
    />
  );
}
