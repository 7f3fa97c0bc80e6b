import type { AskedAction } from '@gurukul/contract/approvals';
import { selection } from '@gurukul/contract/selection';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { inTransaction } from '#server/db/tx.ts';
import { closeJobs, openJobs } from '#server/jobs/open.ts';
import { createMailer } from '#server/channels/mail/mailer.ts';
import { testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import { requireSecondPerson } from './gate.ts';

const app = await testApp({ database: 'empty' });
const { call, config, db } = app;
const { students, gita } = await foundSchool(db);
const jobs = await openJobs(db, { log: { warn: () => undefined } });
afterAll(() => closeJobs(jobs, 1000));
const [asker, second] = ['admin@office.test', 'second@office.test'];
await office(db).person('Second', 'admin');

const above = (count: number | null) => run(db)`update provider set second_person_above = ${count}`;
beforeEach(async () => {
  await run(db)`delete from asked_deeds`;
  await above(1);
});

const selectedOf = (ids: readonly number[]) => ({
  list: { course_status: 'all' },
  rows: ids.map((student_id) => ({ student_id, course_id: gita.id })),
});
const deleting = async (ids: readonly number[]) => {
  const selected = selectedOf(ids);
  const change = { kind: 'delete' };
  const { body } = await call('selection.preview_change', { selected, change }, { as: asker });
  return { selected, change, digest: body.data.digest as string };
};
const ask = (input: object, as = asker, name = 'selection.save_change') =>
  call('approvals.ask_deed', { call: name, input, reason: 'Left long ago' }, { as });
const decide = (id: number, approve = true, as = second) =>
  call('approvals.decide_deed', { id, approve }, { as });
const save = (input: object, as = asker) => call('selection.save_change', input, { as });
const actionsOf = async (as: string): Promise<AskedAction[]> =>
  (await call('approvals.get_deeds', {}, { as })).body.data;
const living = async () =>
  (
    await one<{ count: number }>(db)`
      select count(*)::integer as count from people where main_role = 'student' and deleted_at is null
    `
  ).count;
const approvedDelete = async (ids: readonly number[]) => {
  const input = await deleting(ids);
  const { id } = (await ask(input)).body.data;
  expect((await decide(id)).status).toBe(200);
  return { id: id as number, input };
};
const two = [students.deepa, students.chitra];

describe('a delete of many', () => {
  test('is refused alone, asked for, approved by another admin, and done once', async () => {
    const before = await living();
    const input = await deleting(two);
    const refused = await save(input);
    expect(codeOf(refused)).toBe('409 second_person_needed');
    expect(refused.body.call).toBe('selection.save_change');
    const { id } = (await ask(input)).body.data;
    // Asked again it is the same one.
    expect((await ask(input)).body.data.id).toBe(id);
    expect(codeOf(await save(input))).toBe('409 second_person_needed');
    const told = (await waitingMails(db, config)).filter(({ kind }) => kind === 'deed_asked');
    expect(told.map(({ to }) => to)).toEqual([second]);
    expect((await actionsOf(second))[0]).toMatchObject({
      size: 2,
      kind: 'delete',
      state: 'waiting',
      input: null,
      filter: { course_status: 'all' },
      names: ['Deepa', 'Chitra'],
      can: { decide: true, do: false },
    });
    expect((await decide(id)).status).toBe(200);
    const [mine] = await actionsOf(asker);
    expect(mine).toMatchObject({
      state: 'approved',
      decided_by: 'Second',
      filter: {},
      names: [],
      can: { decide: false, do: true },
    });
    expect((await actionsOf(second))[0]).toMatchObject({ input: null, can: { decide: false, do: false } });
    const answers = await Promise.all([save(mine!.input!), save(mine!.input!)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await living()).toBe(before - 2);
    expect((await actionsOf(asker))[0]).toMatchObject({ state: 'done' });

    // The trail names both, and an undo leaves the approval used.
    const trail = await many<{ call: string; table_name: string; person: string }>(db)`
      select a.call, a.table_name, p.fullname as person from audit_entries a join people p on p.id = a.person_id
      where a.table_name = 'asked_deeds' and a.row_id = ${String(id)} order by a.id
    `;
    expect(trail.map(({ call: name, person }) => [name, person])).toEqual([
      ['approvals.ask_deed', expect.any(String)],
      ['approvals.decide_deed', 'Second'],
      ['selection.save_change', trail[0]!.person],
    ]);
    const { change } = await one<{ change: number }>(db)`
      select max(id) as change from changes where call = 'selection.save_change'
    `;
    const undone = await call('audit.undo_change', { change_id: change }, { as: asker });
    expect(undone.status).toBe(200);
    expect(await living()).toBe(before);
    expect((await save(input)).status).toBe(409);
  });

  test('of no more than the size needs nobody', async () => {
    const input = await deleting([students.deepa]);
    await above(null);
    const { body } = await call('selection.preview_change', { ...input, digest: undefined }, { as: asker });
    expect(body.data.changes).toBe(1);
    await above(1);
    const before = await living();
    expect((await save(input)).status).toBe(200);
    expect(await living()).toBe(before - 1);
    await run(db)`update people set deleted_at = null where id = ${students.deepa}`;
    await run(db)`update enrolments set ended_on = null where student_id = ${students.deepa}`;
  });

  test('is not approved by who asked, by another role, or twice', async () => {
    const input = await deleting(two);
    const { id } = (await ask(input)).body.data;
    expect((await decide(id, true, asker)).status).toBe(403);
    expect((await decide(id, true, 'own@office.test')).status).toBe(403);
    expect((await decide(999_999)).status).toBe(404);
    await office(db).person('Third', 'admin');
    const answers = await Promise.all([decide(id), decide(id, false, 'third@office.test')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await run(db)`update people set deleted_at = now() where fullname = 'Third'`;
    // The database says so too.
    await expect(run(db)`update asked_deeds set decided_by = asked_by where id = ${id}`).rejects.toThrow(
      'asked_deeds_two_people',
    );
  });

  test('is another action for somebody else, for other rows, and once something changed', async () => {
    const { input } = await approvedDelete([students.deepa, students.bala]);
    expect(codeOf(await save(input, second))).toBe('409 second_person_needed');
    const more = await deleting([...two, students.anu]);
    expect(codeOf(await save(more))).toBe('409 second_person_needed');
    // With the digest of before the handler refuses, and the approval stays unused.
    await run(db)`update people set deleted_at = now() where id = ${students.bala}`;
    await above(0);
    expect(codeOf(await save(input))).toBe('409 changed_since_check');
    expect((await actionsOf(asker))[0]).toMatchObject({ state: 'approved' });
  });

  test('is decided by a session that has proved itself', async () => {
    const { id } = (await ask(await deleting(two))).body.data;
    await run(db)`update sessions set proved_at = now() - interval '6 minutes'`;
    expect(codeOf(await decide(id))).toBe('403 step_up_needed');
    expect((await actionsOf(asker))[0]).toMatchObject({ state: 'waiting' });
    await run(db)`update sessions set proved_at = now()`;
    expect((await decide(id)).status).toBe(200);
  });

  test('ends after a day, waiting or approved, and a refused one stays refused', async () => {
    const { id, input } = await approvedDelete(two);
    await run(db)`update asked_deeds set expires_at = now() where id = ${id}`;
    expect(codeOf(await save(input))).toBe('409 second_person_needed');
    const { id: late } = (await ask(input)).body.data;
    await run(db)`update asked_deeds set expires_at = now() where id = ${late}`;
    expect(codeOf(await decide(late))).toBe('409 request_decided');
    const { id: refused } = (await ask(input)).body.data;
    expect((await decide(refused, false)).status).toBe(200);
    expect(codeOf(await save(input))).toBe('409 second_person_needed');
    expect((await actionsOf(asker)).map(({ state }) => state)).toEqual(['refused', 'expired', 'expired']);
    const told = (await waitingMails(db, config)).filter(({ kind }) => kind === 'deed_decided');
    expect(told).toContainEqual(
      expect.objectContaining({ to: asker, data: expect.objectContaining({ isApproved: false }) }),
    );
  });

  test('that dies on the way leaves the approval for the next try', async () => {
    const { input } = await approvedDelete(two);
    const before = await living();
    const { id } = await one<{ id: number }>(db)`select id from people where email_id = ${asker}`;
    const person = {
      id,
      role: 'admin',
      mainRole: 'admin',
      asRole: null,
      sessionId: 0,
      fullname: '',
      isProved: true,
      lacksFactor: false,
    } as const;
    const asked = {
      name: 'selection.save_change',
      call: selection.save_change,
      mail: createMailer(config, jobs),
      person,
      input: z.parse(selection.save_change.input, input),
      changes: true,
    };
    await expect(
      inTransaction(db, async (tx) => {
        await requireSecondPerson(tx, asked);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await living()).toBe(before);
    expect((await save(input)).status).toBe(200);
    expect(await living()).toBe(before - 2);
  });
});

describe('an export of many', () => {
  const wanted = { format: 'csv', course_status: 'all' };
  const fetchFile = async (as = asker, payload: object = wanted) =>
    (
      await app.app.inject({
        method: 'POST',
        url: '/api/student/export_students',
        headers: { authorization: `Bearer ${await app.tokenOf(as)}` },
        payload,
      })
    ).statusCode;

  test('goes through for an hour after the approval, for who asked', async () => {
    expect(await fetchFile()).toBe(409);
    const { id } = (await ask(wanted, asker, 'students.export_students')).body.data;
    await decide(id);
    expect([await fetchFile(), await fetchFile()]).toEqual([200, 200]);
    expect(await fetchFile(second)).toBe(409);
    expect(await fetchFile(asker, { ...wanted, search: 'a' })).toBe(409);
    await run(db)`update asked_deeds set decided_at = now() - interval '61 minutes'`;
    expect(await fetchFile()).toBe(409);
    expect((await actionsOf(asker))[0]).toMatchObject({ state: 'done' });
  });

  test('is for the rows that were approved: a change of them is refused, and the same rows again are not', async () => {
    const ofGita = { ...wanted, course_id: gita.id };
    const exported = async () => {
      const answer = await app.app.inject({
        method: 'POST',
        url: '/api/student/export_students',
        headers: { authorization: `Bearer ${await app.tokenOf(asker)}` },
        payload: ofGita,
      });
      return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().code];
    };
    const { id } = (await ask(ofGita, asker, 'students.export_students')).body.data;
    const enrol = () =>
      run(db)`
        insert into enrolments (student_id, course_id, started_on)
        values (${students.esha}, ${gita.id}, current_date)
      `;
    const leave = () =>
      run(db)`
        update enrolments set ended_on = current_date
        where student_id = ${students.esha} and course_id = ${gita.id} and ended_on is null
      `;
    await enrol();
    // The second person approves what they were asked, and not what it has become since.
    await decide(id);
    expect(await exported()).toEqual([409, 'deed_changed']);
    await leave();
    expect(await exported()).toBe(200);
    await enrol();
    expect(await exported()).toEqual([409, 'deed_changed']);
    const again = (await ask(ofGita, asker, 'students.export_students')).body.data;
    expect(again.id).not.toBe(id);
    await decide(again.id);
    expect(await exported()).toBe(200);
    await leave();
  });

  test('is asked for by a course admin within own calls, who sees own actions only', async () => {
    await above(0);
    const own = 'own@office.test';
    expect(await fetchFile(own)).toBe(409);
    const { id } = (await ask(wanted, own, 'students.export_students')).body.data;
    await ask(wanted, asker, 'students.export_students');
    expect((await ask({ user_id: students.anu, digest: '' }, own, 'privacy.erase_person')).status).toBe(403);
    expect((await actionsOf(own)).map((action) => action.id)).toEqual([id]);
    expect((await actionsOf(asker)).map((action) => action.id)).toContain(id);
    await decide(id, true, asker);
    expect(await fetchFile(own)).toBe(200);
  });
});

describe('the rule', () => {
  const settings = async () => {
    const { version: _, ...data } = (await call('provider.get_settings', {}, { as: asker })).body.data;
    return data;
  };
  const saveRule = async (count: number | null) =>
    call('provider.save_settings', { ...(await settings()), second_person_above: count }, { as: asker });

  test('is tightened by one, loosened by two', async () => {
    expect((await saveRule(0)).status).toBe(200);
    expect(codeOf(await saveRule(5))).toBe('409 second_person_needed');
    expect(codeOf(await saveRule(null))).toBe('409 second_person_needed');
    const input = { ...(await settings()), second_person_above: null };
    const { id } = (await ask(input, asker, 'provider.save_settings')).body.data;
    await decide(id);
    expect((await call('provider.save_settings', input, { as: asker })).status).toBe(200);
    expect((await settings()).second_person_above).toBe(null);
  });

  test('cannot be switched on where nobody could approve, and holds nobody captive there', async () => {
    await run(db)`update people set deleted_at = now() where fullname = 'Second'`;
    expect((await saveRule(null)).status).toBe(200);
    expect(codeOf(await saveRule(5))).toBe('409 no_second_person');
    await above(1);
    expect(codeOf(await ask(await deleting(two)))).toBe('409 no_second_person');
    await run(db)`update people set deleted_at = null where fullname = 'Second'`;
  });
});
