import type { Db } from '#server/db/pool.ts';
import { fail } from '#server/http/problem.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { count, day } from '../../http/counters.ts';
import type { KnownCourse } from '../spreadsheets/known-courses.ts';
import { studentsIn } from './queries.ts';
import type { KnownPerson } from './rules.ts';

/* What a course admin may learn of the people behind an address. */

/** The students among these people who are in one of the courses now. */
export async function within(
  db: Db,
  people: ReadonlyMap<string, readonly KnownPerson[]>,
  courses: readonly Pick<KnownCourse, 'id'>[],
): Promise<ReadonlyMap<string, readonly KnownPerson[]>> {
  const near = await studentsIn(
    db,
    [...people.values()].flat().map(({ id }) => id),
    courses.map(({ id }) => id),
  );
  return new Map(
    [...people].flatMap(([email, all]) => {
      const within = all.filter(({ id, is_student }) => is_student && near.has(id));
      return within.length === 0 ? [] : [[email, within]];
    }),
  );
}

/** Counted outside the transaction, so that refused requests count as well. */
export async function countAddresses(
  { pool, person, config }: Pick<Ctx, 'pool' | 'person' | 'config'>,
  addresses: number,
): Promise<void> {
  const most = config.limits.importedAddressesPerDay;
  if ((await count(pool, { key: `import:${person.id}`, seconds: day }, addresses)) > most) {
    throw fail('too_many');
  }
}
