import type { AuditedThing } from '@gurukul/contract/audit';
import type { UndoReasonCode } from '@gurukul/contract/shared/words/undo-reason';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';

/** How the trail treats a table. Each feature declares its tables in its `audit.ts`. */
export interface AuditedTable {
  /** The name of a row: one of its columns, or an expression over the row `t` and its joins. */
  readonly name?: string | { readonly is: Sql; readonly joins: Sql };
  /** The kind of thing that a row is for the portal. People are students or colleagues by their role. */
  readonly thing?: Exclude<AuditedThing, 'student' | 'colleague'>;
  /** The noun for rows that stand in the way of an undo. Without it, the name of the table. */
  readonly noun?: string;
  /** The words behind a row's name that say it is over. */
  readonly over?: string;
  /** The columns, here and in other tables, with the id of a row. */
  readonly namedIn?: readonly string[];
  /** Columns without meaning for people, beside those that have none in any table. */
  readonly silent?: readonly string[];
  /** The columns that are shown whole, because no page shows their earlier texts. */
  readonly whole?: readonly string[];
  /** The form of the key in the trail, where it is not the number `id`. */
  readonly key?: 'course_id/teacher_id' | 'uuid';
  /** An undo leaves the rows as they are. */
  readonly isLeft?: true;
  /** The rows are their author's alone. Teachers reach their own actions on them. */
  readonly isAuthors?: true;
  /** The one column of such rows that an undo puts back. */
  readonly isPutBack?: string;
  /** The rows have a `class_id`. The teachers of that class reach their own actions on them. */
  readonly isOfClass?: true;
  /** The class of a row `t`, where it is not found by `isOfClass`. */
  readonly classOf?: Sql;
  /** The rows belong to a class. After the class was deleted their changes cannot be undone. */
  readonly needsLivingClass?: true;
  /** A column that the database derives while this holds for the row `live`: no later value stands against an undo. */
  readonly derived?: { readonly column: string; readonly while: Sql };
  /** Rules that no constraint checks. Returns the rules that the rows of an undone change would break. */
  readonly wrongAfterUndo?: (tx: Db, changeId: number) => Promise<readonly BrokenRule[]>;
}

/** By table. */
export type Audited = Readonly<Record<string, AuditedTable>>;

/** A reason with the names for its sentence; null where the row has none of that kind. */
export interface BrokenRule {
  readonly code: UndoReasonCode;
  readonly place: string;
  readonly person?: string | null;
  readonly course?: string | null;
  readonly class?: string | null;
  readonly event?: string | null;
  readonly name?: string | null;
  readonly table?: string;
  readonly row?: string;
  readonly column?: string | null;
  readonly of?: string | null;
  readonly by?: string | null;
  readonly at?: string | null;
}
