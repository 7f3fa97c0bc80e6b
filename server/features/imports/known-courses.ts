import { sameName } from '@gurukul/contract/shared/words/same-name';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import type { Person } from '#server/http/handlers.ts';

export const knownCourse = row({ id: int, name: text });
export type KnownCourse = RowOf<typeof knownCourse>;

export const listCourses = (db: Db, person: Person): Promise<KnownCourse[]> =>
  many(
    db,
    knownCourse,
    sql`
      select c.id, c.course_name as name
      from courses c
      where c.deleted_at is null
        and ${ownCourses(person)}
      order by c.id
    `,
  );

/** The courses that the file may mean, so that only their classes and students are read. */
export function namedCourses(
  rows: readonly { readonly courseName: string }[],
  courses: readonly KnownCourse[],
): KnownCourse[] {
  const wanted = new Set([...new Set(rows.map(({ courseName }) => courseName))].map(sameName));
  return courses.filter(({ name }) => wanted.has(sameName(name)));
}

/** The one with that name. Names that differ only in spaces are told apart when the cell is exact. */
function oneOf<T extends { readonly name: string }>(loose: readonly T[], name: string): Match<T> {
  if (loose.length <= 1) return loose[0] ?? null;
  const exact = loose.filter((item) => item.name.toLowerCase() === name.toLowerCase());
  return exact.length === 1 ? exact[0]! : 'many';
}

type Match<T> = T | 'many' | null;

/** Caches each look-up, because a file of thousands of rows has the same few names. */
export function finder<T extends { readonly name: string }>(all: readonly T[]): (name: string) => Match<T> {
  const byName = Map.groupBy(all, (item) => sameName(item.name));
  const answers = new Map<string, Match<T>>();
  return (name) => {
    const before = answers.get(name);
    if (before !== undefined) return before;
    const found = oneOf(byName.get(sameName(name)) ?? [], name);
    answers.set(name, found);
    return found;
  };
}
