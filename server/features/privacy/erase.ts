import { createHash } from 'node:crypto';
import type { ErasureFate, ErasureLine, privacy } from '@gurukul/contract/privacy';
import { erasureFates, privacyGroups } from '@gurukul/contract/privacy';
import sql, { join, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type * as z from 'zod';
import { int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { one, run } from '#server/db/rows.ts';
import { fail } from '#server/http/problem.ts';
import { emptiedInTrail, erasedPerson, places } from './places.ts';
import type { Place, Who } from './places.ts';
import { findPerson } from './who.ts';
import type { FoundPerson } from './who.ts';

type Shown = z.input<typeof privacy.erase_person.output>['data'];

const countRow = row({ count: int });

const fateOf = ({ erase }: Place): ErasureFate => {
  if (erase === 'law') return 'kept';
  return erase === 'delete' ? 'erased' : 'nameless';
};

/**
 * Whom an erasure is about, and what it does, counted by kind of data. `lock`: the person until the transaction ends.
 * Throws `delete_first` for a colleague who works here still, and `already_erased`.
 */
export async function planErasure(
  db: Db,
  id: number,
  { lock }: { readonly lock: boolean },
): Promise<{ readonly who: FoundPerson; readonly shown: Shown }> {
  if (lock) await run(db, sql`select from people p where p.id = ${id} for update`);
  const person = await findPerson(db, id);
  if (person.erased_at !== null) throw fail('already_erased');
  if (person.is_account && !person.is_deleted) throw fail('delete_first');
  const found: ErasureLine[] = [{ group: 'profile', fate: 'erased', count: person.ids.length }];
  for (const place of places) {
    const { count } = await one(
      db,
      countRow,
      sql`select count(*) as count from ${raw(place.table)} t where ${place.about(person)}`,
    );
    found.push({ group: place.group, fate: fateOf(place), count });
  }
  const lines = privacyGroups.flatMap((group) =>
    erasureFates.flatMap((fate) => {
      const count = found
        .filter((line) => line.group === group && line.fate === fate)
        .reduce((sum, line) => sum + line.count, 0);
      return count > 0 ? [{ group, fate, count }] : [];
    }),
  );
  const digest = createHash('sha256')
    .update(JSON.stringify([person, lines]))
    .digest('base64url');
  return { who: person, shown: { fullname: person.fullname, lines, digest } };
}

const setting = (columns: Readonly<Record<string, Sql>>) =>
  join(Object.entries(columns).map(([column, value]) => sql`${raw(column)} = ${value}`));

/** Answers that are stored for a day, so that a repeated request gets the first one, may name the person. */
const forgetAnswers = (tx: Db, { fullname, emails }: FoundPerson) =>
  run(
    tx,
    sql`
      delete from idempotency_keys k
      where exists (
        select from unnest(${[fullname, ...emails]}::text[]) said (text)
        where said.text <> '' and position(lower(said.text) in lower(k.answer)) > 0
      )
    `,
  );

/** Their pictures and homework. The hourly sweep removes bytes without a row (server/features/files/sweep.ts). */
const forgetFiles = (tx: Db, { ids }: Who) =>
  run(
    tx,
    sql`
      delete from files f
      where '/files/' || f.key in (
        select p.image from people p where p.id = any(${[...ids]}::bigint[])
        union all
        select h.home_work from homework h where h.student_id = any(${[...ids]}::bigint[])
      )
    `,
  );

/** Erases for good, with the values in the trail. The person, and those merged into them, stay as deleted rows. */
export async function erasePerson(tx: Db, who: FoundPerson): Promise<void> {
  await forgetAnswers(tx, who);
  await forgetFiles(tx, who);
  for (const { table, about, erase } of places) {
    if (erase === 'delete') await run(tx, sql`delete from ${raw(table)} t where ${about(who)}`);
    else if (typeof erase === 'object') {
      await run(tx, sql`update ${raw(table)} t set ${setting(erase)} where ${about(who)}`);
    }
  }
  const ids = [...who.ids];
  await run(
    tx,
    sql`
      update people t
      set ${setting(erasedPerson)}, erased_at = now(), updated_at = now(), deleted_at = coalesce(t.deleted_at, now())
      where t.id = any(${ids}::bigint[])
    `,
  );
  await run(tx, sql`select erase_trail(${ids}::bigint[], ${JSON.stringify(emptiedInTrail)}::jsonb)`);
}
