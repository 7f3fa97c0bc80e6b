import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Answer } from '#server/test/app.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { one } from '#server/test/rows.ts';
import { addEnrolment, dayFromToday } from '#server/test/small-school.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { run } from './rows.ts';

const app = await testApp({ database: 'empty' });
const { call, db } = app;
const add = office(db);
await add.person('Admin', 'admin');
const course = await add.course('Gita', await add.person('Head', 'courseadmin'));
const gitaA = await add.class(course, 'Gita A');
await run(
  db,
  sql`
    insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
    values (${course}, 'India', 'IN', 'INR', 1000)
  `,
);

const dataOf = ({ status, body }: Answer) => {
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data;
};
const ask = async (...[name, input]: Parameters<typeof call>) =>
  dataOf(await call(name, input, { as: 'admin@office.test' }));

interface Guardian {
  readonly name: string;
  readonly pays?: boolean;
  readonly email?: string;
  readonly isDeleted?: boolean;
}

/** A student without a mailbox of their own, who owes 1,000 rupees, with guardians in this order. */
async function addStudent(fullname: string, guardians: readonly Guardian[]): Promise<number> {
  const student = await add.person(fullname, 'student');
  await run(db, sql`update people set email_id = '', region = 'India' where id = ${student}`);
  for (const { name, pays = true, email = '', isDeleted = false } of guardians) {
    const { id } = await one<{ id: number }>(db)`
      insert into people (email_id, main_role, first_name, deleted_at)
      values (${email}, 'guardian', ${name}, case when ${isDeleted} then now() end)
      returning id
    `;
    await run(
      db,
      sql`insert into guardians (student_id, guardian_id, pays) values (${student}, ${id}, ${pays})`,
    );
  }
  await addEnrolment(db, { student, course, class: gitaA });
  await run(
    db,
    sql`
      insert into charges (student_id, course_id, due_on, amount, currency)
      values (${student}, ${course}, ${dayFromToday(-40)}, 1000, 'INR')
    `,
  );
  return student;
}

/** Whom each part of the portal names as the payer. */
async function payersOf(student: number) {
  const cash = { student_id: student, course_id: course, amount: '100', currency: 'INR', method: 'cash' };
  const [owing] = await ask('ledger.get_owing', { show: 'open', user_id: student });
  const proposal = await ask('payments.propose_payment', { student_id: student });
  const payment = await ask('payments.record_payment', { ...cash, paid_at: dayFromToday(0) });
  const { full_name: written } = await ask('payments.get_single_payment', { id: payment.id });
  const receipt = await ask('receipts.issue_receipt', { payment_id: payment.id });
  return { owing: owing.payer, proposed: proposal.payer.full_name, written, receipt: receipt.payer };
}

/** Where mails go that ask for money, and all others. */
async function mailboxesOf(student: number) {
  const asked = { filter: { user_id: student } };
  const { digest } = await ask('ledger.remind_owing', { ...asked, preview: true });
  await ask('ledger.remind_owing', { ...asked, digest });
  const mails = await waitingMails(db, app.config);
  const [reader] = await listMailReaders(db, sql`select ${student}::bigint`);
  return { reminder: mails.findLast(({ kind }) => kind === 'owing_reminder')?.to, other: reader?.email_id };
}

const everywhere = (payer: string) => ({ owing: payer, proposed: payer, written: payer, receipt: payer });

test('of two guardians who pay, the one with a mailbox is the payer everywhere', async () => {
  const student = await addStudent('Anu', [
    { name: 'Gone', email: 'gone@home.test', isDeleted: true },
    { name: 'Aunt', email: 'aunt@home.test', pays: false },
    { name: 'Father' },
    { name: 'Mother', email: 'mother@home.test' },
    { name: 'Uncle', email: 'uncle@home.test' },
  ]);
  expect(await payersOf(student)).toEqual(everywhere('Mother'));
  expect(await mailboxesOf(student)).toEqual({ reminder: 'mother@home.test', other: 'mother@home.test' });
});

test('of two guardians who pay without a mailbox, the first is the payer everywhere', async () => {
  const student = await addStudent('Bala', [
    { name: 'Grandmother', email: 'grandmother@home.test', pays: false },
    { name: 'Father' },
    { name: 'Mother' },
  ]);
  expect(await payersOf(student)).toEqual(everywhere('Father'));
});

test('a student for whom no guardian pays is the payer everywhere', async () => {
  const student = await addStudent('Chitra', [
    { name: 'Gone', isDeleted: true },
    { name: 'Aunt', pays: false },
  ]);
  expect(await payersOf(student)).toEqual(everywhere('Chitra'));
});
