import { selection } from '@gurukul/contract/selection';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { send } from '#web/calls/client.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { selectionTexts } from '#web/texts/selection.ts';
import { savePlace } from './save-place.ts';

/*
 * A change of thousands takes seconds, and the server finishes it without the page. The tab keeps the request until its
 * answer is there, so a page that was reloaded meanwhile sends it again with the same key: it is done once, and the
 * answer says what became of it.
 */

const t = selectionTexts;

type Input = CallInput<typeof selection.save_change>;

export interface UnfinishedSave {
  readonly uid: string;
  readonly key: string;
  readonly input: Input;
}

export const keepSave = (key: string, input: Input) =>
  sessionStorage.setItem(
    savePlace,
    JSON.stringify({ uid: session.uid, key, input } satisfies UnfinishedSave),
  );

export const forgetSave = () => sessionStorage.removeItem(savePlace);

/** The save that the page before this one began; null if there is none of this person. */
export function unfinishedSave(): UnfinishedSave | null {
  const kept: UnfinishedSave | null = JSON.parse(sessionStorage.getItem(savePlace) ?? 'null');
  return kept?.uid === session.uid ? kept : null;
}

export function tellSaved(answer: Awaited<ReturnType<typeof send<typeof selection.save_change>>>) {
  const { changed, stayed } = answer.data;
  tellDone(answer, t.done({ changed: formatNumber(changed), stayed: formatNumber(stayed) }), {
    kind: 'changed',
    what: t.selected({ count: formatNumber(changed) }),
  });
}

/** Says what became of it, or throws ApiError. */
export async function finishSave({ key, input }: UnfinishedSave) {
  try {
    tellSaved(await send(selection.save_change, input, { idempotencyKey: key }));
  } finally {
    forgetSave();
  }
}
