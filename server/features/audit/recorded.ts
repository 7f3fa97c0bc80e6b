import { calls } from '@gurukul/contract/index';
import type { NamedCall } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/call';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { audited, auditedTable } from './all-audited.ts';

/*
 * What holds for the whole trail: which calls can be taken back, and which columns tell a person something.
 */

const undoable: ReadonlyMap<string, NamedCall['call']> = new Map(
  calls()
    .filter(({ call }) => call.undoable === true)
    .map(({ name, call }) => [name, call]),
);

export const isUndoable = (call: string | null): boolean => call !== null && undoable.has(call);

/** The calls that somebody of this role may make, and so take back. */
export const undoableBy = (role: PortalRole): string[] =>
  [...undoable].filter(([, call]) => reachOf(call, role) !== undefined).map(([name]) => name);

/** Of these the calls whose changes the bin lists: hundreds of rolls a day would bury what was deleted. */
export const binnedBy = (role: PortalRole): string[] =>
  undoableBy(role).filter((name) => !name.startsWith('attendance.'));

/** Columns that go on counting, whatever is taken back. */
export const countingColumns = ['version', 'updated_at'] as const;

/** A row in which one of these is set is over; nothing is taken back in it but what set it. */
export const endColumns = ['deleted_at', 'removed_at', 'ended_at', 'ended_on'] as const;

/** What tells nobody anything in any table: numbers of rows, marks of the machine, authors, and what is secret. */
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
export const tellsSomething = (table: string, column: string): boolean =>
  !silent.has(column) && auditedTable(table).silent?.includes(column) !== true;

/** The table whose row a column names. */
export const referredTables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(audited).flatMap(([table, { namedIn = [] }]) => namedIn.map((column) => [column, table])),
);
