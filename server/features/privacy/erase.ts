import type { ErasureFate, ErasureLine, privacy, PrivacyGroup } from '@gurukul/contract/privacy';
import { erasureFates, privacyGroups } from '@gurukul/contract/privacy';
import sql, { raw } from 'sql-template-tag';
import type * as z from 'zod';
import { int, row, text } from '#server/db/columns.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { digestOf } from '#server/http/requests/checked.ts';
import { fail } from '#server/http/answers/problem.ts';
import { deadMailQueue, jobSchema, mailQueue, whatsappQueue } from '#server/jobs/queues.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import { lockCoursesOf } from '../people/delete-person.ts';
import { readFacts, storeMentions } from './mentions.ts';
import type { MentionDecision } from './mentions.ts';
import { emptiedInTrail, erasedPerson, places, setting } from './places.ts';
import type { Place, Who } from './places.ts';
import { readSought } from './sought.ts';
import { findPerson } from './who.ts';
import type { FoundPerson } from './who.ts';

type ErasurePreview = z.input<typeof privacy.erase_person.output>['data'];

const countRow = row({ count: int });

const fateOf = ({ erase }: Place): ErasureFate => {
  if (erase === 'law') return 'kept';
  return erase === 'delete' ? 'erased' : 'nameless';
};

/** The work of a colleague that an erasure ends. */
const leavesRow = row({ courses: int, slots: int });

const countLeaves = (db: Db, { ids }: Who) =>
  one(
    db,
    leavesRow,
    sql`
      select
        (select count(*) from courses c where c.courseadmin_id = any(${[...ids]}::bigint[]) and c.deleted_at is null) as courses,
        (select count(*) from slot_teachers s where s.teacher_id = any(${[...ids]}::bigint[]) and s.ended_at is null) as slots
    `,
  );

/** Answers to own questions lie in rows that stay. */
const countAnswers = async (db: Db, { ids }: Who): Promise<number> => {
  const { count } = await one(
    db,
    countRow,
    sql`
      select count(*) as count
      from (
        select jsonb_object_keys(p.answers) from people p where p.id = any(${[...ids]}::bigint[])
        union all
        select jsonb_object_keys(e.answers) from enrolments e where e.student_id = any(${[...ids]}::bigint[])
      ) a
    `,
  );
  return count;
};

/**
 * Locks the courses of a colleague and then people, as all code does: a student with their guardians, so that nobody else
 * gets one of these meanwhile; an account admin with all admins, so that of two who erase each other one is left.
 */
async function lockFor(tx: Db, id: number): Promise<void> {
  await lockCoursesOf(tx, id);
  await run(
    tx,
    sql`
      select from people p
      where p.id = ${id}
        or (p.main_role = 'guardian' and p.id in (select g.guardian_id from guardians g where g.student_id = ${id}))
        or (
          p.main_role = 'admin' and p.deleted_at is null
          and exists (select from people a where a.id = ${id} and a.main_role = 'admin')
        )
      order by p.id
      for update
    `,
  );
}

/**
 * What grows by itself, also while the erasure waits for a second person: sign-ins, mails, entries of logs. With more of
 * them it is the same erasure.
 */
const byThemselves: ReadonlySet<PrivacyGroup> = new Set(['access', 'mails', 'history']);

/**
 * Whom an erasure is about, and what it does, counted by kind of data. `lock`: the person until the transaction ends.
 * Throws `already_erased`, and `not_allowed_to_delete` for the last account admin.
 */
export async function planErasure(
  db: Db,
  id: number,
  { lock }: { readonly lock: boolean },
): Promise<{ readonly who: FoundPerson; readonly shown: ErasurePreview }> {
  if (lock) await lockFor(db, id);
  const person = await findPerson(db, id, { withGuardians: true });
  if (person.erased_at !== null) throw fail('already_erased');
  if (person.is_admin && !person.is_deleted && (await listAdmins(db)).every((admin) => admin.id === id)) {
    throw fail('not_allowed_to_delete');
  }
  const found: ErasureLine[] = [{ group: 'profile', fate: 'erased', count: person.ids.length }];
  found.push({ group: 'answers', fate: 'erased', count: await countAnswers(db, person) });
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
  const leaves = await countLeaves(db, person);
  const digest = await digestOf([person, lines.filter(({ group }) => !byThemselves.has(group)), leaves]);
  return {
    who: person,
    shown: { fullname: person.fullname, guardians: [...person.guardians], lines, leaves, digest },
  };
}

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

