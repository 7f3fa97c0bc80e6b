import type { CourseType } from '@gurukul/contract/courses';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { many, run } from '../../db/rows.ts';

/** The types all courses share, by name. */
export const listTypes = (db: Db) =>
  many<CourseType>(db, sql`select t.id, t.type from course_types t order by lower(t.type), t.id`);

export const insertType = (db: Db, type: string) =>
  run(db, sql`insert into course_types (type) values (${type})`);

export const renameType = (db: Db, id: number, type: string) =>
  run(db, sql`update course_types set type = ${type} where id = ${id}`);

/** Its courses keep none. */
export const deleteType = (db: Db, id: number) => run(db, sql`delete from course_types where id = ${id}`);
