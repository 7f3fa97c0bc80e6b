import type { Db } from '#server/db/pool.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { count, day } from '../../http/limits/counters.ts';
import type { KnownCourse } from '../imports/known-courses.ts';
import { studentsIn } from './queries.ts';
import type { KnownPerson } from './rules.ts';

/* What a course admin may learn of the people behind an address. */

export interface Within {
  /** The students among the people who are in one of the courses now, by `emailKey`. */
  readonly people: ReadonlyMap<string, readonly KnownPerson[]>;
  /** Addresses of others. No answer may differ between them and addresses of nobody. */
  readonly taken: ReadonlySet<string>;
}

/** Of everybody behind some addresses, those within the courses. */
export async function within(
  db: Db,
  everybody: ReadonlyMap<string, readonly KnownPerson[]>,
  courses: readonly Pick<KnownCourse, 'id'>[],
): Promise<Within> {
  const near = await studentsIn(
    db,
    [...everybody.values()].flat().map(({ id }) => id),
    courses.map(({ id }) => id),
  );
  const people = new Map<string, readonly KnownPerson[]>();
  const taken = new Set<string>();
  for (const [email, all] of everybody) {
    const own = all.filter(({ id, is_student }) => is_student && near.has(id));
    if (own.length > 0) people.set(email, own);
    if (own.length < all.length) taken.add(email);
  }
  return { people, taken };
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
