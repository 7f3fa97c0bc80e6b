import { checkouts } from '@gurukul/contract/checkouts';
import { defaultSettings } from '@gurukul/contract/provider';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../server/test/app.ts';
import { office } from '../../server/test/office.ts';
import { openPayPeer } from '../../server/test/pay-peer.ts';
import type { PeerMessage } from '../../server/test/pay-peer.ts';
import { oneChild, registering } from '../../server/test/registering.ts';
import { many, one, run } from '../../server/test/rows.ts';

/*
 * Families who register and pay all at once for few places, while holds end under them. Somebody who knows nothing of the
 * portal's count looks all the time. PROOF=full npm run test:unit -- lab/proofs/held-places.test.ts has 200 families for
 * 20 places, 50 times.
 */

const [rounds, families, places] = process.env['PROOF'] === 'full' ? [50, 200, 20] : [1, 16, 4];

const peer = await openPayPeer();
afterAll(() => peer.close());
const server = await testApp({
  database: 'empty',
  payUrls: peer.urls,
  limits: { publicRequestsPerMinute: 1_000_000, requestsPerMinute: 1_000_000 },
});
const { app, call, db } = server;
const { press, typed } = registering(server);
const add = office(db);
await add.person('Admin', 'admin');
const own = await add.person('Own', 'courseadmin');
const as = { as: 'admin@office.test' };
const { receipt_year_start: _, ...settings } = defaultSettings;
await call(
  'provider.save_settings',
  { ...settings, catalogue_open: true, registration_open: true, place_when_paid: true },
  as,
);
await call(
  checkouts.save_pay_service,
  { service: 'razorpay', ...peer.keys.razorpay, is_on: true, currencies: ['INR'] },
  as,
);

/** Letters alone: a name has no digits. */
const word = (n: number) => String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);

test('never more than there are, and none is lost by a hold that ends', async () => {
  let [most, looks, paidAll, tooLate] = [0, 0, 0, 0];
  let longestMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    await run(db)`delete from rate_limits`;
    const course = await add.course(`Rush ${word(round)}`, own);
    await run(db)`update courses set status = 'published', reg_status = 'opened' where id = ${course}`;
    await add.price(course, 100);
    const group = await add.class(course, 'Wanted');
    const teacher = await add.person(`Rusher${word(round)}`, 'teacher');
    await add.associate(course, teacher, places);
    await add.assign(course, await add.slot(course, group), teacher);
    const url = `/register/${course}`;
    const all = Array.from({ length: families }, (_none, n) => ({
      from: `127.${round + 1}.${n}.1`,
      form: oneChild(`Rush ${word(n)}`, `rush${round}.${n}@home.test`, { 'group-1': String(group) }),
    }));

    const look = async () => {
      const { taken } = await one<{ taken: number }>(db)`
        select count(distinct student_id)::integer as taken from (
          select student_id from enrolments where class_id = ${group} and ended_on is null
          union
          select student_id from registrations where class_id = ${group} and held_until > now()
        ) t
      `;
      looks += 1;
      most = Math.max(most, taken);
    };

    const challenges = await Promise.all(all.map(({ form, from }) => typed(url, form, from)));
    await Promise.all(
      challenges.map(async (challenge, n) => {
        await press(url, challenge, { do: 'prove' }, all[n]!.from);
        await look();
      }),
    );
    const held = await many<{ mailbox: string }>(db)`
      select r.email_id as mailbox from registrations r where r.class_id = ${group} and r.held_until > now()
    `;
    expect(held).toHaveLength(places);
    const begun = await Promise.all(
      held.map(async ({ mailbox }) => {
        const n = all.findIndex(({ form }) => form['mailbox'] === mailbox);
        const answer = await press(url, challenges[n]!, { do: 'pay', currency: 'INR' }, all[n]!.from);
        return peer.pages.get(String(answer.headers.location).split('/').at(-1)!)!;
      }),
    );
    // Every other hold ends before its payment comes: of half of these with newcomers, of the others after them.
    const ends = held.filter((_one, n) => n % 2 === 0).map(({ mailbox }) => mailbox);
    await run(db)`
      update registrations set held_until = now() where class_id = ${group} and email_id = any(${ends}::text[])
    `;
    const endedAt = performance.now();
    const newcomers = Array.from({ length: places }, (_none, n) => ({
      from: `127.${round + 1}.${families + n}.1`,
      form: oneChild(`New ${word(n)}`, `new${round}.${n}@home.test`, { 'group-1': String(group) }),
    }));
    const register = async ({ form, from }: (typeof all)[number]) => {
      const challenge = await typed(url, form, from);
      await press(url, challenge, { do: 'prove' }, from);
      await look();
      longestMs = Math.max(longestMs, performance.now() - endedAt);
    };
    const messages = begun.map((page) => peer.paidMessages(peer.pay(page)));
    const deliver = async ({ service, payload, headers }: PeerMessage): Promise<void> => {
      const { statusCode } = await app.inject({ method: 'POST', url: `/hooks/${service}`, payload, headers });
      // The service sends again what was not taken.
      if (statusCode !== 200) return deliver({ service, payload, headers });
      await look();
      return undefined;
    };
    const [early, late] = [0, 1].map((which) =>
      messages.filter((_one, n) => (n % 4 === 0) === (which === 1)).flatMap((own) => [...own, ...own]),
    );
    await Promise.all([...newcomers.map(register), ...early!.map(deliver)]);
    await Promise.all(late!.map(deliver));

    const counted = await one<{
      placed: number;
      held: number;
      paid: number;
      unplaced: number;
      waits: number;
    }>(db)`
      select count(*) filter (where e.class_id is not null)::integer as placed,
        count(*) filter (where e.class_id is null and r.held_until > now())::integer as held,
        count(*) filter (where paid.is)::integer as paid,
        count(*) filter (where paid.is and e.class_id is null)::integer as unplaced,
        count(*) filter (where e.waits_for_class_id is not null)::integer as waits
      from enrolments e
      join registrations r on r.student_id = e.student_id and r.course_id = e.course_id
      cross join lateral (
        select exists (
          select from payments m where m.student_id = e.student_id and m.course_id = e.course_id and m.status = 'success'
        ) as is
      ) paid
      where e.course_id = ${course} and e.ended_on is null
    `;
    // Every place is somebody's, and everybody's money is there: who paid has a place, or is the office's question.
    expect([counted.placed + counted.held, counted.paid]).toEqual([places, places]);
    expect(counted.unplaced).toBe(counted.held);
    const asked = await one<{ count: number }>(db)`
      select count(*)::integer from open_registrations where course_id = ${course}
    `;
    expect(asked.count).toBe(counted.unplaced);
    paidAll += counted.paid;
    tooLate += counted.unplaced;
  }
  expect(most).toBe(places);
  process.stdout.write(
    `${rounds} rounds, ${families + places} families for ${places} places: at most ${most} at ${looks} looks, ${paidAll} paid, ${tooLate} of them too late; an ended place was another's within ${Math.ceil(longestMs / 1000)} s\n`,
  );
});
