import { calls } from '@gurukul/contract/index';
import type { NamedCall } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/calls/call';
import type { UndoKind } from '@gurukul/contract/shared/calls/call';
import { isBorrowed } from '#server/http/identity/actors.ts';
import type { Person } from '#server/http/handlers.ts';
import type { Trail } from './trail.ts';

/* Rules for the whole trail: which calls can be undone, and which columns mean something to people. */

const undoable: ReadonlyMap<string, NamedCall['call']> = new Map(
  calls()
    .filter(({ call }) => call.undo !== undefined)
    .map(({ name, call }) => [name, call]),
);

/** What undoing a call does; undefined for one that cannot be undone. */
export const undoOf = (call: string | null): UndoKind | undefined => undoable.get(call ?? '')?.undo;

/** The calls that this person may make in their role, and so undo. */
export const undoableBy = (person: Person): string[] =>
  [...undoable]
    .filter(([, call]) => reachOf(call, person.role) !== undefined && !isBorrowed(call, person))
    .map(([name]) => name);

/** The calls whose changes this person's bin lists. */
export const binnedBy = (person: Person): string[] =>
  undoableBy(person).filter((name) => undoable.get(name)?.unbinned !== true);

/** Columns that count on through an undo. */
export const countingColumns = ['version', 'updated_at'] as const;

/** A row with one of these set is over. An undo changes it only to remove that end. */
export const endColumns = ['deleted_at', 'removed_at', 'ended_at', 'ended_on'] as const;

/** Columns without meaning for people in any table: ids, technical flags, authors and secrets. */
const silent = new Set([
  'id',
  'position',
  'version',
  'updated_at',
  'created_at',
  'created_by',
  'import_id',
  'file_id',
  'intake_key_id',
  'password_hash',
  'hash',
  'content_hash',
  'key',
]);
export const tellsSomething = (trail: Trail, table: string, column: string): boolean =>
  !silent.has(column) && trail.of(table).silent?.includes(column) !== true;
