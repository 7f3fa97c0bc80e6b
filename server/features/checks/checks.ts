import type { ChecksOf, people } from '@gurukul/contract/people';
import { childrenRules, volunteerStages } from '@gurukul/contract/shared/person/checks';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import { bool, date, instant, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, one, run } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { ownStudents, ownTeachers } from '#server/http/identity/scope.ts';
import { printOf, refuseOlder } from '#server/http/requests/version.ts';
import { createSeal } from '#server/seal.ts';
import { officeToday } from '#server/time/office-clock.ts';

type Given = z.output<typeof people.save_checks.input>;

export const checkPurpose = 'number of a check';
const sealOf = (secretKey: SecretKey) => createSeal(secretKey, checkPurpose);
/** Of no person, because a merge moves checks. */
const aboutNumber = 'check';

const personRow = row({ id: int });

/** Throws `not_found` for somebody out of reach. `lock`: until the transaction ends, as who gives them a class does. */
async function reach(db: Db, person: Person, id: number, { lock = false } = {}): Promise<void> {
  const found = await maybeOne(
    db,
    personRow,
    sql`
      select p.id
      from people p
      where p.id = ${id} and p.deleted_at is null
        and ('teacher' in (p.main_role, p.as_role) and ${ownTeachers(person)}
          or ${isStudent} and ${ownStudents(person)})
      ${lock ? sql`for no key update of p` : sql``}
    `,
  );
  if (found === null) throw fail('not_found');
}

const pathRow = row({
  stage: oneOf(volunteerStages),
  since: instant,
  course_ids: list(int),
  languages: list(text),
  for_children: bool,
});

const checkRow = row({
  check_id: int,
  kind: text,
  sealed_number: text.nullable(),
  valid_until: date.nullable(),
  seen_by: text,
  seen_at: instant,
});

const findPath = (db: Db, id: number) =>
  maybeOne(
    db,
    pathRow,
    sql`
      select v.stage, v.stage_at as since, v.languages, v.for_children, array(
        select c.id from courses c where c.id = any(v.course_ids) and c.deleted_at is null order by c.id
      ) as course_ids
      from volunteers v
      where v.person_id = ${id}
    `,
  );

const listChecks = (db: Db, id: number) =>
  many(
    db,
    checkRow,
    sql`
      select c.id as check_id, c.kind, c.sealed_number, c.valid_until, by.fullname as seen_by, c.seen_at
      from checks c
      join people by on by.id = c.seen_by
      where c.person_id = ${id}
      order by c.id
    `,
  );

type Path = Awaited<ReturnType<typeof findPath>>;
type Checks = Awaited<ReturnType<typeof listChecks>>;

const versionOf = (path: Path, checks: Checks) => printOf(JSON.stringify([path, checks]));

const aroundRow = row({
  rule: oneOf(childrenRules),
  kinds: list(text),
  is_checked: bool,
  checked_until: date.nullable(),
});

const courseRow = row({ course_id: int, course_name: text });

export async function readChecks({ db, person, config }: Ctx, id: number): Promise<ChecksOf> {
  await reach(db, person, id);
  const isAdmin = person.role === 'admin';
  const path = await findPath(db, id);
  const checks = await listChecks(db, id);
  const around = await one(
    db,
    aroundRow,
    sql`
      select v.children_rule as rule, nullif(u.until, 'infinity') as checked_until,
        coalesce(u.until >= ${officeToday}, false) as is_checked, array(
          select distinct on (lower(k.kind)) k.kind
          from (select unnest(v.children_checks) as kind union all select c.kind from checks c) k
          order by lower(k.kind), k.kind
        ) as kinds
      from provider v
      cross join lateral (select checked_until(${id}) as until) u
    `,
  );
  const courses = await many(
    db,
    courseRow,
    sql`
      select c.id as course_id, c.course_name
      from courses c
      where c.deleted_at is null and (${isAdmin} or c.id = any(${path?.course_ids ?? []}::bigint[]))
      order by c.course_name collate natural_order, c.id
    `,
  );
  const seal = sealOf(config.secretKey);
  return {
    path,
    checks: checks.map(({ sealed_number: sealed, ...shown }) => ({
      ...shown,
      ...(isAdmin && { number: sealed === null ? '' : String(seal.open(sealed, aboutNumber)) }),
    })),
    ...around,
    courses,
    version: versionOf(path, checks),
    can: { change: isAdmin },
  };
}

/** Throws `conflict` when somebody else saved since `version`. */
export async function saveChecks({ db, person, config }: Ctx, given: Given): Promise<void> {
  const { user_id: id, path, checks, version } = given;
  await reach(db, person, id, { lock: true });
  const stored = await listChecks(db, id);
  refuseOlder(version, versionOf(await findPath(db, id), stored));
  await savePath(db, id, path);
  const kept = checks.flatMap(({ check_id }) => check_id ?? []);
  await run(db, sql`delete from checks where person_id = ${id} and id <> all(${kept}::bigint[])`);
  const seal = sealOf(config.secretKey);
  const numberOf = (check: Checks[number] | undefined) =>
    check?.sealed_number ? String(seal.open(check.sealed_number, aboutNumber)) : '';
  for (const { check_id, kind, number, valid_until } of checks) {
    const before = stored.find((one) => one.check_id === check_id);
    if (check_id !== null && before === undefined) throw fail('not_found');
    const isSame = number === undefined || number === numberOf(before);
    const sealed = isSame
      ? (before?.sealed_number ?? null)
      : number === ''
        ? null
        : seal.close(number, aboutNumber);
    await run(
      db,
      before === undefined
        ? sql`
            insert into checks (person_id, kind, sealed_number, valid_until, seen_by)
            values (${id}, ${kind}, ${sealed}, ${valid_until}::date, ${person.id})
          `
        : sql`
            update checks set kind = ${kind}, sealed_number = ${sealed}, valid_until = ${valid_until}::date,
              seen_by = ${person.id}, seen_at = now()
            where id = ${before.check_id}
              and (kind, sealed_number, valid_until) is distinct from (${kind}, ${sealed}::text, ${valid_until}::date)
          `,
    );
  }
}

async function savePath(db: Db, id: number, path: Given['path']): Promise<void> {
  if (path === null) {
    await run(db, sql`delete from volunteers where person_id = ${id}`);
    return;
  }
  const { stage, languages, for_children } = path;
  const courseIds = [...new Set(path.course_ids)].toSorted((a, b) => a - b);
  const known = await many(
    db,
    personRow,
    sql`select c.id from courses c where c.id = any(${courseIds}::bigint[]) and c.deleted_at is null`,
  );
  if (known.length < courseIds.length) throw fail('not_found');
  await run(
    db,
    sql`
      insert into volunteers as v (person_id, stage, course_ids, languages, for_children)
      values (${id}, ${stage}, ${courseIds}::bigint[], ${languages}::text[], ${for_children})
      on conflict on constraint volunteers_once do update
      set stage = excluded.stage, course_ids = excluded.course_ids, languages = excluded.languages,
        for_children = excluded.for_children,
        stage_at = case when v.stage = excluded.stage then v.stage_at else now() end
      where (v.stage, v.course_ids, v.languages, v.for_children)
        is distinct from (excluded.stage, excluded.course_ids, excluded.languages, excluded.for_children)
    `,
  );
}
