import { people } from '@gurukul/contract/people';
import type { ClassRow } from '@gurukul/contract/classes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/api/client.ts';
import { messageOf } from '#web/api/errors.ts';
import { useAction } from '#web/api/use-action.ts';
import { session } from '#web/lib/session.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toast.tsx';
import { staleAfterChange } from './stale-after-change.ts';

const t = texts.classes.teacher;

/** Who teaches a timing, and how that is changed: one teacher each, added first and replaced from then on. */
export function useClassTeacher(slot: ClassRow | null) {
  const client = useQueryClient();
  const found = useQuery({
    ...query(people.get_class_teacher, { id: slot?.id ?? 0, course_id: slot?.course_id ?? 0 }),
    enabled: slot !== null,
  });
  const addition = useAction(people.add_teacher_to_class, { refreshes: staleAfterChange });
  const replacement = useAction(people.replace_teacher_to_class, { refreshes: staleAfterChange });
  const current = found.data?.data[0] ?? null;

  const send = async (target: ClassRow, user_id: number) => {
    const { course_id } = target;
    if (!current) {
      await addition.run({ id: target.id, course_id, user_id, assigned_by: session.uid });
      return t.added;
    }
    const { class_id, assigned_id } = current;
    await replacement.run({ user_id, class_id, course_id, assigned_id });
    return t.replaced;
  };

  const assign = async (target: ClassRow, user_id: number) => {
    try {
      toast.success(await send(target, user_id));
    } catch (error) {
      toast.error(messageOf(error, texts.errors.wentWrong));
      // Somebody else may have been quicker: show who teaches it now.
      await client.invalidateQueries({ queryKey: [people.get_class_teacher.path] });
    }
  };

  return {
    current,
    isLoading: slot !== null && found.isPending,
    isFailed: found.isError && !found.data,
    retry: () => void found.refetch(),
    assign,
    isSaving: addition.isPending || replacement.isPending,
  };
}
