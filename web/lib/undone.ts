import type { Path } from '#web/paths.ts';

/** Says `undone` when a change was undone: what was about to tell of it ends. */
export const undone = new EventTarget();

/** The page that is open now. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only pages of the portal are open
export const openPage = () => decodeURI(location.pathname) as Path;

let last: { readonly at: Path; readonly before: Path | null } | null = null;

/** The open page may be about what is not there any more. `before`: where the change was made. */
export function noteUndone(before: Path | null) {
  last = { at: openPage(), before };
}

/** Where to go from the open page when its subject went with the last Undo: to where the change was made, else to `list`. */
export function placeAfterUndo(list: Path | null): Path | null {
  if (last?.at !== openPage()) return null;
  return last.before === null || last.before === last.at ? list : last.before;
}
