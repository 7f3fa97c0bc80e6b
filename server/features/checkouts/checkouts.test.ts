import { checkouts } from '@gurukul/contract/checkouts';
import { payments } from '@gurukul/contract/payments';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { codeOf } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import type { Family } from '#server/test/page-readers.ts';
import { pageReaders } from '#server/test/page-readers.ts';
import { openPayPeer } from '#server/test/pay-peer.ts';
import type { PeerMessage, PeerPage } from '#server/test/pay-peer.ts';
import { many, maybeOne, one, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { lookAtEnded } from './look-at-ended.ts';
import { fromMinor, toMinor } from './minor.ts';

// Families pay on the pages of payment services, which stand-ins with their protocols and faults show.

const peer = await openPayPeer();
afterAll(() => peer.close());
const logged: string[] = [];
const server = await testApp({
  database: 'empty',
  payUrls: peer.urls,
  limits: { payMs: 300 },
  logTo: (line) => logged.push(line),
});
const { app, call, db } = server;
const { gita, veda } = await foundSchool(db);
const { newFamily, confirmed, get, post, everything } = pageReaders(server, {
  course: gita.id,
  group: gita.morning,
});
const mailer = await openMailer(server);
const admin = { as: 'admin@office.test' };

const connect = (service: 'razorpay' | 'stripe', more: object = {}) =>
  call(
    checkouts.save_pay_service,
    {
      service,
      ...peer.keys[service],
      is_on: true,
      currencies: service === 'razorpay' ? ['INR'] : [],
      ...more,
    },
    admin,
  );
const deliver = ({ service, payload, headers }: PeerMessage) =>
  app.inject({ method: 'POST', url: `/hooks/${service}`, payload, headers });
async function deliverAll(messages: readonly PeerMessage[]) {
  for (const message of messages) expect((await deliver(message)).statusCode).toBe(200);
}

let family: Family;
beforeEach(async () => {
  peer.reset();
  await run(db)`delete from rate_limits`;
  await run(db)`delete from checkouts`;
  for (const service of ['razorpay', 'stripe'] as const) await connect(service);
  family = await newFamily();
});

const charge = (student: number, amount: string, currency = 'INR', course: number = gita.id) =>
  run(db)`
    insert into charges (student_id, course_id, due_on, amount, currency)
    values (${student}, ${course}, '2026-01-05', ${amount}::numeric, ${currency})
  `;

/** The page of the service to which Pay now leads. */
async function pressed(fields: Record<string, string> = { currency: 'INR' }, mailbox = family.motherMail) {
  const device = await confirmed(mailbox);
  const answer = await device.send('pay', fields);
  expect(answer.status).toBe(303);
  return pageOf(answer.headers['location']);
}
const pageOf = (location: unknown): PeerPage => peer.pages.get(String(location).split('/').at(-1)!)!;

const ledger = (student: number, currency = 'INR') =>
  maybeOne<{ received: string; refunded: string; open: string }>(db)`
    select sum(received)::text as received, sum(refunded)::text as refunded, sum(open)::text as open
    from balances where student_id = ${student} and currency = ${currency} having count(*) > 0
  `;
const payment = (number: string) =>
  maybeOne<{ student_id: number | null; amount: string; currency: string; status: string; note: string }>(db)`
    select student_id, amount::text as amount, currency, status, note from payments where payment_id = ${number}
  `;

describe('Pay now', () => {
  it('leads to the page of the service with what is due, and a double press to the same one', async () => {
    const device = await confirmed(family.motherMail);
    expect(device.page.text).toContain('Pay ₹1,234.50 now');
    const answers = await Promise.all([1, 2, 3].map(() => device.send('pay', { currency: 'INR' })));
    expect(new Set(answers.map(({ headers }) => headers['location'])).size).toBe(1);
    const page = pageOf(answers[0]!.headers['location']);
    expect(page).toMatchObject({ amount: 123_450, currency: 'INR', service: 'razorpay' });
    expect(peer.pages.size).toBe(1);
    // Nothing about people goes to the service.
    expect(JSON.stringify(page)).not.toMatch(new RegExp(`${family.name}|${family.motherName}|office\\.test`));
    const policy = String(device.page.headers['content-security-policy']);
    expect(policy).toContain(`form-action 'self' https: ${peer.url}`);
  });

  it('is not asked a second time while the service has not spoken', async () => {
    const device = await confirmed(family.motherMail);
    const page = pageOf((await device.send('pay', { currency: 'INR' })).headers['location']);
    const paid = peer.pay(page);
    const { text } = await device.read();
    expect(text).toContain('We wait for the word of the payment service');
    expect(text).toMatch(/<summary>I have not paid yet<\/summary>[^]*Pay ₹1,234\.50 now/);
    await deliverAll(peer.paidMessages(paid));
    expect((await device.read()).text).not.toMatch(/We wait for the word|Pay ₹/);
  });

  it('asks for what is due only, in the currency of the debt, from who pays, and for nobody else', async () => {
    await run(db)`
      insert into charges (student_id, course_id, due_on, amount, currency)
      values (${family.child}, ${gita.id}, '2099-01-05', 500, 'INR')
    `;
    await charge(family.sibling, '40.00', 'USD');
    const others = await newFamily();
    const device = await confirmed(family.motherMail);
    expect((await pressed()).amount).toBe(123_450);
    expect(await pressed({ currency: 'USD' })).toMatchObject({
      service: 'stripe',
      amount: 4000,
      currency: 'USD',
    });
    const wrong: Record<string, string>[] = [
      { currency: 'INR', student: String(others.child) },
      { currency: 'INR', student: '0' },
      { currency: 'rupees' },
    ];
    for (const fields of wrong) expect((await device.send('pay', fields)).status).toBe(400);
    // Nothing of the sibling is due in rupees.
    expect((await device.send('pay', { currency: 'INR', student: String(family.sibling) })).status).toBe(409);
    expect(peer.pages.size).toBe(2);
    expect((await post(`${device.url}/pay`, { currency: 'INR', form: 'x' }, device.cookie)).status).toBe(403);
    // A device that gave no code, and another site.
    expect((await post(`${device.url}/pay`, { currency: 'INR', form: device.form })).status).toBe(403);
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    const sent = await post(
      `${device.url}/pay`,
      { currency: 'INR', form: device.form },
      device.cookie,
      foreign,
    );
    expect(sent.status).toBe(403);
    // A student whose mother pays sees no money.
    const own = await confirmed(`${family.name.toLowerCase()}@office.test`);
    expect(own.page.text).not.toContain('Pay ₹');
    expect((await own.send('pay', { currency: 'INR' })).status).toBe(400);
  });

  it('is not there while no service serves the currency', async () => {
    await connect('razorpay', { is_on: false });
    const device = await confirmed(family.motherMail);
    expect(device.page.text).not.toContain('Pay ₹');
    expect(String(device.page.headers['content-security-policy'])).toContain("form-action 'self';");
    expect((await device.send('pay', { currency: 'INR' })).status).toBe(409);
    expect((await connect('razorpay', { currencies: [] })).status).toBe(200);
    expect((await pressed()).service).toBe('stripe');
  });

  it('gives a new page when something else is due, and ends the old one', async () => {
    const old = await pressed();
    await charge(family.child, '100.00');
    const next = await pressed();
    expect([old.state, next.amount]).toEqual(['canceled', 133_450]);
    expect(await many(db)`select state from checkouts order by id`).toEqual([
      { state: 'canceled' },
      { state: 'open' },
    ]);
  });

  it.each(['razorpay', 'stripe'] as const)('survives every fault of %s', async (service) => {
    await connect('razorpay', { currencies: service === 'razorpay' ? ['INR'] : [] });
    const device = await confirmed(family.motherMail);
    for (const trouble of ['cut', 'silent', 'trouble', 'keep and cut'] as const) {
      peer.trouble = trouble;
      const failed = await device.send('pay', { currency: 'INR' });
      expect([trouble, failed.status]).toEqual([trouble, 503]);
      expect(failed.text).toContain('Nothing was paid');
    }
    peer.trouble = null;
    // The page was made, and its answer lost: the next press finds it.
    expect((await device.send('pay', { currency: 'INR' })).status).toBe(303);
    expect(peer.pages.size).toBe(1);
    await connect(service, {
      secret: 'sk_live_wrong',
      key_id: service === 'razorpay' ? 'rzp_live_Wrong0000' : '',
    });
    const refused = await device.send('pay', { currency: 'INR' });
    expect(refused.status).toBe(409);
    expect(await many(db)`select from checkouts where state = 'open'`).toEqual([]);
    await connect('razorpay', { currencies: ['INR'] });
  });

  it('takes amounts of every number of decimals, and refuses what the service does not take', async () => {
    await charge(family.child, '1500', 'JPY');
    await charge(family.child, '12.340', 'KWD');
    expect(await pressed({ currency: 'JPY' })).toMatchObject({ amount: 1500 });
    const page = await pressed({ currency: 'KWD' });
    expect(page).toMatchObject({ amount: 12_340 });
    await deliverAll(peer.paidMessages(peer.pay(page)));
    expect(await ledger(family.child, 'KWD')).toEqual({ received: '12.340', refunded: '0', open: '0.000' });
    await charge(family.child, '1.001', 'KWD');
    const device = await confirmed(family.motherMail);
    expect((await device.send('pay', { currency: 'KWD' })).status).toBe(409);
    for (const [code, amount, minor] of [
      ['ISK', '1500', 150_000],
      ['UGX', '10', 1000],
      ['MGA', '7.00', 7],
      ['JPY', '7', 7],
      ['USD', '0.07', 7],
    ] as const) {
      expect([code, toMinor('stripe', amount, code), fromMinor('stripe', minor, code)]).toEqual([
        code,
        minor,
        amount,
      ]);
    }
    expect(toMinor('stripe', '7.50', 'MGA')).toBeNull();
  });
});

describe.each(['razorpay', 'stripe'] as const)('%s tells of a payment', (service) => {
  beforeEach(() => connect('razorpay', { currencies: service === 'razorpay' ? ['INR'] : [] }));

  it('once or often, in any order, and it is paid once', async () => {
    const page = await pressed();
    expect(page.service).toBe(service);
    const paid = peer.pay(page);
    const messages = peer.paidMessages(paid);
    await deliverAll([...messages.toReversed(), ...messages, ...peer.paidMessages(paid)]);
    expect(await payment(paid.number)).toEqual({
      student_id: family.child,
      amount: '1234.50',
      currency: 'INR',
      status: 'success',
      note: '',
    });
    expect(await ledger(family.child)).toEqual({ received: '1234.50', refunded: '0', open: '0.00' });
    expect(await one(db)`select state, payment_id from checkouts`).toEqual({
      state: 'paid',
      payment_id: paid.number,
    });
    const device = await confirmed(family.motherMail);
    expect(device.page.text).toContain('Nothing is open.');
    const { id } = await one<{ id: number }>(db)`select id from payments where payment_id = ${paid.number}`;
    const detail = await call(payments.get_single_payment, { id }, admin);
    expect(detail.body.data).toMatchObject({
      source: 'online',
      steps: [{ deed: 'created', source: 'online' }],
    });
  });

  it('after the end of the page, and before the portal has the answer about its page', async () => {
    const page = await pressed();
    await deliverAll([peer.endedMessage(page)]);
    await run(db)`update checkouts set service_id = null, url = null`;
    expect(await one(db)`select state from checkouts`).toEqual({ state: 'expired' });
    await deliverAll(peer.paidMessages(peer.pay(page)));
    expect(await ledger(family.child)).toMatchObject({ received: '1234.50', open: '0.00' });
    // What ended late ends nothing.
    await deliverAll([peer.endedMessage(page)]);
    expect(await one(db)`select state from checkouts`).toEqual({ state: 'paid' });
  });

  it('never: the portal asks once after the end, and while nobody answers it asks again', async () => {
    const page = await pressed();
    const look = () => lookAtEnded(db, mailer, server.config, () => undefined);
    const paid = peer.pay(page);
    await look();
    expect(await payment(paid.number)).toBeNull();
    await run(db)`update checkouts set ends_at = now()`;
    peer.trouble = 'trouble';
    await look();
    expect(await one(db)`select state from checkouts`).toEqual({ state: 'open' });
    peer.trouble = null;
    await look();
    expect(await ledger(family.child)).toMatchObject({ received: '1234.50', open: '0.00' });
    // The message comes at last.
    await deliverAll(peer.paidMessages(paid));
    expect(await ledger(family.child)).toMatchObject({ received: '1234.50' });
    await charge(family.child, '10.00');
    await pressed();
    await run(db)`update checkouts set ends_at = now() where state = 'open'`;
    await look();
    expect(await many(db)`select state from checkouts order by id`).toEqual([
      { state: 'paid' },
      { state: 'expired' },
    ]);
  });

  it.each([
    ['less', { amount: 100_000 }, '1000.00', 'INR'],
    ['more', { amount: 200_000 }, '2000.00', 'INR'],
    ['in another currency', { currency: 'USD' }, '1234.50', 'USD'],
  ] as const)('%s than was asked: it waits for the office', async (_, other, amount, currency) => {
    const page = await pressed();
    const paid = peer.pay(page, other);
    await deliverAll(peer.paidMessages(paid));
    await deliverAll(peer.paidMessages(paid));
    expect(await payment(paid.number)).toEqual({
      student_id: null,
      amount,
      currency,
      status: 'success',
      note: 'Paid online: 1234.50 INR was asked',
    });
    expect(await ledger(family.child)).toMatchObject({ open: '1234.5' });
  });

  it('a second time, for somebody who is gone, or for nothing that is known: it waits for the office', async () => {
    const page = await pressed();
    await deliverAll(peer.paidMessages(peer.pay(page)));
    const again = peer.pay(page);
    await deliverAll(peer.paidMessages(again));
    expect(await payment(again.number)).toMatchObject({ student_id: null, amount: '1234.50' });
    await run(db)`delete from checkouts`;
    const lost = peer.pay(page);
    await deliverAll(peer.paidMessages(lost));
    expect(await payment(lost.number)).toMatchObject({ student_id: null, status: 'success' });

    await charge(family.sibling, '50.00');
    const gone = await pressed();
    await run(db)`update people set deleted_at = now() where id = ${family.sibling}`;
    const late = peer.pay(gone);
    await deliverAll(peer.paidMessages(late));
    expect(await payment(late.number)).toMatchObject({ student_id: null, amount: '50.00' });
    expect(
      (
        await one<{ received: string }>(
          db,
        )`select sum(received)::text as received from balances where student_id = ${family.child}`
      ).received,
    ).toBe('1234.50');
  });

  it('whose amount was waived meanwhile: it becomes credit', async () => {
    const page = await pressed();
    await run(db)`update charges set canceled_at = now() where student_id = ${family.child}`;
    await deliverAll(peer.paidMessages(peer.pay(page)));
    expect(
      await one(db)`select credit::text as credit from balances where student_id = ${family.child}`,
    ).toEqual({
      credit: '1234.50',
    });
  });

  it('for several: each has a share, and a refund goes back in their parts', async () => {
    await charge(family.sibling, '100.00');
    await charge(family.child, '65.50', 'INR', veda.id);
    const device = await confirmed(family.motherMail);
    expect(device.page.text).toContain('Pay ₹1,400.00 now');
    const paid = peer.pay(await pressed());
    await deliverAll(peer.paidMessages(paid));
    expect(await ledger(family.child)).toMatchObject({ received: '1300.00', open: '0.00' });
    expect(await ledger(family.sibling)).toMatchObject({ received: '100.00', open: '0.00' });
    const part = peer.refund(paid, 10_001);
    await deliverAll([part, part]);
    const told = (await deliveredMails(server)).filter(
      ({ to, subject }) => to.includes(family.motherMail) && subject.includes('went back to you'),
    );
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      [family.motherMail, '₹100.01 went back to you'],
    ]);
    for (const name of [family.name, family.siblingName, 'Gita']) expect(told[0]!.text).toContain(name);
    const { text } = await device.read();
    expect(text).toMatch(/Paid<\/dt>\s*<dd>₹1,234\.50/);
    expect(text).toContain('Went back</dt>');
    const back = async () =>
      (
        await one<{ sum: string }>(
          db,
        )`select sum(r.amount)::text as sum from refunds r join payments m on m.id = r.payment_id where m.payment_id = ${paid.number} and reversed_at is null`
      ).sum;
    expect(await back()).toBe('100.01');
    await deliverAll([peer.refund(paid, 129_999)]);
    expect(await back()).toBe('1400.00');
    expect(await ledger(family.sibling)).toMatchObject({ received: '100.00', refunded: '100.00' });
    // All of it went back, so nobody asks for it again.
    expect(
      await many(db)`select from charges where student_id = ${family.sibling} and canceled_at is null`,
    ).toEqual([]);
  });

  it('and of its refund, also before the payment, twice, and that it did not arrive', async () => {
    const page = await pressed();
    const paid = peer.pay(page);
    const number = `refund-at-${service}`;
    const refunded = peer.refund(paid, 50_000, { id: number });
    await deliverAll([refunded, refunded]);
    expect(await many(db)`select from refunds where refund_id = ${number}`).toEqual([]);
    await deliverAll(peer.paidMessages(paid));
    expect(await ledger(family.child)).toMatchObject({
      received: '1234.50',
      refunded: '500.00',
      open: '500.00',
    });
    await deliverAll([refunded, peer.refund(paid, 50_000, { id: number })]);
    expect(await ledger(family.child)).toMatchObject({ refunded: '500.00' });
    const later = Math.floor(Date.now() / 1000) + 60;
    await deliverAll([peer.refund(paid, 50_000, { id: number, hasFailed: true, at: later }), refunded]);
    await deliverAll([peer.refund(paid, 50_000, { id: number })]);
    expect(await ledger(family.child)).toMatchObject({ refunded: '0' });
    await run(db)`delete from refunds where refund_id = ${number}`;
    // More than was paid cannot be written down. The office sees it on the payment.
    await deliverAll([peer.refund(paid, 900_000)]);
    expect((await payment(paid.number))!.note).toContain('is not written down');
    // A refund of somebody else's payment changes nothing.
    await deliverAll([peer.refund({ ...paid, number: `of-others-${service}` }, 100)]);
    expect(await payment(paid.number)).toMatchObject({ status: 'success' });
  });

  it('and of a refund that fits only after another one came back', async () => {
    const paid = peer.pay(await pressed());
    await deliverAll(peer.paidMessages(paid));
    const [first, second] = [`first-of-${service}`, `second-of-${service}`];
    const all = 123_450;
    await deliverAll([peer.refund(paid, all, { id: first }), peer.refund(paid, all, { id: second })]);
    expect(await ledger(family.child)).toMatchObject({ refunded: '1234.50' });
    expect((await payment(paid.number))!.note).toContain(`not written down: ${second}`);
    const later = Math.floor(Date.now() / 1000) + 60;
    await deliverAll([peer.refund(paid, all, { id: first, hasFailed: true, at: later })]);
    expect(await ledger(family.child)).toMatchObject({ refunded: '1234.50' });
    expect(
      await many(db)`
        select refund_id from refunds where refund_id in (${first}, ${second}) and reversed_at is null
      `,
    ).toEqual([{ refund_id: second }]);
    expect((await payment(paid.number))!.note).not.toContain('not written down');
  });

  it('that the office has corrected since: it stays, and its refund arrives', async () => {
    const page = await pressed();
    const paid = peer.pay(page, { amount: 100_000 });
    await deliverAll(peer.paidMessages(paid));
    const { id } = await one<{ id: number }>(db)`select id from payments where payment_id = ${paid.number}`;
    const corrected = await call(
      payments.correct_payment,
      {
        id,
        student_id: family.child,
        course_id: gita.id,
        kind: 'fee',
        amount: '1000.00',
        currency: 'INR',
        method: 'online',
        paid_at: '2026-11-30',
        note: '',
        reason: 'It is of this child',
      },
      admin,
    );
    expect(corrected.body).toMatchObject({ message: 'success' });
    await deliverAll(peer.paidMessages(paid));
    expect(await ledger(family.child)).toMatchObject({ received: '1000.00', open: '234.50' });
    await deliverAll([peer.refund(paid, 40_000)]);
    expect(await ledger(family.child)).toMatchObject({ refunded: '400.00' });
  });

  it('forged: it is refused with 400, and nothing changes', async () => {
    const page = await pressed();
    const messages = peer.paidMessages(peer.pay(page));
    const { payload } = messages.at(service === 'razorpay' ? 0 : -1)!;
    const old = Math.floor(Date.now() / 1000) - 301;
    const real = messages[0]!.headers;
    const before = await everything();
    for (const message of [
      peer.sign(service, payload, { secret: 'guessed' }),
      { service, payload, headers: { 'content-type': 'application/json' } },
      {
        service,
        payload: payload.replace('1234', '1'),
        headers: messages.at(service === 'razorpay' ? 0 : -1)!.headers,
      },
      { service, payload: `${payload} `, headers: messages.at(service === 'razorpay' ? 0 : -1)!.headers },
      { service, payload, headers: { ...real, 'stripe-signature': 't=1,v1=', 'x-razorpay-signature': '' } },
      { service, payload: '', headers: real },
      peer.sign(service === 'razorpay' ? 'stripe' : 'razorpay', payload, { secret: 'hears-razorpay!' }),
      ...(service === 'stripe' ? [peer.sign('stripe', payload, { at: old })] : []),
      peer.sign(service, 'no json'),
      peer.sign(service, '[]'),
    ]) {
      const { statusCode, body } = await deliver(message);
      expect(statusCode).toBe(400);
      expect(body).not.toContain(peer.keys[service].webhook_secret);
    }
    expect(await everything()).toEqual(before);
    // One that is not connected is refused in the same way.
    await call(checkouts.drop_pay_service, { service }, admin);
    expect((await deliver(peer.sign(service, payload))).statusCode).toBe(400);
    expect((await deliver(peer.sign(service, payload, { secret: '' }))).statusCode).toBe(400);
  });
});

