import { checkouts } from '@gurukul/contract/checkouts';
import { defaultSettings } from '@gurukul/contract/provider';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { openPayPeer } from '#server/test/pay-peer.ts';
import type { PeerMessage, PeerPage } from '#server/test/pay-peer.ts';
import { oneChild, registering } from '#server/test/registering.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool } from '#server/test/small-school.ts';

// Families register and pay by one path, and a place may wait for its payment.

const peer = await openPayPeer();
afterAll(() => peer.close());
const server = await testApp({
  database: 'empty',
  payUrls: peer.urls,
  limits: { publicRequestsPerMinute: 1_000_000 },
});
const { app, call, config, db } = server;
const { post, press, register } = registering(server);
const add = office(db);
const { staff } = await foundSchool(db);

const save = (place_when_paid: boolean) => {
  const { receipt_year_start: _, ...settings } = defaultSettings;
  return call(
    'provider.save_settings',
    { ...settings, catalogue_open: true, registration_open: true, place_when_paid },
    { as: admin },
  );
};
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
    { as: admin },
  );

let course: number;
let group: number;
let url: string;
let made = 0;

const price = (country: string, currency: string, value: number) => run(db)`
  insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
  values (${course}, ${country}, ${country.slice(0, 2).toUpperCase()}, ${currency}, ${value})
`;

/** A new course for 3,000 rupees, with one class of two places. */
beforeEach(async () => {
  made += 1;
  peer.reset();
  await run(db)`delete from rate_limits`;
  for (const service of ['razorpay', 'stripe'] as const) await connect(service);
  await save(false);
  course = await add.course(`Paid${made}`, staff.own);
  await run(db)`update courses set status = 'published', reg_status = 'opened' where id = ${course}`;
  await price('India', 'INR', 3000);
  group = await add.class(course, 'Small');
  const teacher = await add.person(`Small${made}`, 'teacher');
  await add.associate(course, teacher, 2);
  await add.assign(course, await add.slot(course, group), teacher);
  url = `/register/${course}`;
});

const child = (name: string, more = {}) =>
  oneChild(`${name} Iyer`, `${name.toLowerCase()}${made}@home.test`, { 'group-1': String(group), ...more });
const two = () =>
  child('Asha', { learners: '2', 'name-2': 'Bina Iyer', 'year-2': '2012', 'group-2': String(group) });

const pageOf = (location: unknown): PeerPage => peer.pages.get(String(location).split('/').at(-1)!)!;
/** The page of the service to which Pay now leads. */
const payPage = async (challenge: string, currency = 'INR') =>
  pageOf((await press(url, challenge, { do: 'pay', currency })).headers.location);
const deliver = ({ service, payload, headers }: PeerMessage) =>
  app.inject({ method: 'POST', url: `/hooks/${service}`, payload, headers });
/** Every message comes twice. */
async function pay(page: PeerPage, other = {}) {
  for (const message of peer.paidMessages(peer.pay(page, other))) {
    for (const one of [message, message]) expect((await deliver(one)).statusCode).toBe(200);
  }
}

const places = () =>
  many<{ name: string; placed: boolean; waits: boolean; open: string | null }>(db)`
    select p.first_name as name, e.class_id is not null as placed, e.waits_for_class_id is not null as waits,
      (select trim_scale(l.open)::text from ledger_sums l where l.student_id = p.id and l.course_id = e.course_id) as open
    from enrolments e join people p on p.id = e.student_id
    where e.course_id = ${course} and e.ended_on is null order by p.first_name
  `;
const free = async () => /(\d+) places? free|full/.exec((await app.inject({ url })).body)?.[0];
const forOffice = async () =>
  (
    await call('registrations.get_registrations', { course_id: course, page: 1, pageSize: 50 }, { as: admin })
  ).body.data.map(({ learner_name }: { learner_name: string }) => learner_name);
