import { wayKinds } from '@gurukul/contract/access';
import type { WayIn, WayKind } from '@gurukul/contract/access';
import type { FactorNews } from '@gurukul/contract/passkeys';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { instant, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { requireProof } from '#server/http/identity/step-up.ts';
import { browserOf } from '../accounts/browser-of.ts';
import { endCodesOfNobody } from '../factors/factors.ts';
import { recordFactor } from '../factors/record.ts';
import { provenFirst } from './proven-first.ts';
import { findColleague } from './suspend.ts';

interface Way {
  /** Text that identifies the row to its owner. A secret stays behind a hash. */
  readonly id: Sql;
  /** Columns name, agent, made_at, used_at and expires_at of the table's rows `t`. */
  readonly columns: Sql;
  readonly table: Sql;
  readonly of: (personId: number) => Sql;
  readonly end: (rows: Sql) => Sql;
}

const shortHash = (bytes: Sql) => sql`left(encode(sha256(${bytes}), 'hex'), 20)`;
const never = sql`null::timestamptz`;
const ofPerson = (personId: number) => sql`t.person_id = ${personId}`;

/** Everything that lets somebody in, or shows them data, besides sessions. A new kind of it is one row here. */
const ways: { readonly [Kind in WayKind]: Way } = {
  passkey: {
    id: sql`t.id::text`,
    columns: sql`t.name, '' as agent, t.created_at as made_at, t.last_used_at as used_at, ${never} as expires_at`,
    table: sql`passkeys`,
    of: ofPerson,
    end: (rows) => sql`delete from passkeys t where ${rows}`,
  },
  code_app: {
    id: sql`t.person_id::text`,
    // The last code that was taken is of a step of thirty seconds.
    columns: sql`
      '' as name, '' as agent, t.confirmed_at as made_at, to_timestamp(nullif(t.last_step, 0) * 30) as used_at,
      ${never} as expires_at
    `,
    table: sql`code_apps`,
    of: (personId) => sql`t.person_id = ${personId} and t.confirmed_at is not null`,
    end: (rows) => sql`delete from code_apps t where ${rows}`,
  },
  openid_identity: {
    id: sql`t.id::text`,
    columns: sql`
      (select s.label from openid_services s where s.issuer = t.issuer) || ', ' || t.email_id as name, '' as agent,
      t.linked_at as made_at, t.last_used_at as used_at, ${never} as expires_at
    `,
    table: sql`openid_identities`,
    of: ofPerson,
    end: (rows) => sql`delete from openid_identities t where ${rows}`,
  },
  remembered_browser: {
    id: shortHash(sql`convert_to(t.selector, 'UTF8')`),
    columns: sql`
      '' as name,
      coalesce((select s.agent from sessions s where s.series = t.selector order by s.id desc limit 1), '') as agent,
      t.created_at as made_at, coalesce(t.rotated_at, t.created_at) as used_at, t.expires_at
    `,
    table: sql`remember_tokens`,
    of: (personId) => sql`t.person_id = ${personId} and t.expires_at > now()`,
    end: (rows) => sql`delete from remember_tokens t where ${rows}`,
  },
  known_browser: {
    id: shortHash(sql`t.device_hash`),
    columns: sql`'' as name, t.agent, t.made_at, t.seen_at as used_at, t.seen_at + interval '1 year' as expires_at`,
    table: sql`known_browsers`,
    of: ofPerson,
    end: (rows) => sql`delete from known_browsers t where ${rows}`,
  },
  calendar_link: {
    id: sql`t.id::text`,
    columns: sql`'' as name, '' as agent, t.created_at as made_at, t.last_read_at as used_at, ${never} as expires_at`,
    table: sql`calendar_feeds`,
    of: (personId) => sql`t.person_id = ${personId} and t.revoked_at is null`,
    end: (rows) => sql`update calendar_feeds t set revoked_at = clock_timestamp() where ${rows}`,
  },
  intake_key: {
    id: sql`t.id::text`,
    columns: sql`t.name, '' as agent, t.created_at as made_at, t.last_used_at as used_at, t.expires_at`,
    table: sql`intake_keys`,
    of: (personId) => sql`
      t.created_by = ${personId} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    `,
    end: (rows) => sql`update intake_keys t set revoked_at = clock_timestamp() where ${rows}`,
  },
  notifications: {
    id: sql`t.id::text`,
    columns: sql`'' as name, t.agent, t.made_at, t.used_at, ${never} as expires_at`,
    table: sql`push_devices`,
    of: ofPerson,
    end: (rows) => sql`delete from push_devices t where ${rows}`,
  },
  my_page_device: {
    id: shortHash(sql`t.hash`),
    columns: sql`
      '' as name, '' as agent, t.confirmed_at as made_at, ${never} as used_at,
      t.confirmed_at + interval '180 days' as expires_at
    `,
    table: sql`personal_devices`,
    of: (personId) => sql`t.page_id in (
      select g.id from personal_pages g join people p on lower(p.email_id) = g.mailbox where p.id = ${personId}
    )`,
    end: (rows) => sql`delete from personal_devices t where ${rows}`,
  },
};

const wayRow = row({
  kind: oneOf(wayKinds),
  id: text,
  name: text,
  agent: text,
  made_at: instant,
  used_at: instant.nullable(),
  expires_at: instant.nullable(),
});

/** Everything that lets this person in besides sessions, last used first within a kind. */
export async function listWaysIn(db: Db, personId: number): Promise<WayIn[]> {
  const rows = await many(
    db,
    wayRow,
    join(
      wayKinds.map((kind) => {
        const { id, columns, table, of } = ways[kind];
        return sql`(
          select ${kind}::text as kind, ${id} as id, ${columns} from ${table} t
          where ${of(personId)} order by used_at desc nulls last limit 100
        )`;
      }),
      ' union all ',
    ),
  );
  return rows.map(({ agent, ...way }) => ({ ...way, ...browserOf(agent) }));
}

const newsOf: Partial<Record<WayKind, FactorNews>> = { passkey: 'passkey_removed', code_app: 'app_removed' };

/** Ends one of them, if this person has it still. The owner of a second factor gets a mail. */
export async function endWayIn(ctx: Ctx, uid: number, kind: WayKind, id: string): Promise<void> {
  const { db: tx, person } = ctx;
  const owner = await findColleague(tx, uid, { lock: true });
  if (provenFirst.has(kind)) requireProof(person);
  const way = ways[kind];
  const ended = await run(tx, way.end(sql`${way.of(uid)} and ${way.id} = ${id}`));
  const what = newsOf[kind];
  if (ended === 0 || what === undefined) return;
  await endCodesOfNobody(tx, uid);
  await recordFactor(tx, ctx, { what, owner, ...(uid === person.id ? {} : { by: person.id }) });
}
