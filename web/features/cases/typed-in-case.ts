import { draftOf } from '#web/lib/address/left-behind.ts';
import type { CaseTask } from './case-dialog.tsx';
import type { Line } from './use-case-actions.ts';

/** What somebody was typing about lines of Today when their session ended. */
export interface TypedInCase {
  readonly task: CaseTask;
  readonly text: string;
}

/** Of one line, or of a selection. */
export const typedKey = (items: readonly Line[]) =>
  `case ${items.length === 1 ? items[0]?.line : `of ${items.length}`}`;

/** The dialog that opens again with it; null if nothing was typed. */
export const typedTask = (items: readonly Line[]): CaseTask | null =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the dialog of this key put it there
  (draftOf(typedKey(items)) as TypedInCase | undefined)?.task ?? null;
