import type { AlarmKind } from '@gurukul/contract/access';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { int, row, text } from '#server/db/columns.ts';
import { one, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { listAdmins } from '#server/mail/admins.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { recordSecurity } from './record.ts';

interface Raised {
  readonly kind: AlarmKind;
  /** Null: many networks, or none. */
  readonly network: string | null;
  /** Whose doing it is, when that is known. */
  readonly personId: number | null;
  /** Accounts, rows or refusals; of a broken log the first wrong entry. */
  readonly count: number;
}

const raisedRow = row({ id: int, name: text.nullable() });

/**
 * Raises one alarm for one attack, and mails the account admins once. It grows while the attack goes on, also after
 * somebody has seen it.
 */
export const raiseAlarm = (
  pool: pg.Pool,
  mail: Mailer,
  { kind, network, personId, count }: Raised,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await run(tx, sql`select pg_advisory_xact_lock(hashtext('alarms'))`);
    const grown = await run(
      tx,
      sql`
        update sign_in_alarms a
        set accounts = greatest(a.accounts, ${count}::integer), last_at = now()
        where a.kind = ${kind}
          and a.network is not distinct from ${network}
          and a.person_id is not distinct from ${personId}
          and a.last_at > now() - interval '1 hour'
      `,
    );
    if (grown > 0) return;
    const { id, name } = await one(
      tx,
      raisedRow,
      sql`
        insert into sign_in_alarms (kind, network, person_id, accounts)
        values (${kind}, ${network}, ${personId}, ${count})
        returning id, (select p.fullname from people p where p.id = person_id) as name
      `,
    );
    await mail.enqueueMany(
      tx,
      (await listAdmins(tx)).map((admin) => ({
        kind: 'security_alarm' as const,
        to: admin.email_id,
        dedupeKey: `security_alarm:${id}:${admin.id}`,
        data: { alarm: kind, network, name, count },
      })),
    );
    await recordSecurity(tx, {
      kind: 'alarm_raised',
      personId: null,
      aboutId: personId,
      from: '',
      facts: { alarm: kind, network, count },
    });
  });
