import { changeOf } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { texts } from '#web/texts/texts.ts';
import { toast, type Occasion } from '#web/ui/feedback/toast.tsx';
import type { UndoKind } from './undo-kinds.ts';

interface Done {
  /** What undoing it means. */
  readonly kind: UndoKind;
  /** What it was done to. */
  readonly what: string;
  readonly occasion?: Occasion | undefined;
  /** What the word is about, where a later one about the same takes its place. */
  readonly about?: string;
  /** Asked before it is undone; null gives it up. */
  readonly ask?: () => Promise<{ readonly tell: boolean } | null>;
}

/** The timelines and the bin are the office's; what they did themselves teachers can take back when it is told. */
export const hasHistory = () => session.role === 'admin' || session.role === 'courseadmin';

/** Says a success; with Undo, where the answer is that of a change which can be taken back. */
export function tellDone(answer: object, text: string, { kind, what, occasion, about, ask }: Done) {
  const changeId = changeOf(answer);
  if (changeId === undefined) return toast.success(text, occasion);
  // Hardly anybody undoes: what it takes comes while the word stands there.
  const load = () => import('./take-back.ts');
  load().catch(() => undefined);
  const { uid } = session;
  const undo = async () => {
    // In another tab somebody else signed in, and this page is about to be his.
    if (session.uid !== uid) return;
    try {
      const { takeBack } = await load();
      const asked = ask === undefined ? {} : await ask();
      if (asked) await takeBack({ changeId, kind, what, occasion, ...asked });
    } catch {
      toast.error(texts.errors.unreachable, occasion);
    }
  };
  toast.undoable({ text, about: about ?? `change ${changeId}`, undo: () => void undo(), occasion });
}
