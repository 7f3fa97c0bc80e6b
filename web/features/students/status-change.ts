import { ApiError, messageOf } from '#web/calls/errors.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { studentTexts } from '#web/texts/student.ts';
import { valueText } from '#web/texts/values.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = studentTexts.status;

/** Saves a status of somebody, and says so with Undo, or why it was refused. */
export async function saveStatus(
  kind: 'payment' | 'registration',
  next: string,
  name: string,
  save: () => Promise<object>,
) {
  try {
    const answer = await save();
    tellDone(answer, t.done({ what: t[kind], value: valueText(kind, next) }), {
      kind: 'changed',
      what: name,
    });
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    toast.error(isGone ? t.gone : messageOf(error));
  }
}
