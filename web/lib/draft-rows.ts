import type { RowState } from '@gurukul/contract/shared/files/row-states';

/** A row of a list in a form. `id` is null until the server has stored it; `key` never changes. */
export interface DraftRow {
  readonly key: string;
  readonly id: number | null;
}

let made = 0;

/** A key for a row that is not saved yet. */
export const newKey = () => `new-${(made += 1)}`;

interface RowChange<Row> {
  readonly row: Row;
  readonly state: RowState;
  /** The new position; undefined if the row was not moved. */
  readonly position: number | undefined;
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** New, changed, moved and removed rows. A row has a position only if it would otherwise be saved in another place. */
export function rowChanges<Row extends DraftRow>(
  before: readonly Row[],
  now: readonly Row[],
): RowChange<Row>[] {
  const known = new Map(before.map((row) => [row.key, row]));
  const kept = new Set(now.map(({ key }) => key));
  const asBefore = [
    ...before.filter(({ key }) => kept.has(key)),
    ...now.filter(({ key }) => !known.has(key)),
  ];
  const changes = before
    .filter(({ key }) => !kept.has(key))
    .map((row): RowChange<Row> => ({ row, state: 'REMOVE', position: undefined }));
  for (const [index, row] of now.entries()) {
    const old = known.get(row.key);
    const position = asBefore[index]?.key === row.key ? undefined : index;
    if (old && position === undefined && isSame(old, row)) continue;
    changes.push({ row, state: old ? 'EDIT' : 'ADD', position });
  }
  return changes;
}
