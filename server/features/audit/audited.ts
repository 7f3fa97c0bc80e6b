import type { AuditedThing } from '@gurukul/contract/audit';
import type { UndoReasonCode } from '@gurukul/contract/shared/undo-reason';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';

/** What a feature says about a table whose rows leave a trail. Each feature says it in its `audit.ts`. */
export interface AuditedTable {
  /** What a row is called: one of its columns, or an expression over the row `t` and what is joined to it. */
  readonly name?: string | { readonly is: Sql; readonly joins: Sql };
  /** What a row is for the portal, where it is something by itself; people are students or colleagues by their role. */
  readonly thing?: Exclude<AuditedThing, 'student' | 'colleague'>;
  /** What rows are called that stand in the way of an undo; without it, the name of the table. */
  readonly noun?: string;
  /** That a row is over, as said behind its name. */
  readonly over?: string;
  /** The columns, here and in other tables, that hold the id of a row. */
  readonly namedIn?: readonly string[];
  /** Columns that tell people nothing, beside those that tell nothing anywhere. */
  readonly silent?: readonly string[];
  /** How the trail writes the key, where it is not the number `id`. */
  readonly key?: 'course_id/teacher_id' | 'uuid';
  /** Rows stay as they are when a change is taken back. */
  readonly isLeft?: true;
  /** Below a class: in one that was deleted a change is not taken back. */
  readonly needsLivingClass?: true;
  /** What no constraint holds: what would be wrong with the rows of a change that has been taken back. */
  readonly wrongAfterUndo?: (tx: Db, changeId: number) => Promise<readonly BrokenRule[]>;
}

/** By table. */
export type Audited = Readonly<Record<string, AuditedTable>>;

/** A reason with the names that its sentence needs; null where the row has none of the kind. */
export interface BrokenRule {
  readonly code: UndoReasonCode;
  readonly place: string;
  readonly person?: string | null;
  readonly course?: string | null;
  readonly class?: string | null;
  readonly event?: string | null;
}