const keyRow = row({ key: text });

/** Their pictures and homework, also those of before, which the trail names. */
const listFiles = (tx: Db, { ids }: Who) =>
  many(
    tx,
    keyRow,
    sql`
      select f.key
      from files f
      where f.key is not null and '/files/' || f.key in (
        select p.image from people p where p.id = any(${[...ids]}::bigint[])
        union all
        select h.home_work from homework h where h.student_id = any(${[...ids]}::bigint[])
        union all
        select named.location
        from audit_entries e
        cross join lateral (
          values (e.before ->> 'image'), (e.after ->> 'image'), (e.before ->> 'home_work'), (e.after ->> 'home_work')
        ) named (location)
        where e.about_person_id = any(${[...ids]}::bigint[]) and e.table_name in ('people', 'homework')
      )
    `,
  );

/**
 * Why a mail did not arrive stands with its job too, and may name the mailbox. Before the mails lose their recipient.
 */
const forgetFailures = (tx: Db, { ids, emails }: Who) =>
  run(
    tx,
    sql`
      update ${raw(jobSchema)}.job j
      set output = null
      where j.name in (${mailQueue}, ${whatsappQueue}, ${deadMailQueue}) and j.output is not null
        and (j.data ->> 'mail')::bigint in (
          select m.id from mails m
          where m.person_id = any(${[...ids]}::bigint[]) or lower(m.recipient) = any(${[...emails]}::text[])
        )
    `,
  );

const touchedRow = row({ id: text.nullable() });

/** What was removed, for those who remove the bytes after the commit. */
export interface Erased {
  /** The keys of files without a row now. */
  readonly keys: readonly string[];
  /** Each person of it, by number, with the line outside the database. */
  readonly people: readonly { readonly id: number; readonly facts: string }[];
  /** Nobody else's mailboxes. */
  readonly emails: readonly string[];
}

/** What the office decided about texts that still name them, and who; null when it is repeated after a restore. */
interface Decisions {
  readonly secretKey: Config['secretKey'];
  readonly chosen?: readonly MentionDecision[];
  readonly by?: number | null;
}

/**
 * Erases for good, with the values in the trail. The person, and those merged into them, stay as deleted rows. Texts that
 * still name them are listed for the office, unless it has decided.
 */
export async function erasePerson(
  tx: Db,
  who: FoundPerson,
  { secretKey, chosen = [], by = null }: Decisions,
): Promise<Erased> {
  const sought = await readSought(tx, who);
  await forgetAnswers(tx, who);
  await forgetFailures(tx, who);
  const keys = (await listFiles(tx, who)).map(({ key }) => key);
  /** By table, the rows that the trail has under their number. */
  const touched: Record<string, string[]> = {};
  for (const { table, about, erase } of places) {
    if (typeof erase === 'string' && erase !== 'delete') continue;
    const rows = await many(
      tx,
      touchedRow,
      sql`
        ${erase === 'delete' ? sql`delete from ${raw(table)} t` : sql`update ${raw(table)} t set ${setting(erase)}`}
        where ${about(who)}
        returning to_jsonb(t) ->> 'id' as id
      `,
    );
    touched[table] = rows.flatMap(({ id }) => id ?? []);
  }
  // Homework names its file, so it goes first.
  await run(tx, sql`delete from files f where f.key = any(${keys}::text[])`);
  const ids = [...who.ids];
  await run(
    tx,
    sql`
      update people t
      set ${setting(erasedPerson)}, erased_at = now(), updated_at = now(), deleted_at = coalesce(t.deleted_at, now())
      where t.id = any(${ids}::bigint[])
    `,
  );
  await run(
    tx,
    sql`select erase_trail(${ids}::bigint[], ${JSON.stringify(emptiedInTrail)}::jsonb, ${JSON.stringify(touched)}::jsonb)`,
  );
  await run(tx, sql`select erase_origins(${ids}::bigint[])`);
  if (sought !== null) {
    await storeMentions(tx, sought, { secretKey, personId: who.user_id, chosen, by });
  }
  return { keys, people: await readFacts(tx, ids), emails: who.emails };
}
