import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { codeOf } from '../../test/office.ts';
import { many, run } from '../../test/rows.ts';
import { admin, foundSchool } from '../../test/small-school.ts';
import { waitingMails } from '../../test/waiting-mails.ts';

const office = await testApp({ database: 'empty' });
const { db, config } = office;
const { staff, students } = await foundSchool(db);
const uid = staff.teach;
const old = 'teach@office.test';
const done = { status: 200, message: 'success' };
const over = { status: 200, message: 'failed', code: 'email_link_over' };

const ask = (email_id: string, as = admin, of = uid) =>
  office.call('accounts.ask_email_change', { uid: of, email_id }, { as });
const decide = (secret: string, decision: string) =>
  office.call('accounts.decide_email_change', { secret, decision });
const secretTo = async (kind: string, to: string): Promise<string> =>
  (await waitingMails(db, config)).findLast((mail) => mail.kind === kind && mail.to === to)?.data.secret;
const address = async () =>
  (await many<{ email_id: string }>(db)`select email_id from people where id = ${uid}`)[0]?.email_id;
const waiting = async () =>
  (await office.call('people.get_colleague', { id: uid }, { as: admin })).body.data?.new_email;

let word = 0;
let fresh = '';
beforeEach(async () => {
  word += 1;
  fresh = `new${word}@mail.test`;
  await run(db)`delete from email_changes`;
  await run(db)`update people set email_id = ${old}, deleted_at = null where id = ${uid}`;
});

describe('a new sign-in address', () => {
  it('counts once it is confirmed from there; all access by the old one ends, and the old one is told', async () => {
    expect((await ask(fresh)).body).toEqual(done);
    expect([await address(), await waiting()]).toMatchObject([old, { email_id: fresh }]);
    const secret = await secretTo('email_confirm', fresh);
    await run(db)`
      insert into sessions (token_hash, person_id, active_role, expires_at)
      values (${Buffer.from(fresh)}, ${uid}, 'teacher', now() + interval '1 hour')
    `;
    // The secret of one address is none of the other's.
    expect((await decide(secret, 'refused')).body).toMatchObject(over);
    expect((await decide(secret, 'confirmed')).body).toEqual(done);
    expect([await address(), await waiting()]).toEqual([fresh, null]);
    expect(await many(db)`select id from sessions where person_id = ${uid}`).toEqual([]);
    const last = (await waitingMails(db, config)).at(-1);
    expect(last).toMatchObject({ kind: 'email_changed', to: old, data: { email: fresh } });
    expect((await decide(secret, 'confirmed')).body).toMatchObject(over);
  });

  it('is refused from the old address', async () => {
    await ask(fresh);
    expect((await decide(await secretTo('email_refuse', old), 'refused')).body).toEqual(done);
    expect((await decide(await secretTo('email_confirm', fresh), 'confirmed')).body).toMatchObject(over);
    expect([await address(), await waiting()]).toEqual([old, null]);
  });

  it('gives way to a newer one', async () => {
    await ask(fresh);
    const first = await secretTo('email_confirm', fresh);
    const refusal = await secretTo('email_refuse', old);
    await ask(`second.${fresh}`);
    for (const answer of [await decide(first, 'confirmed'), await decide(refusal, 'refused')]) {
      expect(answer.body).toMatchObject(over);
    }
    expect(await waiting()).toMatchObject({ email_id: `second.${fresh}` });
    await decide(await secretTo('email_confirm', `second.${fresh}`), 'confirmed');
    expect(await address()).toBe(`second.${fresh}`);
  });

  it('is withdrawn, also twice', async () => {
    await ask(fresh);
    for (const _ of [1, 2]) {
      const { body } = await office.call('accounts.withdraw_email_change', { uid }, { as: admin });
      expect(body).toEqual(done);
    }
    expect((await decide(await secretTo('email_confirm', fresh), 'confirmed')).body).toMatchObject(over);
  });

  it.each([
    ['expired', () => sql`update email_changes set expires_at = now()`],
    ['the person was deleted', () => sql`update people set deleted_at = now() where id = ${uid}`],
    [
      'the person has another address by now',
      () => sql`update people set email_id = 'else@mail.test' where id = ${uid}`,
    ],
  ])('is over when %s', async (_, change) => {
    await ask(fresh);
    await run(db)`${change()}`;
    const before = await address();
    expect((await decide(await secretTo('email_confirm', fresh), 'confirmed')).body).toMatchObject(over);
    expect((await decide(await secretTo('email_refuse', old), 'refused')).body).toMatchObject(over);
    expect(await address()).toBe(before);
  });

  it('is nobody else’s, when asked and when confirmed', async () => {
    expect((await ask('OWN@office.test')).body.code).toBe('already_registered');
    // A student may share the address of a colleague.
    expect((await ask('anu@office.test')).status).toBe(200);
    await ask(fresh);
    await run(db)`
      insert into people (main_role, first_name, email_id) values ('teacher', 'Meanwhile', ${fresh})
    `;
    expect(codeOf(await decide(await secretTo('email_confirm', fresh), 'confirmed'))).toBe(
      '409 already_registered',
    );
    expect([await address(), await waiting()]).toMatchObject([old, { email_id: fresh }]);
  });

  it('of two presses at once, one counts', async () => {
    await ask(fresh);
    const secret = await secretTo('email_confirm', fresh);
    const refusal = await secretTo('email_refuse', old);
    const answers = await Promise.all([
      decide(secret, 'confirmed'),
      decide(secret, 'confirmed'),
      decide(refusal, 'refused'),
    ]);
    expect(answers.filter(({ body }) => body.message === 'success')).toHaveLength(1);
  });

  it('is asked for by account admins, for people with an account', async () => {
    expect((await ask(fresh, admin, students.anu)).status).toBe(404);
    expect((await ask(fresh, admin, 999_999)).status).toBe(404);
  });

  it('stands in the history with who asked and which address, without the secrets', async () => {
    await ask(fresh);
    const secret = await secretTo('email_confirm', fresh);
    await decide(secret, 'confirmed');
    const entries = await many(db)`
      select call, table_name, person_id, coalesce(after, before) ->> 'email_id' as email, after::text
      from audit_entries
      where about_person_id = ${uid}
      order by change_id desc, id desc
      limit 2
    `;
    expect(entries).toMatchObject([
      { call: 'accounts.decide_email_change', table_name: 'people', person_id: null, email: fresh },
      {
        call: 'accounts.ask_email_change',
        table_name: 'email_changes',
        person_id: staff.admin,
        email: fresh,
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});
