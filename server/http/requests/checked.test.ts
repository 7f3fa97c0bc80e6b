import { calls, previewCallOf } from '@gurukul/contract/index';
import type { CallName } from '@gurukul/contract/index';
import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from '../../test/rows.ts';
import { codeOf } from '../../test/office.ts';
import { peopleIn } from '../../security-log/people-in.ts';
import { previewOf, testApp } from '../../test/app.ts';
import { samples } from '../../test/call-samples.ts';
import { planter } from '../../test/planted-school.ts';
import type { Objects, School } from '../../test/planted-school.ts';
import { rehearse } from '../../test/rehearsal.ts';
import type { Rehearsal } from '../../test/rehearsal.ts';
import { extraMaker } from '../../test/sample-extras.ts';
import { watchTables } from '../../test/watched-tables.ts';

// Somebody looks at what a call would do, and somebody else is faster.

let rehearsal: Rehearsal | undefined;
const poolOf = (pool: pg.Pool) => (rehearsal = rehearse(pool)).pool;
const server = await testApp({ database: 'empty', poolOf });
if (rehearsal === undefined) throw new Error('the application was made without a pool');
const { pool: db, undo, close } = rehearsal;
const noted = await watchTables(server.database, db);
const plant = planter(db);
const makeExtra = extraMaker(server, plant);
let school: School;
beforeAll(async () => {
  school = await plant.school();
});
beforeEach(undo);
afterAll(close);

const word = 'checked';

const paid = (o: Objects, paymentId: string) => sql`
  insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
  values (${paymentId}, ${o.course}, ${o.student}, 'Somebody', 'x@office.test', 1, 'success', now())
`;
const exempted = (student: number) =>
  sql`update enrolments set payment_status = 'Sponsored' where student_id = ${student}`;

/** What changes between the look and the action, by call. A text: another input, where only that counts. */
const meanwhile: Partial<Readonly<Record<CallName, (o: Objects) => Sql | object>>> = {
  'bring.bring_files': (o) =>
    sql`insert into classes (course_id, class_name) values (${o.course}, ${`Brought ${word}`})`,
  'certificates.finish': (o) => sql`
    update enrolments set registration_status = 'Failed' where student_id = ${o.student} and ended_on is null
  `,
  'courses.next_term': (o) => sql`
    update enrolments set registration_status = 'Dropped' where student_id = ${o.student} and ended_on is null
  `,
  'duplicates.merge_people': (o) => sql`update people set phone_number = '9811111111' where id = ${o.helper}`,
  'ledger.add_charges': (o) => exempted(o.guest),
  'ledger.remind_owing': (o) => sql`update people set email_id = 'moved@office.test' where id = ${o.student}`,
  // The audience is read when the message leaves, so the text alone counts.
  'messages.send_message': () => ({ subject: 'Another one' }),
  'paymentUpload.payments': (o) => paid(o, `pay-${word}`),
  'payments.set_currency': (o) => sql`update payments set amount = amount + 1 where id = ${o.payment}`,
  'placing.place': (o) => sql`update enrolments set ended_on = current_date where id = ${o.unplaced}`,
  'privacy.erase_person': (o) => sql`update people set last_name = 'Changed' where id = ${o.student}`,
  'selection.save_change': (o) => exempted(o.student),
  'settlements.save_settlement': (o) => paid(o, `pay_${word}`),
  'studentImport.students': (o) =>
    sql`update course_teachers set strength = 1 where course_id = ${o.course} and teacher_id = ${o.teacher}`,
};

test.each(calls().filter(({ call }) => call.checks !== undefined))(
  '$name does nothing that its preview did not show, and shows what it would do now',
  async ({ name }) => {
    const token = school.tokens.admin;
    const headers = { authorization: `Bearer ${token}` };
    const { own: seen } = await makeExtra(name, school, word, { self: token, stranger: token });
    const given = { word, role: 'admin', me: school.ids.admin, extra: seen } as const;
    const input = samples[name].input(school.own, given);
    const change = meanwhile[name]?.(school.own) ?? {};
    const asked = 'sql' in change ? input : { ...input, ...change };
    if ('sql' in change) expect(await run(db)`${change as Sql}`).toBeGreaterThan(0);
    // Before the refusal: a preview that is a change by itself is counted beside its transaction, and would wait.
    const { body } = await server.call(...previewOf(name, asked), { headers });
    await noted();

    const late = await server.call(name, asked, { headers });
    expect(codeOf(late)).toBe('409 changed_since_check');
    const tables = new Set((await noted()).map(({ table }) => table));
    // The meter of what leaves counts the people of the new preview, but for one whom it has counted in this hour.
    const counted = peopleIn(previewCallOf(name)!.call, { data: late.body.preview });
    expect([...tables]).toEqual(counted > 0 && name !== 'privacy.erase_person' ? ['rate_limits'] : []);
    const unseen = await server.call(name, { ...input, digest: undefined }, { headers });
    if (name !== 'messages.send_message') expect([400, 409]).toContain(unseen.status);
    expect(body.data.digest).not.toBe(seen);
    expect(late.body.preview).toEqual(body.data);
  },
);
