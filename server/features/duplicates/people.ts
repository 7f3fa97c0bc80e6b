import type { DuplicatePair, DuplicatePerson, MergeField } from '@gurukul/contract/duplicates';
import { duplicateReasons, mergeFields } from '@gurukul/contract/duplicates';
import { keyed } from '@gurukul/contract/shared/keyed';
import { mergedParts } from '@gurukul/contract/shared/person/person';
import sql, { join, raw } from 'sql-template-tag';
import { instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Window } from '#server/db/page.ts';
import { limitTo } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';

const partsOfPerson: ReadonlyMap<string, readonly string[]> = mergedParts;

/** The columns of `people` that a choice moves together. */
export const columnsOf = keyed<Record<MergeField, readonly string[]>>(
  mergeFields,
  (field) => partsOfPerson.get(field) ?? [field],
);

const personRow = row({
  user_id: int,
  main_role: text,
  as_role: text.nullable(),
  fullname: text,
  registered_at: instant,
  fields: object(keyed<Record<MergeField, typeof text>>(mergeFields, () => text)),
  other_names: list(text),
  courses: list(text),
});
export type LivingPerson = RowOf<typeof personRow>;

const fieldTexts = join(
  Object.entries(columnsOf).map(([field, columns]) => {
    const texts = columns.map((column) => `nullif(p.${column}::text, '')`).join(', ');
    return sql`${raw(`'${field}'`)}, concat_ws(${raw(field === 'name' ? `' '` : `', '`)}, ${raw(texts)})`;
  }),
);

/** Those of these people who are not deleted. */
export const listPeople = (db: Db, ids: readonly number[]): Promise<LivingPerson[]> =>
  many(
    db,
    personRow,
    sql`
      select p.id as user_id, p.main_role, p.as_role, p.fullname, p.registered_at, p.other_names,
        json_build_object(${fieldTexts}) as fields,
        array(
          select c.course_name::text from courses c
          where c.deleted_at is null and (
            c.courseadmin_id = p.id
            or c.id in (select e.course_id from enrolments e where e.student_id = p.id and e.ended_on is null)
            or c.id in (select t.course_id from course_teachers t where t.teacher_id = p.id and t.associated)
          )
          order by c.course_name, c.id
        ) as courses
      from people p
      where p.id = any(${ids}::bigint[]) and p.deleted_at is null
    `,
  );

export function shownPerson(living: LivingPerson): DuplicatePerson {
  const { as_role: _, ...person } = living;
  return { ...person, other_names: [...person.other_names], courses: [...person.courses] };
}

const pairRow = row({
  one_id: int,
  other_id: int,
  reasons: list(oneOf(duplicateReasons)),
  found_at: instant,
});
const countRow = row({ count: int });

const openPairs = sql`
  from duplicate_pairs d
  join people one on one.id = d.one_id and one.deleted_at is null
  join people other on other.id = d.other_id and other.deleted_at is null
  where d.different_since is null
`;

export async function listPairs(
  db: Db,
  window: Window,
): Promise<{ readonly data: DuplicatePair[]; readonly total_count: number }> {
  const { count } = await one(db, countRow, sql`select count(*)::int as count ${openPairs}`);
  const pairs = await many(
    db,
    pairRow,
    sql`
      select d.one_id, d.other_id, d.reasons, d.found_at ${openPairs}
      order by cardinality(d.reasons) desc, d.id
      ${limitTo(window)}
    `,
  );
  const found = await listPeople(
    db,
    pairs.flatMap(({ one_id, other_id }) => [one_id, other_id]),
  );
  const people = new Map(found.map((person) => [person.user_id, shownPerson(person)]));
  const data = pairs.flatMap(({ one_id, other_id, reasons, found_at }) => {
    const [first, second] = [people.get(one_id), people.get(other_id)];
    return first === undefined || second === undefined
      ? []
      : [{ one: first, other: second, reasons: [...reasons], found_at }];
  });
  return { data, total_count: count };
}
