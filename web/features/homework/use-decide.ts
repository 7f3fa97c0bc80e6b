import { homework, type HomeworkRow } from '@gurukul/contract/homework';
import { useState } from 'react';
import { ApiError } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { session } from '#web/lib/session.ts';
import { homeworkTexts } from '#web/texts/homework.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { weekText } from './week-text.ts';

export const decisions = ['accepted', 'rejected'] as const;
export type Decision = (typeof decisions)[number];

/** Where the keyboard goes when the button that was pressed has gone: it would land nowhere. */
function keepPlace() {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const frame =
      document.querySelector<HTMLElement>('[role="dialog"] [data-place]') ??
      document.querySelector<HTMLElement>(`section[aria-label="${homeworkTexts.table}"]`);
    frame?.focus({ preventScroll: true });
  });
}

/** Accepts or rejects one; says so, or who was quicker. `decide` answers whether it is decided now. */
export function useDecide() {
  const accept = useAction(homework.accept_homework);
  const [busy, setBusy] = useState<string | null>(null);

  const decide = async (row: HomeworkRow, status: Decision, comment = ''): Promise<boolean> => {
    if (busy !== null) return false;
    setBusy(`${row.id} ${status}`);
    try {
      const answer = await accept.run({ ...row, status, comment, teacher_id: Number(session.uid) });
      tellDone(answer, homeworkTexts[status], {
        kind: 'decided',
        what: homeworkTexts.rowOf({ name: row.fullname, week: weekText(row.week_name) }),
      });
      return true;
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409;
      if (isTaken) toast.warning(error.message);
      else toast.error(texts.errors.wentWrong);
      return isTaken;
    } finally {
      setBusy(null);
      keepPlace();
    }
  };
  return { decide, busy };
}

export type Decide = ReturnType<typeof useDecide>;
