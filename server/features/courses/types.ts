import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { int, row, text } from '../../db/columns.ts';
import { many, run, exists } from '../../db/rows.ts';

const courseTypeRow = row({ id: int, type: text });

/** The types of all courses, by name. */
export const listTypes = (db: Db) =>
  many(db, courseTypeRow, sql`select t.id, t.type from course_types t order by lower(t.type), t.id`);

export const insertType = (db: Db, type: string) =>
  run(db, sql`insert into course_types (type) values (${type})`);

export const renameType = (db: Db, id: number, type: string) =>
  run(db, sql`update course_types set type = ${type} where id = ${id}`);

/** Returns the number of deleted types, or `null` when a course has it. Waits for a save that gives it to a course. */
export async function deleteType(db: Db, id: number): Promise<number | null> {
  await run(db, sql`select from course_types where id = ${id} for update`);
  const isUsed = await exists(db, sql`select c.id from courses c where c.type_id = ${id} limit 1`);
  return isUsed ? null : run(db, sql`delete from course_types where id = ${id}`);
}
