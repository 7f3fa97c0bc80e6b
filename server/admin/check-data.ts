import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { int, row, text } from '../db/columns.ts';
import type { Db } from '../db/pool.ts';
import { many, run } from '../db/rows.ts';
import { inTransaction } from '../db/tx.ts';
import { checkChain } from '../security-log/check.ts';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';
import { createStorage } from '../storage/storage.ts';
import type { Operator } from './run-admin.ts';

const found = row({ what: text });
const list = async (db: Db, statement: Sql) => (await many(db, found, statement)).map(({ what }) => what);

/** Rules over several rows, which triggers guard at each change and no constraint holds. */
const rules: Readonly<Record<string, Sql>> = {
  'open enrolments of deleted people, courses or classes': sql`
    select 'enrolment ' || e.id as what
    from enrolments e
    join people p on p.id = e.student_id join courses c on c.id = e.course_id left join classes k on k.id = e.class_id
    where e.ended_on is null and num_nonnulls(p.deleted_at, c.deleted_at, k.deleted_at) > 0`,
  'slots of deleted courses or classes': sql`
    select 'slot ' || s.id as what
    from class_slots s join courses c on c.id = s.course_id join classes k on k.id = s.class_id
    where s.deleted_at is null and num_nonnulls(c.deleted_at, k.deleted_at) > 0`,
  'teachers of slots who teach no more': sql`
    select 'slot ' || t.slot_id || ', teacher ' || t.teacher_id as what
    from slot_teachers t join people p on p.id = t.teacher_id
    where t.ended_at is null and (p.deleted_at is not null or 'teacher' not in (p.main_role, coalesce(p.as_role, '')))`,
  'courses whose course admin is none': sql`
    select 'course ' || c.id as what from courses c join people p on p.id = c.courseadmin_id
    where c.deleted_at is null
      and (p.deleted_at is not null or 'courseadmin' not in (p.main_role, coalesce(p.as_role, '')))`,
  'indexes that were never finished': sql`
    select i.indexrelid::regclass::text as what from pg_index i where not i.indisvalid`,
};

/** Runs `work` in a transaction that ends without a change. */
async function tryOut({ pool }: Operator, work: (tx: Db) => Promise<void>): Promise<void> {
  const nothing = new Error('nothing is changed');
  await inTransaction(pool, async (tx) => {
    await work(tx);
    throw nothing;
  }).catch((error: unknown) => {
    if (error !== nothing) throw error;
  });
}

const constraintRow = row({ place: text, name: text });

/** Constraints that were added later hold for new rows only. They are tried on the older ones, without a change. */
async function brokenConstraints(operator: Operator): Promise<string[]> {
  const constraints = await many(
    operator.pool,
    constraintRow,
    sql`
      select c.conrelid::regclass::text as place, quote_ident(c.conname) as name from pg_constraint c
      where not c.convalidated and c.connamespace = 'public'::regnamespace order by place, name
    `,
  );
  const broken: string[] = [];
  for (const { place, name } of constraints) {
    await tryOut(operator, async (tx) => {
      await run(tx, sql`alter table ${raw(place)} validate constraint ${raw(name)}`);
    }).catch((error: unknown) => {
      // check_violation, foreign_key_violation
      if (!['23514', '23503'].includes(codeOf(error) ?? '')) throw error;
      broken.push(`${place} ${name}`);
    });
  }
  return broken;
}

const pairsAtOnce = 500;
const pairRow = row({ student_id: int, course_id: int });

/** The sums of the ledgers are derived anew, in transactions that end without a change, and compared. */
async function wrongLedgers(operator: Operator): Promise<string[]> {
  const pairs = await many(
    operator.pool,
    pairRow,
    sql`
      select student_id, course_id from ledger_sums union select student_id, course_id from charges
      order by student_id, course_id
    `,
  );
  const wrong: string[] = [];
  for (let at = 0; at < pairs.length; at += pairsAtOnce) {
    const part = pairs.slice(at, at + pairsAtOnce);
    const students = sql`${part.map((pair) => pair.student_id)}::bigint[]`;
    const courses = sql`${part.map((pair) => pair.course_id)}::bigint[]`;
    const sums = sql`
      select l.* from ledger_sums l
      join unnest(${students}, ${courses}) as pair (student_id, course_id) using (student_id, course_id)`;
    await tryOut(operator, async (tx) => {
      await run(tx, sql`create temporary table before on commit drop as ${sums}`);
      await run(
        tx,
        sql`
          select settle_ledger(pair.student_id, pair.course_id)
          from unnest(${students}, ${courses}) as pair (student_id, course_id)
        `,
      );
      wrong.push(
        ...(await list(
          tx,
          sql`
            select distinct 'student ' || d.student_id || ', course ' || d.course_id as what
            from (
              (select * from before except ${sums}) union all (${sums} except select * from before)
            ) d
            order by what
          `,
        )),
      );
    });
  }
  return wrong;
}

const fileRow = row({ id: text, key: text });

/** Files that rows name and the storage does not have. */
async function missingFiles({ pool, settings }: Operator): Promise<string[]> {
  const storage = createStorage({ ...settings, secretKey: settings.secretKey ?? 'nothing is signed here' });
  const there = new Set<string>();
  for await (const { name } of storage.listStored()) there.add(name);
  const named = await many(
    pool,
    fileRow,
    sql`select id::text as id, key from files where key is not null order by created_at`,
  );
  return named.filter(({ key }) => !there.has(key)).map(({ id }) => `file ${id}`);
}

const shown = 20;

/** Reads only. Throws when something is wrong, so that a script notices. */
export async function checkData(operator: Operator): Promise<string> {
  const { pool } = operator;
  const looks: (readonly [string, () => Promise<readonly string[]>])[] = [
    ...Object.entries(rules).map(([title, rule]) => [title, () => list(pool, rule)] as const),
    ['constraints that older rows break', () => brokenConstraints(operator)],
    ['sums of ledgers that differ from charges and payments', () => wrongLedgers(operator)],
    ['files that rows name and the storage does not have', () => missingFiles(operator)],
    [
      'breaks in the chain of the security log',
      async () => {
        const { problem, at } = await checkChain(pool);
        return problem === null ? [] : [`${problem} at entry ${at}`];
      },
    ],
  ];
  const lines: string[] = [];
  let wrong = 0;
  for (const [title, look] of looks) {
    const all = await look();
    wrong += all.length;
    lines.push(`${all.length}\t${title}`, ...all.slice(0, shown).map((each) => `\t${each}`));
    if (all.length > shown) lines.push(`\tand ${all.length - shown} more`);
  }
  if (wrong > 0) throw new StartError([...lines, 'Something is wrong: see above.'].join('\n'));
  return [...lines, 'Nothing is wrong.'].join('\n');
}