const lastMail = async (name: string) =>
  (await deliveredMails({ config, db }))
    .findLast(({ to }) => to.includes(`${name}${made}@home.test`))
    ?.text.replaceAll(/\s+/g, ' ');
const endHolds = () => run(db)`update registrations set held_until = now() where held_until > now()`;

test('a family is registered, and pays for all by one press', async () => {
  const { challenge, text, headers } = await register(url, two());
  expect(text).toContain('Pay ₹6,000.00 now');
  expect(text).not.toContain('Asha');
  expect(String(headers['content-security-policy'])).toContain(`form-action 'self' https: ${peer.url}`);
  expect(await places()).toMatchObject([
    { name: 'Asha', placed: true, open: '3000' },
    { name: 'Bina', placed: true, open: '3000' },
  ]);
  const page = await payPage(challenge);
  expect(page).toMatchObject({ amount: 600_000, currency: 'INR' });
  await pay(page);
  expect(await places()).toMatchObject([{ open: '0' }, { open: '0' }]);
  // The page is opened once more, and its button pressed in an old tab.
  expect((await app.inject({ url: `${url}?done=${challenge}` })).body).not.toContain('Pay ');
  const again = await press(url, challenge, { do: 'pay', currency: 'INR' });
  expect([again.statusCode, again.body.includes('Nothing is due now')]).toEqual([409, true]);
  // Who is in the course already is not charged by a second form.
  expect((await register(url, two())).text).not.toContain('Pay ');
});

test('a price is chosen where there are several, and is due also where it cannot be paid here', async () => {
  await price('Japan', 'JPY', 5000);
  const wrong = await post(url, child('Chandra'));
  expect(wrong.body).toContain('id="price-error">Please choose the price of your country');
  const { challenge, text } = await register(url, child('Chandra', { price: 'JA' }));
  expect(text).toContain('Pay JP¥5,000 now');
  expect(await payPage(challenge, 'JPY')).toMatchObject({ service: 'stripe', amount: 5000, currency: 'JPY' });
  // Two in different currencies pay one after the other; nobody pays in a currency that is not theirs.
  expect((await press(url, challenge, { do: 'pay', currency: 'INR' })).statusCode).toBe(409);

  await connect('stripe', { is_on: false });
  expect((await register(url, child('Deva', { price: 'JA' }))).text).not.toContain('Pay ');
  await connect('razorpay', { is_on: false });
  expect((await app.inject({ url })).body).toContain('JA: JP¥5,000');
  await register(url, child('Esha', { price: 'JA' }));
  // A place that is given later knows the price.
  expect(await one(db)`select price from registrations where learner_name like 'Esha%'`).toEqual({
    price: { amount: '5000', currency: 'JPY' },
  });
  expect(await places()).toMatchObject([
    { name: 'Chandra', placed: true, open: '5000' },
    { name: 'Deva', placed: true, open: '5000' },
    { name: 'Esha', waits: true, open: null },
  ]);
});

test('who cannot pay online reads the price on the form and by mail, and owes it', async () => {
  const read = async (name: string) => {
    await register(url, child(name));
    return lastMail(name.toLowerCase());
  };
  const online = await read('Asha');
  expect(online).toMatch(/Price for each learner:? ₹3,000\.00/);
  expect(online).not.toContain('how to pay');
  await connect('razorpay', { is_on: false });
  expect((await app.inject({ url })).body).toContain('Price for each learner: ₹3,000.00');
  expect(await read('Bina')).toMatch(/₹3,000\.00.*The office tells you how to pay\./);
  // Nothing begins by a second form.
  expect(await read('Bina')).not.toContain('₹3,000.00');
  expect(await places()).toMatchObject([
    { name: 'Asha', placed: true, open: '3000' },
    { name: 'Bina', placed: true, open: '3000' },
  ]);
});

