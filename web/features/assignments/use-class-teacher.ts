import { assignments } from '@gurukul/contract/assignments';
import type { ClassRow } from '@gurukul/contract/classes';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatDate, formatWeekdayTime } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { saveAsking } from '../classes/save-asking.ts';

const t = classesTexts.teacher;

/** Gives a slot its teacher: one each, added first, replaced from then on and taken off. */
export function useClassTeacher() {
  const addition = useAction(assignments.add_teacher_to_class);
  const replacement = useAction(assignments.replace_teacher_to_class);
  const removal = useAction(assignments.remove_teacher_from_class);

  /** The answer; undefined: refused. Null: a question was answered with no, and nothing is settled. */
  const assign = async (
    { id, course_id, class_name, teacher }: ClassRow,
    chosen: number,
  ): Promise<object | null | undefined> => {
    try {
      const answer = await saveAsking(({ teacher_id: user_id = chosen, ...insists }) =>
        teacher
          ? replacement.run({
              user_id,
              class_id: id,
              course_id,
              assigned_id: teacher.assigned_id,
              ...insists,
            })
          : addition.run({ id, course_id, user_id, assigned_by: session.uid, ...insists }),
      );
      if (!answer) return null;
      tellDone(answer, teacher ? t.replaced : t.added, { kind: 'teacher', what: class_name });
      return answer;
    } catch (error) {
      toast.error(messageOf(error));
      return undefined;
    }
  };

  /** The same for several slots, of which some may be theirs already: the last answer. */
  const assignAll = async (slots: readonly ClassRow[], chosen: number) => {
    let last: object | undefined;
    for (const slot of slots) {
      if (slot.teacher?.user_id === chosen) continue;
      const answer = await assign(slot, chosen);
      if (answer === null) return null;
      last = answer ?? last;
    }
    return last;
  };

  /**
   * Takes the teacher off after asking; resolves with whether nobody teaches it now. `named` stands on the red button
   * of the question.
   */
  const takeOff = async (
    { id, course_id, class_name, slot_time, teacher }: ClassRow,
    named?: string,
  ): Promise<boolean> => {
    if (!teacher || removal.isPending) return false;
    const { fullname, assigned_id } = teacher;
    const question = t.takeOffQuestion({
      teacher: fullname,
      name: class_name,
      time: formatWeekdayTime(slot_time),
      next: formatDate(slot_time),
    });
    const action = named ?? `${t.takeOff}: ${fullname}`;
    if (!(await confirm(question, { action }))) {
      toast.warning(texts.ui.reverted);
      return false;
    }
    try {
      const answer = await removal.run({ class_id: id, course_id, assigned_id });
      tellDone(answer, t.takenOff, { kind: 'teacher', what: class_name });
      return true;
    } catch (error) {
      toast.error(messageOf(error));
      return false;
    }
  };

  return { assign, assignAll, takeOff, isSaving: addition.isPending || replacement.isPending };
}
