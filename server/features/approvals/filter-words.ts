import sql from 'sql-template-tag';
import { row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { one } from '#server/db/rows.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What says how the answer looks, and not which rows are in it. */
const besides = new Set(['format', 'sort', 'page', 'pageSize']);

const namesRow = row({
  course_id: text.nullable(),
  class_id: text.nullable(),
  teacher_id: text.nullable(),
  student_id: text.nullable(),
});

/** The filters of a list that an action is about, by field. Ids have become names. */
export async function filterWords(db: Db, input: unknown): Promise<Record<string, string>> {
  const selected = isRecord(input) ? input['selected'] : null;
  const report = isRecord(input) ? input['report'] : null;
  const list = isRecord(selected) ? selected['list'] : isRecord(report) ? report : input;
  if (!isRecord(list)) return {};
  const given = Object.entries(list).filter(
    ([field, value]) =>
      !besides.has(field) && (typeof value === 'string' || typeof value === 'number') && value !== '',
  );
  const idOf = (field: string) => Number(given.find(([name]) => name === field)?.[1]) || null;
  const names: Readonly<Record<string, string | null>> = await one(
    db,
    namesRow,
    sql`
      select
        (select c.course_name from courses c where c.id = ${idOf('course_id')}) as course_id,
        (select k.class_name from classes k where k.id = ${idOf('class_id')}) as class_id,
        (select p.fullname from people p where p.id = ${idOf('teacher_id')}) as teacher_id,
        (select p.fullname from people p where p.id = ${idOf('student_id')}) as student_id
    `,
  );
  return Object.fromEntries(given.map(([field, value]) => [field, names[field] ?? String(value)]));
}
