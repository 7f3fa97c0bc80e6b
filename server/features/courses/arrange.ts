import type { RowState } from '@gurukul/contract/shared/files/row-states';
import type { RowOf } from '../../db/columns.ts';
import { int, row } from '../../db/columns.ts';
import { fail } from '../../http/answers/problem.ts';

/** A stored row below a course. */
export const storedPlace = row({
  id: int,
  /** Rows are ordered within a group: the week of a topic. Rows without weeks share one group. */
  group: int,
});
export type StoredPlace = RowOf<typeof storedPlace>;

/** A row as a save sends it. */
export interface PlacedChange {
  readonly id: number | null;
  readonly group: number;
  readonly position?: number | undefined;
  readonly state: RowState;
}

export interface Arranged<C> {
  readonly added: (C & { readonly position: number })[];
  readonly edited: (C & { readonly id: number; readonly position: number })[];
  readonly removed: number[];
  /** The rows that were not sent, with their present positions. */
  readonly others: { readonly id: number; readonly position: number }[];
}

interface Entry<C> {
  readonly id: number | null;
  readonly group: number;
  readonly wanted: number | undefined;
  readonly change: C | null;
}

/** Rows take the positions they ask for, in ascending order. The other rows fill the gaps in their order. */
function inOrder<C>(entries: readonly Entry<C>[]): Entry<C>[] {
  const placed = entries
    .filter(({ wanted }) => wanted !== undefined)
    .toSorted((a, b) => (a.wanted ?? 0) - (b.wanted ?? 0));
  const waiting = entries.filter(({ wanted }) => wanted === undefined);
  const ordered: Entry<C>[] = [];
  while (ordered.length < entries.length) {
    const [next] = placed;
    const isDue = next !== undefined && (waiting.length === 0 || (next.wanted ?? 0) <= ordered.length);
    const entry = isDue ? placed.shift() : waiting.shift();
    if (entry) ordered.push(entry);
  }
  return ordered;
}

/** The rows sent by stored id. Throws not_found for an id of another course, or one that comes twice. */
function byStoredId<C extends PlacedChange>(stored: readonly StoredPlace[], changes: readonly C[]) {
  const known = new Set(stored.map(({ id }) => id));
  const sent = new Map<number, C>();
  for (const change of changes) {
    if (change.state === 'ADD') continue;
    if (change.id === null || !known.has(change.id)) throw fail('not_found');
    if (sent.has(change.id)) throw fail('bad_input');
    sent.set(change.id, change);
  }
  return sent;
}

/**
 * Computes what a save does to the rows of a course, and each row's position afterwards, from 0 within its group.
 * `stored` comes in its present order.
 */
export function arrange<C extends PlacedChange>(
  stored: readonly StoredPlace[],
  changes: readonly C[],
): Arranged<C> {
  const sent = byStoredId(stored, changes);
  const isMoved = ({ id, group }: StoredPlace) => {
    const change = sent.get(id);
    return change !== undefined && change.group !== group;
  };
  const toEntry = ({ id, group }: StoredPlace): Entry<C> => {
    const change = sent.get(id) ?? null;
    return { id, group: change?.group ?? group, wanted: change?.position, change };
  };
  const entries: Entry<C>[] = [
    ...stored.filter((row) => !isMoved(row)).map(toEntry),
    // A row from another week goes to the end, unless it asks for a position.
    ...stored.filter(isMoved).map(toEntry),
    ...changes
      .filter(({ state }) => state === 'ADD')
      .map((change) => ({ id: null, group: change.group, wanted: change.position, change })),
  ].filter(({ change }) => change?.state !== 'REMOVE');

  const arranged: Arranged<C> = {
    added: [],
    edited: [],
    removed: [...sent.values()].flatMap(({ id, state }) => (state === 'REMOVE' && id !== null ? [id] : [])),
    others: [],
  };
  for (const group of Map.groupBy(entries, (entry) => entry.group).values()) {
    for (const [place, { id, change }] of inOrder(group).entries()) {
      if (change === null && id !== null) arranged.others.push({ id, position: place });
      else if (change !== null && id === null) arranged.added.push({ ...change, position: place });
      else if (change !== null && id !== null) arranged.edited.push({ ...change, id, position: place });
    }
  }
  return arranged;
}