test('where a place is given when it is paid and nobody can pay online, the office gives and charges it', async () => {
  await save(true);
  await connect('razorpay', { is_on: false });
  await register(url, child('Asha'));
  expect(await lastMail('asha')).toMatch(/The office finds a place.*The office tells you how to pay\./);
  expect(await places()).toMatchObject([{ name: 'Asha', placed: false, open: null }]);
  const { data } = (
    await call('registrations.get_registrations', { course_id: course, page: 1, pageSize: 50 }, { as: admin })
  ).body;
  expect(data).toMatchObject([{ learner_name: 'Asha Iyer', price: { amount: '3000', currency: 'INR' } }]);
});

test('a place that waits for its payment is held, and given when it is paid', async () => {
  await save(true);
  const { challenge, text } = await register(url, two());
  expect(text).toMatch(/Your 2 places are held until .*Pay ₹6,000.00 now/s);
  expect(await lastMail('asha')).toContain('A place in Small is held for 20 minutes');
  expect([await free(), await forOffice()]).toEqual(['full', []]);
  await register(url, child('Chandra'));
  expect(await places()).toMatchObject([
    { name: 'Asha', placed: false, waits: false },
    { name: 'Bina', placed: false, waits: false },
    { name: 'Chandra', waits: true, open: null },
  ]);
  await pay(await payPage(challenge));
  expect(await places()).toMatchObject([
    { name: 'Asha', placed: true, open: '0' },
    { name: 'Bina', placed: true, open: '0' },
    { name: 'Chandra', placed: false },
  ]);
  expect(await lastMail('asha')).toMatch(/Your payment for Paid\d+ has arrived.*A place in Small/);
  expect(
    await one(db)`select count(*)::integer from mails where recipient = ${`asha${made}@home.test`}`,
  ).toEqual({
    count: 3,
  });
});

test('a hold ends by itself; who pays later gets a place that is left, else the office has the money and the question', async () => {
  await save(true);
  const late = await register(url, two());
  const page = await payPage(late.challenge);
  await endHolds();
  const after = (await app.inject({ url: `${url}?done=${late.challenge}` })).body;
  expect(after).toMatch(/Your 2 places are held no more\..*Pay ₹6,000.00 now/s);
  expect([await free(), await forOffice()]).toEqual(['2 places free', ['Asha Iyer', 'Bina Iyer']]);
  await pay(await payPage((await register(url, child('Chandra'))).challenge));
  expect(await free()).toBe('1 place free');
  // Two children, one place left.
  await pay(page);
  expect(await places()).toMatchObject([
    { name: 'Asha', placed: true, open: '0' },
    { name: 'Bina', placed: false, waits: false, open: '0' },
    { name: 'Chandra', placed: true, open: '0' },
  ]);
  expect(await forOffice()).toEqual(['Bina Iyer']);
  expect(await lastMail('asha')).toMatch(/Asha Iyer.*A place in Small.*Bina Iyer.*The office finds a place/);
});

test('who begins to pay is held anew while there is a place, also after the course has closed', async () => {
  await save(true);
  const { challenge } = await register(url, child('Asha'));
  await endHolds();
  await run(db)`update courses set reg_status = 'closed' where id = ${course}`;
  await price('Japan', 'JPY', 5000);
  await run(db)`update course_prices set price_value = 9000 where course_id = ${course}`;
  const page = await payPage(challenge);
  // What was said when they registered counts.
  expect(page.amount).toBe(300_000);
  expect(await forOffice()).toEqual([]);
  // Another amount is money that waits for the office, and so does the place.
  await pay(page, { amount: 100_000 });
  await endHolds();
  expect([await places(), await forOffice()]).toMatchObject([
    [{ placed: false, open: '3000' }],
    ['Asha Iyer'],
  ]);
});

test('money of a test mode gives no place', async () => {
  await save(true);
  const { challenge } = await register(url, child('Asha'));
  const page = await payPage(challenge);
  await run(db)`update checkouts set is_test = true`;
  await pay(page);
  expect(await places()).toMatchObject([{ placed: false, open: '3000' }]);
});
