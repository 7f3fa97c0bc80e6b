import { courses } from '@gurukul/contract/courses';
import { students, type StudentProfile } from '@gurukul/contract/students';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { offerToTell } from '#web/features/messages/offer-to-tell.ts';
import { session } from '#web/lib/session.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = updatingTexts.move;

export interface Move {
  readonly student: Pick<StudentProfile, 'id' | 'fullname' | 'email_id'>;
  /** Where they are; null for nowhere. */
  readonly from: { readonly course: number | null; readonly class: number | null };
  readonly to: { readonly course: number; readonly class: number | null };
}

/** Moves a student, says so with Undo, and asks before a class becomes too full or takes somebody without its level. Throws ApiError. */
export function useMove() {
  const action = useAction(students.update_course_to_student);
  const except = useAction(courses.except_from_level);
  /** Resolves with whether they were moved. */
  const move = async (wish: Move, isEvenIfFull = false): Promise<boolean> => {
    const { student, from, to } = wish;
    const answer = await action.run(
      {
        email_id: student.email_id,
        user_id: student.id,
        course_id: to.course,
        class_id: to.class,
        courseadmin_id: session.uid,
        from_course_id: from.course,
        ...(isEvenIfFull ? { even_if_full: true } : {}),
      },
      // Repeating a move after moving back is a new action.
      `${from.course ?? ''} ${from.class ?? ''}`,
    );
    const text = inLanguage(answer);
    if (answer.type === 'success') {
      tellDone(answer, text, { kind: 'moved', what: student.fullname });
      if (to.class !== null)
        void offerToTell({ student_id: student.id, fullname: student.fullname }, 'moved', answer);
      return true;
    }
    if (answer.code === 'level_missing') {
      const { askLevelReason } = await import('./ask-level-reason.tsx');
      const title = t.letIn({ name: student.fullname });
      const reason = await askLevelReason({ title, hint: t.letInHint });
      if (reason) {
        await except.run({ course_id: to.course, student_id: student.id, reason });
        return move(wish, isEvenIfFull);
      }
      toast.info(t.notMoved);
      return false;
    }
    if (answer.code !== 'class_full') {
      toast.warning(text);
      return false;
    }
    if (await confirm(t.fullQuestion({ name: student.fullname }), { title: text })) return move(wish, true);
    toast.info(t.notMoved);
    return false;
  };
  return { move, isPending: action.isPending };
}
