import { audit } from '@gurukul/contract/audit';
import type { UndoKind } from '@gurukul/contract/shared/calls/call';
import { action } from '#web/calls/action.ts';
import { ApiError, messageOf, refusedWith } from '#web/calls/errors.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { session } from '#web/lib/session.ts';
import { noteUndone, undone } from '#web/lib/undone.ts';
import type { Path } from '#web/paths.ts';
import { auditTexts } from '#web/texts/audit.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { reasonsOf } from './reason-words.ts';

const t = auditTexts.undo;

const undo = action(audit.undo_change);

export interface Undoing {
  readonly changeId: number;
  readonly kind: UndoKind;
  /** The name of the subject. */
  readonly what: string;
  /** People who heard of the change are told that it was undone. */
  readonly tell?: boolean;
  /** The page where the change was made. */
  readonly madeAt?: Path;
}

/**
 * Undoes a change. It says what is restored, or why that is not possible. The change may be visible anywhere, so
 * everything on the page is read again. Resolves with whether it is undone; never rejects.
 */
export async function takeBack(undoing: Undoing): Promise<boolean> {
  const { changeId, tell = false, madeAt = null } = undoing;
  const { uid } = session;
  const again = () => {
    if (session.uid === uid) void takeBack(undoing);
  };
  try {
    const { data } = await undo({ change_id: changeId, tell });
    noteUndone(madeAt);
    undone.dispatchEvent(new Event('undone'));
    toast.success(doneText(undoing, data.mails));
    return true;
  } catch (error) {
    const { reasons: known = [] } = refusedWith(error, 'changed_since', 'upload_built_upon') ?? {};
    const reasons = error instanceof ApiError ? reasonsOf(known, error.problems) : [];
    const text = messageOf(error, t.failed);
    if (error instanceof ApiError && error.isPassing) {
      // The same attempt once more sends the same key, so it is done once.
      toast.undoable({ text, about: aboutChange(changeId), kind: 'error', undo: again });
    } else if (reasons.length > 0) toast.reasons(text, firstOf(reasons));
    else toast.error(text);
    return false;
  } finally {
    // What was not there, or led elsewhere, may be there again.
    queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => state.error !== null });
    await queryClient.invalidateQueries();
  }
}

function doneText({ kind, what }: Undoing, mails: number): string {
  const text = t.done[kind]({ what: what || t.unnamed });
  if (mails > 0) return `${text} ${t.mails({ count: mails })}`;
  return kind === 'canceled' ? `${text} ${t.noMails}` : text;
}

/** More is not read in passing, and would not fit on a phone. */
const mostReasons = 3;

const firstOf = (reasons: readonly string[]) =>
  reasons.length <= mostReasons
    ? reasons
    : [...reasons.slice(0, mostReasons), t.moreFields({ count: reasons.length - mostReasons })];

/** The toast about a change. */
export const aboutChange = (changeId: number) => `change ${changeId}`;