describe('where the service sends its payer', () => {
  it('never says paid before the service has told it, and leads the own device to its page', async () => {
    const page = await pressed();
    const { pathname } = new URL(page.returnTo);
    const stranger = await get(`${pathname}?razorpay_payment_link_status=paid`);
    expect(stranger.status).toBe(200);
    expect(stranger.text).toContain('Your payment is on its way');
    expect(stranger.text).not.toContain(family.name);
    expect((await get(`${pathname}?left=yes`)).text).toContain('You left the page');
    const device = await confirmed(family.motherMail);
    const back = await get(pathname, device.cookie);
    expect([back.status, back.headers['location']]).toEqual([303, `${device.url}?done=paying`]);
    const toSay = `${device.cookie}; ${String(back.headers['set-cookie']).split(';')[0]}`;
    expect((await get(String(back.headers['location']), toSay)).text).toContain('Your payment is on its way');
    await deliverAll(peer.paidMessages(peer.pay(page)));
    expect((await get(pathname)).text).toContain('Your payment has arrived');
    // Another family's device learns no more than anybody.
    const other = await confirmed((await newFamily()).motherMail);
    expect((await get(pathname, other.cookie)).status).toBe(200);
    expect(
      (await get(`/me/paid/${page.reference.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))}`)).status,
    ).toBe(404);
    expect((await get('/me/paid/1')).status).toBe(404);
  });
});

