import type { UndoReason } from '@gurukul/contract/shared/words/undo-reason';
import { undoReasonCodes } from '@gurukul/contract/shared/words/undo-reason';
import sql, { raw } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { BrokenRule } from './audited.ts';
import type { Trail } from './trail.ts';
import { knownFacts } from './undo-refusal.ts';

const refusedRow = row({
  code: oneOf(undoReasonCodes),
  place: text,
  person: text.nullable(),
  course: text.nullable(),
  class: text.nullable(),
  event: text.nullable(),
});

/** Rules of the database that the undo under way would break at commit. */
const refusedByConstraint = (tx: Db) =>
  many(tx, refusedRow, sql`select * from broken_rules(current_change()) order by place limit 50`);

const inDeletedClassRow = row({
  code: oneOf(['class_deleted', 'course_deleted']),
  place: text,
  course: text,
  class: text,
});

const inDeletedClass = (tx: Db, changeId: number, table: string) =>
  many(
    tx,
    inDeletedClassRow,
    sql`
      select case when c.deleted_at is null then 'class_deleted' else 'course_deleted' end as code,
        ${`${table}.`}::text || t.id as place, c.course_name as course, k.class_name as class
      from ${raw(table)} t
      join courses c on c.id = t.course_id
      join classes k on k.id = t.class_id
      join changes made on made.id = ${changeId}
      where t.id in (
          select e.row_id::bigint from audit_entries e
          where e.change_id = ${changeId} and e.table_name = ${table}
        )
        -- what was over before the change was over for these rows too
        and (c.deleted_at > made.at or k.deleted_at > made.at)
      order by place
      limit 50
    `,
  );

const ofErasedRow = row({ code: oneOf(['person_deleted']), place: text, person: text });

/** Nothing about somebody who was erased comes back: the trail has no values of theirs any more. */
export const ofErasedPeople = (tx: Db, changeId: number) =>
  many(
    tx,
    ofErasedRow,
    sql`
      select distinct 'person_deleted' as code, 'people.' || p.id as place, p.fullname as person
      from audit_entries e
      join people p on p.id = e.about_person_id and p.erased_at is not null
      where e.change_id = ${changeId}
      order by place
      limit 50
    `,
  );

/** Rules that the rows of an undone change would break. */
export async function brokenRules(
  tx: Db,
  trail: Trail,
  changeId: number,
  tables: Iterable<string>,
): Promise<UndoReason[]> {
  const broken: BrokenRule[] = await refusedByConstraint(tx);
  for (const table of tables) {
    const { needsLivingClass, wrongAfterUndo } = trail.of(table);
    if (needsLivingClass) broken.push(...(await inDeletedClass(tx, changeId, table)));
    broken.push(...((await wrongAfterUndo?.(tx, changeId)) ?? []));
  }
  return broken.map(({ code, place, ...names }) => ({ code, place, ...knownFacts(names) }));
}
