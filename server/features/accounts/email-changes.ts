import type { accounts, EmailDecision } from '@gurukul/contract/accounts';
import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { instant, int, row, text } from '../../db/columns.ts';
import { maybeOne, run } from '../../db/rows.ts';
import type { Handlers } from '../../http/handlers.ts';
import { fail, refused } from '../../http/answers/problem.ts';
import { proveMailbox } from '../../channels/mail/prove.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { findAccount } from './queries.ts';
import { countSentLink } from './send-link.ts';
import { endAccess } from './set-password.ts';

const validDays = 7;

type EmailChangeCalls = 'ask_email_change' | 'withdraw_email_change' | 'decide_email_change';

const call = (name: EmailChangeCalls) => `accounts.${name}`;

/**
 * An account admin gives a person another sign-in address. It counts from the moment in which somebody who reads the
 * mails there confirms it. Somebody who reads those of the old address may refuse it until then.
 */
export const emailChangeHandlers: Pick<Handlers<typeof accounts>, EmailChangeCalls> = {
  async ask_email_change({ uid, email_id }, ctx) {
    const { db, person, mail, requestId } = ctx;
    const account = await lockPerson(db, uid, 'present');
    if (account === null) throw fail('not_found');
    await countSentLink(ctx);
    if ((await findAccount(db, email_id)) !== null) throw fail('already_registered');

    const confirm = newSecret('c_');
    const refuse = newSecret('r_');
    await putEmailChange(db, { account, emailId: email_id, confirm, refuse });
    const data = { email: email_id, asker: person.fullname };
    const dedupeKey = randomUUID();
    await mail.enqueue(db, {
      kind: 'email_confirm',
      to: email_id,
      person_id: uid,
      dedupeKey: `email_confirm:${dedupeKey}`,
      data: { ...data, secret: confirm },
    });
    await mail.enqueue(db, {
      kind: 'email_refuse',
      to: account.email_id,
      person_id: uid,
      dedupeKey: `email_refuse:${dedupeKey}`,
      data: { ...data, secret: refuse },
    });
    await record(db, { name: 'ask_email_change', by: person.id, uid, emailId: email_id, requestId });
    return { status: 200, message: 'success' };
  },

  async withdraw_email_change({ uid }, { db, person, requestId }) {
    if ((await lockPerson(db, uid, 'any')) === null) throw fail('not_found');
    const waiting = await maybeOne(
      db,
      takenRow,
      sql`delete from email_changes where person_id = ${uid} returning email_id`,
    );
    // Answered or withdrawn in the meantime: none is left, as was wanted.
    if (waiting !== null) {
      const emailId = waiting.email_id;
      await record(db, { name: 'withdraw_email_change', by: person.id, uid, emailId, requestId });
    }
    return { status: 200, message: 'success' };
  },

  async decide_email_change({ secret, decision }, { db, mail, requestId }) {
    const hash = hashSecret(secret);
    const asked = await findAsked(db, hash, decision);
    // The owner of the old address may refuse at any time.
    const which = decision === 'refused' ? 'any' : 'present';
    const account = asked === null ? null : await lockPerson(db, asked.person_id, which);
    const taken = account === null ? null : await takeEmailChange(db, account, hash, decision);
    if (account === null || taken === null) return refused('email_link_over');
    const { id: uid, email_id: before } = account;
    if (decision === 'refused') {
      const emailId = taken.email_id;
      await record(db, { name: 'decide_email_change', by: null, uid, emailId, requestId });
      return { status: 200, message: 'success' };
    }
    // Somebody else signed up with the address in the meantime.
    if ((await findAccount(db, taken.email_id)) !== null) throw fail('already_registered');
    await run(db, sql`update people set email_id = ${taken.email_id}, updated_at = now() where id = ${uid}`);
    await proveMailbox(db, taken.email_id.toLowerCase(), [uid]);
    // As with a new password: what was opened with the old address is over.
    await endAccess(db, uid);
    await run(db, sql`delete from openid_identities where person_id = ${uid}`);
    await mail.enqueue(db, {
      kind: 'email_changed',
      to: before,
      person_id: uid,
      dedupeKey: `email_changed:${uid}:${randomUUID()}`,
      data: { email: taken.email_id },
    });
    return { status: 200, message: 'success' };
  },
};