describe('the settings', () => {
  it('take keys, and no answer, trail or log has them', async () => {
    const device = await confirmed(family.motherMail);
    await device.send('pay', { currency: 'INR' });
    const listed = await call(checkouts.get_pay_services, {}, admin);
    expect(listed.body.data.map((each: { service: string }) => each.service)).toEqual(['razorpay', 'stripe']);
    expect(listed.body.hooks).toMatch(/\/hooks\/$/);
    const { text } = await one<{ text: string }>(db)`
      select concat((select json_agg(a) from audit_entries a), (select json_agg(s) from pay_services s),
        (select json_agg(k) from server_keys k), (select json_agg(k) from checkouts k)) as text
    `;
    const { razorpay, stripe } = peer.keys;
    for (const secret of [razorpay.secret, razorpay.webhook_secret, stripe.secret, stripe.webhook_secret])
      for (const place of [JSON.stringify(listed.body), text, logged.join('\n')])
        expect(place).not.toContain(secret);
    expect((await call(checkouts.get_pay_services, {}, { as: 'own@office.test' })).status).toBe(403);
  });

  it('say the test mode aloud, and money of it pays for nothing', async () => {
    await connect('stripe', { secret: 'sk_test_stand_in' });
    await connect('razorpay', { key_id: 'rzp_test_Stand0Inn' });
    const { data } = (await call(checkouts.get_pay_services, {}, admin)).body;
    expect(data).toMatchObject([{ is_test: true }, { is_test: true }]);
    const device = await confirmed(family.motherMail);
    expect(device.page.text).toContain('Test mode: no real money');
    await connect('razorpay');
    const page = await pressed();
    await run(db)`update checkouts set is_test = true`;
    const paid = peer.pay(page);
    await deliverAll(peer.paidMessages(paid));
    expect(await payment(paid.number)).toMatchObject({ status: 'test', student_id: family.child });
    expect(await ledger(family.child)).toMatchObject({ received: '0', open: '1234.5' });
  });

  it('refuse keys that cannot be, and begin no page of an older account', async () => {
    for (const wrong of [
      { key_id: '' },
      { key_id: 'sk_live_1' },
      { secret: 'has a space' },
      { currencies: ['rupees'] },
    ])
      expect((await connect('razorpay', wrong)).status).toBe(400);
    expect(codeOf(await connect('razorpay', { webhook_secret: 'x'.repeat(19) }))).toBe(
      '400 bad_input webhook_secret: at_least_characters',
    );
    expect((await connect('stripe', { secret: 'rzp_live_1' })).status).toBe(400);
    await call(checkouts.drop_pay_service, { service: 'stripe' }, admin);
    expect((await connect('stripe', { secret: '' })).status).toBe(400);
    expect((await call(checkouts.drop_pay_service, { service: 'stripe' }, admin)).status).toBe(404);
    const page = await pressed();
    await connect('razorpay', { secret: peer.keys.razorpay.secret });
    expect((await pressed()).id).not.toBe(page.id);
  });
});
