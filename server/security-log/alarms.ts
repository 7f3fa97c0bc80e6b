import type { AlarmKind } from '@gurukul/contract/access';
import { backupAlarms, keyAlarms } from '@gurukul/contract/access';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { int, row, text } from '#server/db/columns.ts';
import { one, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { recordSecurity } from './record.ts';

interface Raised {
  readonly kind: AlarmKind;
  /** Null: many networks, or none. */
  readonly network: string | null;
  /** Whose doing it is, when that is known. */
  readonly personId: number | null;
  /** The intake key that it is about. */
  readonly keyId?: number;
  /** Accounts, rows, refusals or uses; of a broken log the first wrong entry; of backups the hours since a good one. */
  readonly count: number;
}

const daily: readonly AlarmKind[] = [...keyAlarms, ...backupAlarms];

const raisedRow = row({ id: int, name: text.nullable(), key: text.nullable() });

/**
 * Raises one alarm for one attack, and mails the account admins once. It grows while the attack goes on, also after
 * somebody has seen it. An alarm about a key or about backups is raised once a day.
 */
export const raiseAlarm = (
  pool: pg.Pool,
  mail: Mailer,
  { kind, network, personId, keyId, count }: Raised,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await run(tx, sql`select pg_advisory_xact_lock(hashtext('alarms'))`);
    const grown = await run(
      tx,
      sql`
        update sign_in_alarms a
        set accounts = greatest(a.accounts, ${count}::integer), last_at = now()
        where a.kind = ${kind}
          and a.person_id is not distinct from ${personId}
          and a.key_id is not distinct from ${keyId ?? null}
          and case
            when a.kind = any(${daily}::text[])
              then (a.started_at at time zone 'UTC')::date = (now() at time zone 'UTC')::date
            else a.network is not distinct from ${network} and a.last_at > now() - interval '1 hour'
          end
      `,
    );
    if (grown > 0) return;
    const { id, name, key } = await one(
      tx,
      raisedRow,
      sql`
        insert into sign_in_alarms (kind, network, person_id, key_id, accounts)
        values (${kind}, ${network}, ${personId}, ${keyId ?? null}, ${count})
        returning id, (select p.fullname from people p where p.id = person_id) as name,
          (select k.name from intake_keys k where k.id = key_id) as key
      `,
    );
    await mail.enqueueMany(
      tx,
      (await listAdmins(tx)).map((admin) => ({
        kind: 'security_alarm' as const,
        to: admin.email_id,
        dedupeKey: `security_alarm:${id}:${admin.id}`,
        data: { alarm: kind, network, name, key, count },
      })),
    );
    await recordSecurity(tx, {
      kind: 'alarm_raised',
      personId: null,
      aboutId: personId,
      from: '',
      facts: { alarm: kind, network, count, ...(keyId === undefined ? {} : { key: keyId }) },
    });
  });
