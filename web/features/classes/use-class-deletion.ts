import { classes, type ClassRow } from '@gurukul/contract/classes';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { offerToTell } from '#web/features/messages/offer-to-tell.ts';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = classesTexts.deletion;

/** Deletes a slot after asking; resolves with whether it is gone. `named` stands on the red button of the question. */
export function useClassDeletion() {
  const deletion = useAction(classes.delete_class);

  const remove = async (
    { id, class_id, course_id, class_name, class_day, slot_time }: ClassRow,
    named?: string,
  ): Promise<boolean> => {
    if (deletion.isPending) return false;
    const time = formatWeekdayTime(slot_time);
    const action = named ?? `${classesTexts.table.delete} ${class_name}, ${time}`;
    if (!(await confirm(t.question({ name: class_name, time }), { action }))) {
      toast.warning(texts.ui.reverted);
      return false;
    }
    try {
      const answer = await deletion.run({ id, course_id, class_name, class_day, slot_time });
      tellDone(answer, t.done, { kind: 'removed', what: class_name });
      // A class that has no slot left is gone, and nobody is in it.
      void offerToTell({ class_id, class_name }, 'times', answer);
      return true;
    } catch (error) {
      toast.error(messageOf(error));
      return false;
    }
  };

  return { remove, isPending: deletion.isPending };
}
