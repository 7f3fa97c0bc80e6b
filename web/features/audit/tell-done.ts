import type { UndoKind } from '@gurukul/contract/shared/calls/call';
import { changeOf } from '#web/calls/client.ts';
import { endRepeats } from '#web/lib/browser/repeats.ts';
import { session } from '#web/lib/session.ts';
import type { Path } from '#web/paths.ts';
import { openPage } from '#web/lib/undone.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

interface DoneAction {
  /** The consequence of undoing it. */
  readonly kind: UndoKind;
  /** The name of the subject. */
  readonly what: string;
  /** The subject of the toast: a later toast about the same subject replaces it. */
  readonly about?: string;
  /** The page where it was done. Absent: the one that is open when it is told. */
  readonly madeAt?: Path;
  /** Asks before it is undone; null cancels. */
  readonly ask?: () => Promise<{ readonly tell: boolean } | null>;
}

/** The timelines and the bin are for the office. Teachers can undo their own changes from the toast. */
export const hasHistory = () => session.role === 'admin' || session.role === 'courseadmin';

/** Reports a success; with Undo if the answer is that of a change that can be undone. */
export const tellDone = (answer: object, text: string, done: DoneAction) => tellAllDone([answer], text, done);

/** Reports several successes in one sentence. Undo takes back all of them, the last one first. */
export function tellAllDone(
  answers: readonly object[],
  text: string,
  { kind, what, about, madeAt = openPage(), ask }: DoneAction,
) {
  const changeIds = answers.map(changeOf).filter((id) => id !== undefined);
  const [first] = changeIds;
  if (first === undefined) return toast.success(text);
  // Few people undo, so the code for it loads while the toast is shown.
  const load = () => import('./take-back.ts');
  load().catch(() => undefined);
  const { uid } = session;
  const undo = async () => {
    // In another tab somebody else signed in, and this page is about to change to that person.
    if (session.uid !== uid) return;
    endRepeats();
    try {
      const { takeBack } = await load();
      const asked = ask === undefined ? {} : await ask();
      if (!asked) return;
      for (const changeId of changeIds.toReversed()) {
        // oxlint-disable-next-line no-await-in-loop -- a later change may rest on an earlier one
        if (!(await takeBack({ changeId, kind, what, madeAt, ...asked }))) return;
      }
    } catch {
      toast.error(texts.errors.unreachable);
    }
  };
  toast.undoable({ text, about: about ?? `change ${first}`, undo: () => void undo() });
}
