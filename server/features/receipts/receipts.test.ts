import { footOf } from '@gurukul/contract/shared/money/statement-foot';
import type { Person } from '#server/http/handlers.ts';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/tx.ts';
import { proveAllMailboxes } from '#server/channels/mail/prove.ts';
import { testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { linesOfPdf } from '#server/test/pdf-text.ts';
import { one, run } from '#server/test/rows.ts';
import { receiptSettings } from '#server/test/samples/sample.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { issueReceipt } from './issue.ts';
import { voidReceiptsOf } from './queries.ts';

const server = await testApp({ database: 'empty' });
const { db, call } = server;
const { gita, veda, students, staff } = await foundSchool(db);
const add = office(db);
const admin = { as: 'admin@office.test' };
const own = { as: 'own@office.test' };
const other = { as: 'other@office.test' };

let made = 0;
interface PaymentFields {
  readonly student?: number | null;
  readonly course?: number | null;
  readonly amount?: string;
  readonly currency?: string | null;
  readonly status?: string;
  readonly kind?: 'fee' | 'donation';
  readonly at?: string;
  readonly name?: string;
  readonly email?: string;
}
async function pay({
  student = students.anu,
  course = gita.id,
  amount = '1250.00',
  currency = 'INR',
  status = 'success',
  kind = 'fee',
  at = '2026-05-02T10:00:00Z',
  name = 'Anu Payer',
  email = 'anu@office.test',
}: PaymentFields = {}): Promise<number> {
  made += 1;
  const { id } = await one<{ id: number }>(db)`
    insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at,
      kind, campaign)
    values (${`pay_${made}`}, ${course}, ${student}, ${name}, ${email}, ${amount}::numeric, ${currency}, ${status},
      ${at}, ${kind}, ${kind === 'donation' ? 'Annadanam' : ''})
    returning id
  `;
  return id;
}
const guardianOf = async (name: string, ...children: number[]): Promise<number> => {
  const { id } = await one<{ id: number }>(db)`
    insert into people (email_id, main_role, first_name)
    values (${`${name.toLowerCase()}@office.test`}, 'guardian', ${name})
    returning id
  `;
  for (const child of children)
    await run(db)`insert into guardians (student_id, guardian_id, pays) values (${child}, ${id}, true)`;
  await proveAllMailboxes(db);
  return id;
};
const issue = (payment_id: number, options: { as: string } = admin, more = {}) =>
  call('receipts.issue_receipt', { payment_id, ...more }, options);
const issued = async (payment_id: number, more: object = { language: 'en' }) =>
  (await issue(payment_id, admin, more)).body.data;
const download = async (receipt_id: number, options = admin) => {
  const { status, body } = await call('receipts.download_receipt', { receipt_id }, options);
  expect(status).toBe(200);
  return { ...body.data, lines: linesOfPdf(Buffer.from(body.data.pdf, 'base64')) };
};
const voidIt = (receipt_id: number, reason = 'Wrong payer', options = admin) =>
  call('receipts.void_receipt', { receipt_id, reason }, options);
const send = (receipt_id: number, options = admin) => call('receipts.send_receipt', { receipt_id }, options);
const listed = async (asked: object) => (await call('receipts.get_receipts', asked, admin)).body.data;
const statementFile = async (payload: object) =>
  server.app.inject({
    method: 'POST',
    url: '/api/payments/download_statement',
    headers: { authorization: `Bearer ${await server.tokenOf(admin.as)}` },
    payload,
  });
const settings = async (more: object) => {
  const { body } = await call('provider.get_settings', {}, admin);
  const { version: _, ...now } = body.data;
  expect((await call('provider.save_settings', { ...now, ...more }, admin)).status).toBe(200);
};

describe('the year of receipts', () => {
  test.each([
    ['Asia/Kolkata', 4, '2021-03-31T18:29:59Z', 'R/2020-21/1', '2021-03-31T18:30:00Z', 'R/2021-22/1'],
    ['America/New_York', 1, '2022-01-01T04:59:59Z', 'R/2021/1', '2022-01-01T05:00:00Z', 'R/2022/1'],
  ])('numbers begin again in %s', async (time_zone, receipt_year_start, before, last, after, first) => {
    await settings({ time_zone, receipt_year_start });
    const person = { id: staff.admin, role: 'admin' } as Person;
    for (const [at, number] of [
      [before, last],
      [after, first],
    ] as const) {
      const payment = await pay();
      await inTransaction(db, (tx) => issueReceipt(tx, person, payment, { at: new Date(at) }));
      expect((await listed({ payment_id: payment }))[0].number).toBe(number);
    }
    await settings({ time_zone: 'Asia/Kolkata', receipt_year_start: 4 });
  });
});

describe('a receipt', () => {
  test('is of people who pay, and of payments within reach', async () => {
    const payment_id = await pay();
    expect((await call('receipts.get_receipts', { payment_id }, other)).status).toBe(404);
    for (const name of ['get_statement', 'download_statement', 'get_receipts'] as const) {
      expect((await call(`receipts.${name}`, { user_id: staff.own }, admin)).status).toBe(404);
    }
  });

  test('counts on, fees and donations apart, and a payment gets only one', async () => {
    const first = await issued(await pay());
    const [series, year, number] = first.number.split('/');
    expect(series).toBe('R');
    const payment = await pay();
    const next = await issued(payment);
    expect(next.number).toBe(`R/${year}/${Number(number) + 1}`);
    expect(await issued(payment)).toEqual(next);
    expect((await issued(await pay({ kind: 'donation', course: null, student: null }))).number).toBe(
      `D/${year}/1`,
    );
    expect(next).toMatchObject({
      payment,
      payer: 'Anu Payer',
      amount: '1250.00',
      currency: 'INR',
      paid_on: '2026-05-02',
      language: 'en',
      issued_by: 'Admin',
      given_at: null,
      voided_at: null,
      mail: null,
      can: { send: true, void: true },
    });
  });

  test('two at once are one', async () => {
    const payment = await pay();
    const answers = await Promise.all(Array.from({ length: 6 }, () => issue(payment)));
    expect(new Set(answers.map(({ body }) => body.data.number)).size).toBe(1);
  });

  test.each([
    ['failed', { status: 'failed' }, 'receipt_not_paid'],
    ['void', { status: 'void' }, 'receipt_not_paid'],
    ['without a currency', { currency: null }, 'receipt_no_currency'],
  ])('is refused for a payment that is %s', async (_, paid, code) => {
    const { status, body } = await issue(await pay(paid));
    expect([status, body.code]).toEqual([409, code]);
  });

  test('of a donation is out of reach for a course admin', async () => {
    const payment = await pay({ kind: 'donation', course: null });
    expect((await issue(payment, own)).status).toBe(404);
    const { receipt_id } = await issued(payment);
    expect((await call('receipts.download_receipt', { receipt_id }, own)).status).toBe(404);
  });

  test.each([
    ['1250', 'JPY', 'JPY 1,250'],
    ['1250.5', 'KWD', 'KWD 1,250.500'],
    ['99999999.99', 'INR', 'INR 9,99,99,999.99'],
  ])('writes %s %s as %s', async (amount, currency, written) => {
    const { receipt_id } = await issued(await pay({ amount, currency }));
    expect((await download(receipt_id)).lines).toContain(written);
  });

  test('takes a name of 200 letters, and one in Telugu', async () => {
    const long = await issued(await pay({ name: 'ప'.repeat(200) }));
    expect((await download(long.receipt_id)).lines.join('')).toContain('ప'.repeat(200));
    const name = 'శ్రీకృష్ణ సుబ్రహ్మణ్య శాస్త్రి';
    const telugu = await issued(await pay({ name }), { language: 'te' });
    expect((await download(telugu.receipt_id)).lines).toEqual(expect.arrayContaining([name, 'రసీదు']));
  });

  test('speaks the language of the payer, of their last receipt, and before all the one of their page', async () => {
    const student = await add.person('Telu', 'student');
    await run(db)`update people set language = 'Telugu' where id = ${student}`;
    expect((await issued(await pay({ student }), {})).language).toBe('te');
    expect((await issued(await pay({ student }), { language: 'hi' })).language).toBe('hi');
    expect((await issued(await pay({ student }), {})).language).toBe('hi');
    await run(db)`
      insert into personal_pages (mailbox, nonce, hash, language)
      select lower(email_id), 'nonce', 'hash', 'te' from people where id = ${student}
    `;
    expect((await issued(await pay({ student }), {})).language).toBe('te');
    expect((await issued(await pay({ student }), { language: 'en' })).language).toBe('en');
  });

  test('is a copy from the second time on, and stays what it was', async () => {
    await settings({ name: 'Old name', address: 'Lotus Road 5\nHyderabad', registration: 'REG 1' });
    const payment = await pay({ at: '2026-05-02T19:00:00Z' });
    const { receipt_id, number } = await issued(payment);
    const first = await download(receipt_id);
    expect(first).toMatchObject({
      is_copy: false,
      file_name: `receipt-${number.replaceAll('/', '-')}.pdf`,
    });
    expect(first.lines).not.toContain('Copy');
    expect(first.lines).toEqual(
      expect.arrayContaining(['Old name', 'Lotus Road 5', 'Hyderabad', 'REG 1', 'Gita', 'Anu', '3 May 2026']),
    );

    await settings({ name: 'New name', address: '', registration: '' });
    await run(db)`update people set first_name = 'Anupama' where id = ${students.anu}`;
    const again = await download(receipt_id);
    expect(again.is_copy).toBe(true);
    expect(again.lines.filter((line: string) => line !== 'Copy')).toEqual(first.lines);
    expect(again.lines).toContain('Copy');
    await run(db)`update people set first_name = 'Anu' where id = ${students.anu}`;
  });

  test('the same request again gets the original again', async () => {
    const { receipt_id } = await issued(await pay());
    const headers = { 'idempotency-key': 'one-download' };
    const ask = () => call('receipts.download_receipt', { receipt_id }, { ...admin, headers });
    expect((await ask()).body).toEqual((await ask()).body);
  });

  test('names every student and course of a payment with shares, and the guardian who pays', async () => {
    const guardian = await guardianOf('Guardian', students.bala, students.deepa);
    const payment = await pay({ student: students.bala });
    await run(db)`
      insert into payment_shares (payment_id, student_id, course_id, amount)
      values (${payment}, ${students.bala}, ${gita.id}, 1000), (${payment}, ${students.deepa}, ${gita.id}, 250)
    `;
    const receipt = await issued(payment);
    expect(receipt.payer).toBe('Guardian');
    expect((await download(receipt.receipt_id)).lines).toEqual(
      expect.arrayContaining(['Bala', 'INR 1,000.00', 'Deepa', 'INR 250.00']),
    );
    for (const user_id of [guardian, students.bala, students.deepa]) {
      expect((await listed({ user_id })).map(({ number }: { number: string }) => number)).toContain(
        receipt.number,
      );
    }
  });
});

test('asks how to spell what cannot be printed, before a number is spent', async () => {
  const student = await add.person('Somchai', 'student');
  await run(db)`update people set first_name = 'สมชาย', last_name = '' where id = ${student}`;
  const payment = await pay({ student, name: 'สมชาย Rao 🙏' });
  const before = await issued(await pay());
  const asked = await issue(payment);
  const unprintable = [
    { text: 'สมชาย Rao 🙏', printable: 'Rao' },
    { text: 'สมชาย', printable: '' },
  ];
  expect([asked.status, asked.body]).toMatchObject([409, { code: 'receipt_letters', unprintable }]);
  const some = await issue(payment, admin, { spelled: [{ text: 'สมชาย', as: 'מאיר Mali' }] });
  expect(some.body.unprintable).toEqual([unprintable[0], { text: 'สมชาย', printable: 'Mali' }]);
  const spelled = unprintable.map(({ text }, n) => ({ text, as: ['Somchai Rao 🙏', 'சோம்சாய்'][n] }));
  const receipt = await issued(payment, { language: 'en', spelled });
  expect(receipt.payer).toBe('Somchai Rao 🙏');
  const [last, next] = [before, receipt].map(({ number }) => Number(number.split('/')[2]));
  expect(next).toBe(last! + 1);
  expect((await download(receipt.receipt_id)).lines).toEqual(
    expect.arrayContaining(['Somchai Rao', 'சோம்சாய்']),
  );
  expect((await voidIt(receipt.receipt_id, 'ผิด')).body.code).toBe('receipt_letters');

  const statement = (more: object) => statementFile({ user_id: student, year: '2026-27', ...more });
  expect((await statement({})).json().unprintable).toEqual([unprintable[1]]);
  expect(linesOfPdf((await statement({ spelled })).rawPayload)).toContain('சோம்சாய்');
  const thai = { ...receiptSettings, receipt_wording: 'ขอบคุณ', language: 'en', kind: 'fee' };
  expect((await call('receipts.preview_receipt', thai, admin)).body.code).toBe('receipt_letters');
});

describe('the mail of a receipt', () => {
  test('brings the PDF to the payer, once per request, and a copy later', async () => {
    const student = await add.person('Child', 'student');
    const guardian = await guardianOf('Paying', student);
    const { receipt_id, number } = await issued(await pay({ student }), { language: 'te' });
    const headers = { 'idempotency-key': 'one-mail' };
    for (const _ of [1, 2]) {
      const sent = await call('receipts.send_receipt', { receipt_id }, { ...admin, headers });
      expect(sent.body.data.mail).toMatchObject({ recipient: 'paying@office.test', state: 'queued' });
    }
    expect((await send(receipt_id)).status).toBe(200);
    const mails = (await deliveredMails(server)).filter(({ subject }) => subject.includes(number));
    expect(mails.map(({ to }) => to)).toEqual(['paying@office.test', 'paying@office.test']);
    const texts = mails.map(({ files }) => linesOfPdf(Buffer.from(files[0]!.content, 'latin1')));
    expect(mails[0]!.files[0]).toMatchObject({
      name: `${number.replaceAll('/', '-')}.pdf`,
      type: expect.stringContaining('application/pdf'),
    });
    expect(texts.map((lines) => lines.includes('నకలు'))).toEqual([false, true]);
    expect(mails[1]!.text).toContain('this is a copy');
    const [shown] = await listed({ user_id: guardian });
    expect(shown).toMatchObject({ mail: { state: 'kept' }, given_at: expect.any(String) });
    const log = await call('mails.get_mails', { student_id: student, kind: 'receipt' }, admin);
    expect(log.status).toBe(200);
  });

  test('to an address that is not proved is a link, which gives nothing out', async () => {
    const student = await add.person('Unproved', 'student');
    const { receipt_id, number } = await issued(await pay({ student }));
    const [address] = (await db.query('select email_id from people where id = $1', [student])).rows;
    await run(db)`delete from mailboxes where person_id = ${student}`;
    const given = async () => (await listed({ user_id: student }))[0].given_at;
    const readLast = async () => {
      const log = { kind: 'receipt', search: address.email_id };
      const [{ mail_id }] = (await call('mails.get_mails', log, admin)).body.data;
      return (await call('mails.kept_mail', { mail_id }, admin)).body.data;
    };
    const mailed = async () => (await deliveredMails(server)).findLast(({ to }) => to === address.email_id)!;

    expect((await send(receipt_id)).body.is_link_only).toBe(true);
    expect((await mailed()).files).toEqual([]);
    expect(await given()).toBe(null);
    // Proved since: what left stays what left.
    await proveAllMailboxes(db);
    const left = await readLast();
    expect(left).toMatchObject({ is_link_only: true, subject: (await mailed()).subject });
    expect(left.text).not.toContain('1,250');

    // Proved between the press and the mail: it brings the receipt, and gives it out.
    await run(db)`delete from mailboxes where person_id = ${student}`;
    expect((await send(receipt_id)).body.is_link_only).toBe(true);
    await proveAllMailboxes(db);
    const original = await mailed();
    expect([original.subject.includes(number), original.text.includes('this is a copy')]).toEqual([
      true,
      false,
    ]);
    expect(await given()).not.toBe(null);
    expect((await send(receipt_id)).body.is_link_only).toBe(false);
    expect((await mailed()).text).toContain('this is a copy');
    expect(await readLast()).not.toHaveProperty('is_link_only');
  });

  test('goes to a further address where the first is unknown, and is refused where there is none', async () => {
    const student = await add.person('Silent', 'student');
    await run(db)`update people set email_id = '' where id = ${student}`;
    const { receipt_id } = await issued(await pay({ student, email: '' }));
    expect(codeOf(await send(receipt_id))).toBe('409 receipt_no_address');
    expect((await listed({ user_id: student }))[0].given_at).toBe(null);
    await run(db)`
      insert into contacts (person_id, kind, value) values (${student}, 'email', 'second@office.test')
    `;
    expect((await send(receipt_id)).body.data.mail.recipient).toBe('second@office.test');
  });

  test('is withdrawn when the receipt becomes void before it leaves', async () => {
    const { receipt_id, number } = await issued(await pay());
    await send(receipt_id);
    const { body } = await voidIt(receipt_id);
    expect(body.data.mail.state).toBe('withdrawn');
    expect((await deliveredMails(server)).filter(({ subject }) => subject.includes(number))).toEqual([]);
    expect((await send(receipt_id)).body.code).toBe('receipt_void');
  });
});

describe('a void receipt', () => {
  test('keeps its number and its reason; the payment gets another one', async () => {
    const payment = await pay();
    const before = await issued(payment);
    const { body } = await voidIt(before.receipt_id, 'Wrong payer');
    expect(body.data).toMatchObject({
      number: before.number,
      void_reason: 'Wrong payer',
      voided_at: expect.any(String),
      can: { send: false, void: false },
    });
    const { lines } = await download(before.receipt_id);
    expect(lines).toContain('Void');
    expect(lines.join(' ')).toContain('Wrong payer');
    expect(codeOf(await voidIt(before.receipt_id))).toBe('409 receipt_void');
    const after = await issued(payment);
    expect(after.number).not.toBe(before.number);
    expect((await listed({ payment_id: payment })).map(({ number }: { number: string }) => number)).toEqual([
      after.number,
      before.number,
    ]);
    for (const reason of ['', '   ', 'a\nb', 'x'.repeat(201)]) {
      expect((await voidIt(after.receipt_id, reason)).status).toBe(400);
    }
  });

  test('follows from its payment in the same change', async () => {
    const payments = [await pay(), await pay(), await pay()];
    for (const payment of payments) await issued(payment);
    const undone = inTransaction(db, async (tx) => {
      await voidReceiptsOf(tx, payments, 'The payment was void');
      throw new Error('changed our mind');
    });
    await expect(undone).rejects.toThrow('changed our mind');
    expect((await listed({ payment_id: payments[0]! }))[0].voided_at).toBe(null);
    expect(
      await inTransaction(db, (tx) => voidReceiptsOf(tx, payments.slice(0, 2), 'The payment was void')),
    ).toBe(2);
    const states = await Promise.all(payments.map(async (payment_id) => (await listed({ payment_id }))[0]));
    expect(states.map(({ void_reason }) => void_reason)).toEqual([
      'The payment was void',
      'The payment was void',
      null,
    ]);
  });
});

describe('a payment', () => {
  const undo = ({ headers }: { headers: object }) =>
    call('audit.undo_change', { change_id: Number((headers as Record<string, string>)['change-id']) }, admin);

  test('that is declared void voids its receipt; taken back, it gets another one', async () => {
    const id = await pay();
    const { number } = await issued(id);
    const done = await call('payments.void_payment', { id, reason: 'The cheque bounced' }, admin);
    expect(done.status).toBe(200);
    expect((await listed({ payment_id: id }))[0]).toMatchObject({
      number,
      void_reason: 'The cheque bounced',
    });
    expect((await issue(id)).body.code).toBe('receipt_not_paid');
    expect((await undo(done)).status).toBe(200);
    expect((await listed({ payment_id: id }))[0]).toMatchObject({
      number,
      void_reason: 'The cheque bounced',
    });
    expect((await issued(id)).number).not.toBe(number);
  });

  test('whose currency is chosen gets a receipt, which becomes void when the choice is undone', async () => {
    const id = await pay({ currency: null });
    const asked = { of: 'payments', currency: 'INR', ids: [id] };
    const preview = await call('payments.preview_currency', asked, admin);
    expect(preview.status).toBe(200);
    const { digest } = preview.body.data;
    const chosen = await call('payments.set_currency', { ...asked, digest }, admin);
    expect(chosen.status).toBe(200);
    await issued(id);
    expect((await undo(chosen)).status).toBe(200);
    expect((await listed({ payment_id: id }))[0].void_reason).toBe('A change of the payment was undone');
  });
});

describe('an upload', () => {
  const row = (payment_id: string, amount: string, status = 'success') => ({
    full_name: 'Anu',
    course_name: 'Gita',
    payment_id,
    created_at: '2026-05-05T10:00:00Z',
    amount,
    status,
    phone_number: '',
    email_id: 'anu@office.test',
  });
  const upload = async (...rows: object[]) => {
    const answer = await call('paymentUpload.excel_payment_details_upload', rows, admin);
    expect(answer.status).toBe(200);
    await run(db)`update payments set currency = 'INR' where currency is null and payment_id like 'up_%'`;
  };
  const idOf = async (payment_id: string) =>
    (await one<{ id: number }>(db)`select id from payments where payment_id = ${payment_id}`).id;
  const undoLast = async () => {
    const { body } = await call('paymentUpload.payments_list', {}, admin);
    return call('paymentUpload.payments_undo', { import_id: body.data[0].id }, admin);
  };

  test('that changes what was received voids the receipt; another change leaves it', async () => {
    await upload(row('up_1', '100'), row('up_2', '100'));
    const [first, second] = [await idOf('up_1'), await idOf('up_2')];
    await issued(first);
    await issued(second);
    await upload(row('up_1', '150'), { ...row('up_2', '100'), full_name: 'Anu Rao' });
    expect((await listed({ payment_id: first }))[0].void_reason).toBe('An upload changed the payment');
    expect((await listed({ payment_id: second }))[0].voided_at).toBe(null);
    await issued(first);
    await upload(row('up_1', '150', 'refunded'));
    expect(
      (await listed({ payment_id: first })).every(({ can }: { can: { send: boolean } }) => !can.send),
    ).toBe(true);
  });

  test('undone after receipts went out voids them, and their numbers stay', async () => {
    await upload(row('up_3', '300'));
    const payment = await idOf('up_3');
    const { receipt_id, number } = await issued(payment);
    await download(receipt_id);
    // A currency chosen since is a change since, which an undo would lose. The next lines test the receipts alone.
    await run(db)`
      update imported_payments s set after = to_jsonb(m) from payments m
      where s.payment = m.id and m.id = ${payment}
    `;
    expect((await undoLast()).status).toBe(200);
    const left = await one<{ payment_id: null; void_reason: string }>(db)`
      select payment_id, void_reason from receipts where id = ${receipt_id}
    `;
    expect(left).toEqual({ payment_id: null, void_reason: 'The upload was undone' });
    const { lines } = await download(receipt_id);
    expect(lines).toEqual(expect.arrayContaining([number, 'Void', 'Copy', 'INR 300.00']));
    const mine = (await listed({ user_id: students.anu })).find(
      (each: { number: string }) => each.number === number,
    );
    expect(mine).toMatchObject({ payment: null, can: { send: false } });
    // The next number is the next one, not this one again.
    const next = await issued(await pay());
    expect(Number(next.number.split('/')[2])).toBe(Number(number.split('/')[2]) + 1);
  });
});

describe('a statement', () => {
  const statementOf = async (user_id: number, year?: string) =>
    (await call('receipts.get_statement', { user_id, ...(year && { year }) }, admin)).body.data;

  test('has what a payer paid in the year on the provider’s clock, per currency, with the children', async () => {
    const elder = await add.person('Elder', 'student');
    const younger = await add.person('Younger', 'student');
    const guardian = await guardianOf('Parent', elder, younger);
    await pay({ student: elder, at: '2025-03-31T18:29:59Z', amount: '1.00' });
    const inside = await pay({ student: elder, at: '2025-03-31T18:30:00Z', amount: '100.10' });
    await pay({ student: younger, at: '2026-03-31T18:29:59Z', amount: '200.20' });
    await pay({ student: younger, at: '2026-03-31T18:30:00Z', amount: '2.00' });
    await pay({ student: elder, at: '2025-08-01T00:00:00Z', amount: '5', currency: 'JPY' });
    await pay({ student: elder, at: '2025-08-02T00:00:00Z', status: 'failed' });
    await pay({ student: elder, at: '2025-08-02T00:00:00Z', currency: null });
    await pay({ student: elder, course: null, kind: 'donation', at: '2025-08-03T00:00:00Z', amount: '50' });
    await run(db)`
      insert into refunds (payment_id, amount, refunded_at) values (${inside}, 40.05, '2025-09-01T00:00:00Z');
    `;
    await run(db)`
      insert into refunds (payment_id, amount, refunded_at, reversed_at)
      values (${inside}, 10, '2025-09-01T00:00:00Z', now())
    `;
    const { number } = await issued(inside);
    const statement = await statementOf(guardian, '2025-26');
    expect(statement).toMatchObject({
      payer: 'Parent',
      year: '2025-26',
      from: '2025-04-01',
      to: '2026-03-31',
    });
    expect(statement.rows).toMatchObject([
      { kind: 'payment', on_day: '2025-04-01', student: 'Elder', amount: '100.10', receipt: number },
      { kind: 'payment', amount: '5', currency: 'JPY', receipt: null },
      { kind: 'donation', campaign: 'Annadanam', amount: '50.00', course_name: null },
      { kind: 'refund', amount: '40.05', receipt: number },
      { kind: 'payment', on_day: '2026-03-31', student: 'Younger', amount: '200.20' },
    ]);
    expect(statement.totals).toEqual([
      { currency: 'INR', received: '300.30', donated: '50.00', refunded: '40.05', net: '310.25' },
      { currency: 'JPY', received: '5', donated: '0', refunded: '0', net: '5' },
    ]);
    expect(statement.totals.map(footOf)).toEqual([
      [
        ['received', '300.30'],
        ['donated', '50.00'],
        ['refunded', '-40.05'],
        ['net', '310.25'],
      ],
      [['received', '5']],
    ]);
    expect(statement.years).toEqual(expect.arrayContaining(['2024-25', '2025-26', '2026-27']));
    const alone = await statementOf(younger, '2025-26');
    expect(alone).toMatchObject({ rows: [], paid_by: { user_id: guardian, fullname: 'Parent' } });

    const file = await statementFile({ user_id: guardian, year: '2025-26', language: 'hi' });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(linesOfPdf(file.rawPayload)).toEqual(
      expect.arrayContaining([
        'Parent',
        'INR 300.30',
        '\u2212INR 40.05',
        'INR 310.25',
        number,
        'वार्षिक विवरण 2025-26',
      ]),
    );
  });

  test('has one payment for brothers and sisters once, with its shares, and on no other statement', async () => {
    const [elder, younger] = [await add.person('First', 'student'), await add.person('Second', 'student')];
    const guardian = await guardianOf('Mother', elder, younger);
    const payment = await pay({ student: null, at: '2025-06-01T00:00:00Z', amount: '2000.00' });
    await run(db)`
      insert into payment_shares (payment_id, student_id, course_id, amount)
      select ${payment}, s.id, m.course_id, 1000
      from payments m, unnest(${[elder, younger]}::bigint[]) as s (id)
      where m.id = ${payment}
    `;
    const shares = [
      { student: 'First', amount: '1000.00' },
      { student: 'Second', amount: '1000.00' },
    ];
    const one = await statementOf(guardian, '2025-26');
    expect(one.rows).toMatchObject([{ amount: '2000.00', shares }]);
    expect(one.totals).toMatchObject([{ received: '2000.00' }]);
    for (const child of [elder, younger]) expect((await statementOf(child, '2025-26')).rows).toEqual([]);
    await issued(payment);
    expect((await statementOf(guardian, '2025-26')).rows).toHaveLength(1);
    const file = await statementFile({ user_id: guardian, year: '2025-26', language: 'en' });
    expect(linesOfPdf(file.rawPayload).join(' ')).toContain('INR 1,000.00; Second');
    await run(db)`
      insert into refunds (payment_id, share_id, amount, refunded_at)
      select payment_id, id, 500, '2025-07-01T00:00:00Z' from payment_shares
      where payment_id = ${payment} and student_id = ${elder}
    `;
    expect((await statementOf(guardian, '2025-26')).rows).toMatchObject([
      { kind: 'payment', student: 'First, Second' },
      { kind: 'refund', student: 'First' },
    ]);
  });

  test('is of a donor who is no student, too, by one of their payments', async () => {
    const gift = {
      kind: 'donation',
      course: null,
      student: null,
      at: '2025-06-01T00:00:00Z',
      name: 'Sita Donor',
      email: 'sita@office.test',
    } as const;
    const payment_id = await pay({ ...gift, amount: '5001.00' });
    await pay({ ...gift, amount: '108.00', currency: 'USD' });
    await pay({ ...gift, amount: '7.00', name: 'Somebody Else' });
    const asked = { payment_id, year: '2025-26' };
    const { body } = await call('receipts.get_statement', asked, admin);
    expect(body.data).toMatchObject({
      payer: 'Sita Donor',
      totals: [{ donated: '5001.00' }, { currency: 'USD', donated: '108.00' }],
    });
    const file = await statementFile({ ...asked, language: 'en' });
    expect(linesOfPdf(file.rawPayload)).toEqual(expect.arrayContaining(['Sita Donor', 'INR 5,001.00']));
    const child = await add.person('Known', 'student');
    const known = { payment_id: await pay({ student: child, at: '2025-06-01T00:00:00Z' }), year: '2025-26' };
    expect((await call('receipts.get_statement', known, admin)).body.data.payer).toBe('Known');
  });

  test('is of the one whom the office wrote down as the payer, and leads to them from each child', async () => {
    const children = [await add.person('Anaya', 'student'), await add.person('Vihaan', 'student')];
    const [elder, younger] = children as [number, number];
    const payment_id = await pay({
      student: elder,
      at: '2025-06-01T00:00:00Z',
      amount: '2000',
      name: 'Sunita',
    });
    await run(db)`
      insert into payment_shares (payment_id, student_id, course_id, amount)
      select m.id, s.id, m.course_id, 1000 from payments m, unnest(${children}::bigint[]) as s (id) where m.id = ${payment_id}
    `;
    // As a bank writes it, the name is only another spelling.
    expect((await statementOf(elder, '2025-26')).rows).toHaveLength(1);
    await run(db)`update payments set by_another = true where id = ${payment_id}`;
    await issued(payment_id);
    const asked = { payment_id, year: '2025-26' };
    expect((await call('receipts.get_statement', asked, admin)).body.data).toMatchObject({
      payer: 'Sunita',
      totals: [{ received: '2000.00' }],
      paid_by_others: [],
    });
    for (const child of children) {
      expect(await statementOf(child, '2025-26')).toMatchObject({
        rows: [],
        paid_by_others: [{ payment_id, fullname: 'Sunita' }],
      });
    }
    const guardian = await guardianOf('Sunita', younger);
    expect(await statementOf(guardian, '2025-26')).toMatchObject({ totals: [{ received: '2000.00' }] });
    expect((await call('receipts.get_statement', asked, admin)).body.data.totals).toMatchObject([
      { received: '2000.00' },
    ]);
  });

  test('without anything is empty, and knows the present year', async () => {
    const statement = await statementOf(students.free);
    expect(statement).toMatchObject({ rows: [], totals: [], years: [statement.year] });
    for (const year of ['2025-2026', '25-26', 'x', '']) {
      const wrong = await call(
        'receipts.get_statement',
        { user_id: students.free, year: year || ' ' },
        admin,
      );
      expect(wrong.status).toBe(400);
    }
  });
});

test('a preview shows settings that are not saved, and gives no number', async () => {
  const { n: before } = await one<{ n: number }>(db)`select count(*)::int as n from receipts`;
  const file = await server.app.inject({
    method: 'POST',
    url: '/api/payments/preview_receipt',
    headers: { authorization: `Bearer ${await server.tokenOf(admin.as)}` },
    payload: {
      address: 'New Road 1',
      registration: 'EIN 12-3456789',
      receipt_template: 'us',
      receipt_wording: 'Hare Krishna',
      language: 'en',
      kind: 'donation',
    },
  });
  const text = linesOfPdf(file.rawPayload).join(' ');
  for (const part of ['New Road 1', 'EIN 12-3456789', 'No goods or services were provided', 'Hare Krishna'])
    expect(text).toContain(part);
  const { n: after } = await one<{ n: number }>(db)`select count(*)::int as n from receipts`;
  expect(after).toBe(before);
});

test('receipts and statements of another course admin are not listed', async () => {
  const payment = await pay({ student: students.esha, course: veda.id });
  await issued(payment);
  expect((await call('receipts.get_receipts', { user_id: students.esha }, own)).status).toBe(404);
  expect((await call('receipts.get_receipts', { user_id: students.esha }, other)).body.data).toHaveLength(1);
});