const personRow = row({ id: int, email_id: text });
type Account = { readonly id: number; readonly email_id: string };

/** Somebody with an account, suspended ones only with `any`; who is invited to another address is invited anew. The lock comes before that of the row in `email_changes`. */
const lockPerson = (db: Db, id: number, which: 'present' | 'any') =>
  maybeOne(
    db,
    personRow,
    sql`
      select p.id, p.email_id from people p
      where p.id = ${id} and p.deleted_at is null and p.password_hash is not null
        and (${which === 'any'} or exists (select from present_staff s where s.id = p.id))
      for no key update
    `,
  );

const waitingRow = row({ email_id: text, expires_at: instant });

/** The address that waits to be confirmed. */
export const findEmailChange = (db: Db, personId: number) =>
  maybeOne(
    db,
    waitingRow,
    sql`
      select e.email_id, e.expires_at
      from email_changes e
      join people p on p.id = e.person_id and p.email_id = e.instead_of
      where e.person_id = ${personId} and e.expires_at > now()
    `,
  );

interface NewEmailChange {
  readonly account: Account;
  readonly emailId: string;
  readonly confirm: string;
  readonly refuse: string;
}

/** The links of an earlier one stop working. */
const putEmailChange = (db: Db, { account, emailId, confirm, refuse }: NewEmailChange) =>
  run(
    db,
    sql`
      insert into email_changes (person_id, email_id, instead_of, confirm_hash, refuse_hash, expires_at)
      values (${account.id}, ${emailId}, ${account.email_id}, ${hashSecret(confirm)}, ${hashSecret(refuse)},
        now() + make_interval(days => ${validDays}::int))
      on conflict (person_id) do update
        set email_id = excluded.email_id, instead_of = excluded.instead_of, confirm_hash = excluded.confirm_hash,
          refuse_hash = excluded.refuse_hash, expires_at = excluded.expires_at
    `,
  );

const columns = { confirmed: 'confirm_hash', refused: 'refuse_hash' } as const;

const askedRow = row({ person_id: int });

const findAsked = (db: Db, hash: Buffer, decision: EmailDecision) =>
  maybeOne(db, askedRow, sql`select person_id from email_changes where ${raw(columns[decision])} = ${hash}`);

const takenRow = row({ email_id: text });

/** Uses the link up. Null when it is over: used, expired, replaced, withdrawn, or the person has another address. */
const takeEmailChange = (db: Db, account: Account, hash: Buffer, decision: EmailDecision) =>
  maybeOne(
    db,
    takenRow,
    sql`
      delete from email_changes
      where ${raw(columns[decision])} = ${hash}
        and person_id = ${account.id}
        and instead_of = ${account.email_id}
        and expires_at > now()
      returning email_id
    `,
  );

interface Recorded {
  readonly name: EmailChangeCalls;
  /** Null: nobody is signed in. */
  readonly by: number | null;
  readonly uid: number;
  readonly emailId: string;
  readonly requestId: string;
}

/** The rows are secret and have no audit trail. This records who did what with which address. */
function record(db: Db, { name, by, uid, emailId, requestId }: Recorded) {
  const address = JSON.stringify({ email_id: emailId });
  const isAsked = name === 'ask_email_change';
  return run(
    db,
    sql`
      insert into audit_entries (change_id, person_id, call, request_id, table_name, row_id, action, before, after,
        about_person_id)
      values (current_change(), ${by}, ${call(name)}, ${requestId}, 'email_changes', ${String(uid)},
        ${isAsked ? 'insert' : 'delete'}, ${isAsked ? null : address}::jsonb, ${isAsked ? address : null}::jsonb, ${uid})
    `,
  );
}
