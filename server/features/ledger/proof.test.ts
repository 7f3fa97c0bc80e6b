import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import { expect, test } from 'vitest';
import { refreshed } from '#server/channels/mail/still-true.ts';
import type { OwingMailData } from '#server/channels/mail/templates/owing.ts';
import { listDueOfCourses } from '#server/features/dashboards/today-queries.ts';
import { listCharges, listSums } from '#server/features/my-page/read.ts';
import { randomFrom } from '#server/db/seed/random.ts';
import type { Answer } from '#server/test/app.ts';
import { one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { addEnrolment, admin, dayFromToday } from '#server/test/small-school.ts';

/**
 * Random actions about money by calls of the API. After each one the ledger is added up anew from the rows, without our
 * views: the sums, the oldest charge that is open and the payment statuses are as stored, a refused action has changed
 * nothing, and no action has changed another currency or another student. What My page, who owes what,
 * the reminder and Today call due, and what the yearly statements prove, is added up here by the days of the charges.
 * `PROOF=full vitest run --project unit server/features/ledger/proof.test.ts` does 10,000 actions on more than 1,000
 * ledgers; PROOF_SEED repeats a run.
 */
const isFull = process.env['PROOF'] === 'full';
const stories = isFull ? 50 : 2;
const actionsOfStory = isFull ? 200 : 130;
const seed = Number(process.env['PROOF_SEED'] ?? Date.now() % 2_147_483_647);

const { call, db } = await testApp({ database: 'empty' });
const add = office(db);

const currencies = ['INR', 'USD', 'KWD'] as const;
const regions = ['India', 'United States', 'Kuwait'] as const;
const codes = ['IN', 'US', 'KW'] as const;
const prices = ['10000', '100', '33'] as const;

interface World {
  readonly courses: readonly { readonly id: number; readonly class: number }[];
  readonly students: readonly number[];
  /** The students, and the guardian of the first two, who pays for them. */
  readonly payers: readonly number[];
}

let headId = 0;

/** Everybody came a week ago, so that Today looks at them. */
async function attendAll(courses: World['courses']) {
  const day = dayFromToday(-7);
  for (const course of courses) {
    await run(db)`
      with register as (
        insert into attendance_registers (course_id, class_id, attendance_date)
        values (${course.id}, ${course.class}, ${day}::date)
        returning id
      )
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      select ${day}::date, e.student_id, e.course_id, e.class_id, register.id, 'present'
      from enrolments e cross join register
      where e.class_id = ${course.class}
    `;
  }
}

async function newWorld(name: string): Promise<World> {
  if (headId === 0) {
    await add.person('Admin', 'admin');
    headId = await add.person('Head', 'courseadmin');
  }
  const courses = [];
  for (const letter of ['A', 'B', 'C']) {
    const id = await add.course(`${name} ${letter}`, headId);
    courses.push({ id, class: await add.class(id, 'Class') });
    for (const [n, currency] of currencies.entries()) {
      await run(db)`
        insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
        values (${id}, ${regions[n]}, ${codes[n]}, ${currency}, ${prices[n]})
      `;
    }
  }
  const students = [];
  for (let n = 0; n < 8; n += 1) {
    const student = await add.person(`${name}x${n}`, 'student');
    const course = courses[n % 3]!;
    await run(db)`
      update people set region = ${regions[n % 4 === 3 ? 1 : 0]}, email_id = ${n < 3 ? `${name}family@office.test` : `${name}x${n}@office.test`} where id = ${student}
    `;
    await addEnrolment(db, { student, course: course.id, class: course.class });
    students.push(student);
  }
  await attendAll(courses);
  const { id: guardian } = await one<{ id: number }>(db)`
    insert into people (email_id, main_role, first_name)
    values (${`${name}guardian@office.test`}, 'guardian', 'Guardian')
    returning id
  `;
  await run(db)`
    insert into guardians (student_id, guardian_id, pays)
    select g.id, ${guardian}, true from unnest(${students.slice(0, 2)}::bigint[]) as g (id)
  `;
  return { courses, students, payers: [...students, guardian] };
}

interface Sums {
  charged: bigint;
  waived: bigint;
  received: bigint;
  refunded: bigint;
}

type Cell = string | number | boolean | null | undefined;
interface Row {
  readonly [column: string]: string | number | boolean | null;
}

const rows = async (text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await db.query(text, [...values])).rows;
const mils = (value: Row[string] | undefined) => toMils(String(value));

/** All that counts, read from the tables and added up here. */
async function addUp({ courses }: World) {
  const ids = courses.map(({ id }) => id);
  const of = [ids];
  const charges = await rows(
    `select id, student_id, course_id, currency, amount, due_on::text, canceled_at is not null as off
     from charges where course_id = any($1) order by due_on, id`,
    of,
  );
  const waivers = await rows(
    `select w.id, w.charge_id, w.amount, w.reason, w.canceled_at is not null as off
     from waivers w where w.charge_id = any($1) order by w.id`,
    [charges.map(({ id }) => id)],
  );
  const payments = await rows(
    `select m.id, m.student_id, m.course_id, m.currency, m.amount, m.status, m.kind from payments m
     where m.course_id = any($1) or m.id in (select payment_id from payment_shares where course_id = any($1))`,
    of,
  );
  // Reports of payments that went back: they are no money, but they say that somebody was refunded.
  const returned = new Set(
    payments
      .filter((one) => one['status'] === 'refunded' && one['kind'] === 'fee')
      .map((one) => `${one['student_id']} ${one['course_id']}`),
  );
  const paymentIds = [payments.map(({ id }) => id)];
  const shares = await rows(
    'select id, payment_id, student_id, course_id, amount from payment_shares where payment_id = any($1)',
    paymentIds,
  );
  const refunds = await rows(
    'select payment_id, share_id, amount, reversed_at is not null as off from refunds where payment_id = any($1)',
    paymentIds,
  );
  const sums = new Map<string, Sums>();
  const at = (student: Cell, course: Cell, currency: Cell): Sums => {
    const key = `${student} ${course} ${currency}`;
    const found = sums.get(key) ?? { charged: 0n, waived: 0n, received: 0n, refunded: 0n };
    sums.set(key, found);
    return found;
  };
  for (const one of charges) {
    if (one['off'] !== true)
      at(one['student_id'], one['course_id'], one['currency']).charged += mils(one['amount']);
  }
  const waivedOf = new Map<unknown, bigint>();
  for (const one of waivers) {
    const charge = charges.find(({ id }) => id === one['charge_id'])!;
    if (one['off'] === true || charge['off'] === true) continue;
    at(charge['student_id'], charge['course_id'], charge['currency']).waived += mils(one['amount']);
    waivedOf.set(charge['id'], (waivedOf.get(charge['id']) ?? 0n) + mils(one['amount']));
  }
  for (const payment of payments) {
    // A payment that went back is a ledger without money.
    if (payment['status'] === 'refunded' && payment['kind'] === 'fee' && payment['student_id'] !== null)
      at(payment['student_id'], payment['course_id'], payment['currency']);
    if (payment['status'] !== 'success' || payment['currency'] === null || payment['kind'] !== 'fee')
      continue;
    const own = shares.filter((share) => share['payment_id'] === payment['id']);
    const parts = own.length > 0 ? own : [{ ...payment, id: null }];
    if (own.length > 0) {
      // Shares are the payment, never more or less.
      expect(own.reduce((sum, share) => sum + mils(share['amount']), 0n)).toBe(mils(payment['amount']));
    }
    for (const part of parts) {
      if (part['student_id'] === null) continue;
      const ledger = at(part['student_id'], part['course_id'], payment['currency']);
      ledger.received += mils(part['amount']);
      const back = refunds.filter(
        (refund) =>
          refund['payment_id'] === payment['id'] &&
          refund['share_id'] === part['id'] &&
          refund['off'] !== true,
      );
      const sum = back.reduce((total, refund) => total + mils(refund['amount']), 0n);
      expect(sum <= mils(part['amount'])).toBe(true);
      ledger.refunded += sum;
    }
  }
  for (const [key, { charged, waived, received, refunded }] of sums) {
    expect([key, charged >= waived, received >= refunded]).toEqual([key, true, true]);
  }
  const named = await rows('select id, course_name from courses where id = any($1)', of);
  const names = new Map(named.map((one) => [Number(one['id']), String(one['course_name'])]));
  return { charges, waivers, waivedOf, sums, names, returned };
}
type Books = Awaited<ReturnType<typeof addUp>>;

const owed = ({ charged, waived, received, refunded }: Sums) => charged - waived - received + refunded;

/** The sums as text, for comparing. */
const written = ({ sums }: Books) =>
  new Map(
    [...sums]
      .filter(([, sum]) => Object.values(sum).some((amount) => amount !== 0n))
      .map(([key, { charged, waived, received, refunded }]) => [
        key,
        `${charged} ${waived} ${received} ${refunded}`,
      ]),
  );

/** The day of the oldest charge that is not paid. */
function openSince(books: Books, key: string): string | null {
  const { received, refunded } = books.sums.get(key)!;
  let paid = received - refunded;
  for (const charge of books.charges) {
    if (
      `${charge['student_id']} ${charge['course_id']} ${charge['currency']}` !== key ||
      charge['off'] === true
    )
      continue;
    const rest = mils(charge['amount']) - (books.waivedOf.get(charge['id']) ?? 0n);
    if (rest > paid) return String(charge['due_on']);
    paid -= rest;
  }
  return null;
}

/** Students and courses with a charge, also a canceled one. Elsewhere what was paid is no credit. */
const everCharged = (books: Books) =>
  new Set(books.charges.map((one) => `${one['student_id']} ${one['course_id']}`));

/** Of a student and course: something is charged, or was and there are payments. */
const hasLedger = (books: Books, place: string) =>
  everCharged(books).has(place) && [...books.sums.keys()].some((key) => key.startsWith(`${place} `));

/** What is due by a day and not paid, in mils: the oldest charge is paid first. */
function dueIn(books: Books, key: string, days: number): bigint {
  const { received, refunded } = books.sums.get(key)!;
  let paid = received - refunded;
  let due = 0n;
  for (const charge of books.charges) {
    if (
      `${charge['student_id']} ${charge['course_id']} ${charge['currency']}` !== key ||
      charge['off'] === true
    )
      continue;
    const rest = mils(charge['amount']) - (books.waivedOf.get(charge['id']) ?? 0n);
    const open = rest > paid ? rest - paid : 0n;
    paid = rest > paid ? 0n : paid - rest;
    if (String(charge['due_on']) <= dayFromToday(days)) due += open;
  }
  return due;
}

/** The list of who owes what tells all of it and what is due by now as the books do. */
async function askWhoOwes({ courses }: World, books: Books) {
  for (const { id } of courses) {
    const input = { show: 'open', course_id: id, page: 1, pageSize: 100 };
    const { body } = await call('ledger.get_owing', input, { as: admin });
    for (const { user_id, currency, open, due, overdue } of body.data) {
      const key = `${user_id} ${id} ${currency}`;
      expect([key, mils(open), mils(due), mils(overdue)]).toEqual([
        key,
        owed(books.sums.get(key)!),
        dueIn(books, key, 0),
        dueIn(books, key, -1),
      ]);
    }
    // Its totals are kept sums of the course.
    const { body: asked } = await call('ledger.get_owing', { ...input, show: 'due' }, { as: admin });
    const added = new Map<string, bigint[]>();
    for (const { currency, open, due, overdue, later } of asked.data) {
      const sums = added.get(currency) ?? [0n, 0n, 0n, 0n];
      added.set(
        currency,
        [open, due, overdue, later].map((sum, place) => sums[place]! + toMils(sum)),
      );
    }
    expect(asked.total_count).toBe(asked.data.length);
    expect(
      new Map(
        asked.totals.map(({ currency, open, due, overdue, later }: Row) => [
          currency,
          [open, due, overdue, later].map(mils),
        ]),
      ),
    ).toEqual(added);
  }
}

/** A ledger of the world: whose, of which course, in which currency. */
const placeOf = (key: string) => {
  const [student, course, currency = ''] = key.split(' ');
  return { student_id: Number(student), course_id: Number(course), currency };
};

/** What is due by now, in mils, of the ledgers where something is. */
const dueNow = (books: Books): Map<string, bigint> =>
  new Map(
    [...books.sums.keys()].map((key) => [key, dueIn(books, key, 0)] as const).filter(([, due]) => due > 0n),
  );

/** My page of a student tells open, due, overdue and later, and each open part with its day, as the books do. */
async function askMyPage(student: number, books: Books) {
  const told = await listSums(db, [student]);
  const parts = await listCharges(db, [student]);
  const sum = (some: readonly { readonly open: string }[]) =>
    some.reduce((total, { open }) => total + toMils(open), 0n);
  for (const { course_name, currency, open, due, overdue, later } of told) {
    const key = [...books.sums.keys()].find(
      (one) =>
        one.startsWith(`${student} `) &&
        one.endsWith(` ${currency}`) &&
        books.names.get(placeOf(one).course_id) === course_name,
    )!;
    const rest = owed(books.sums.get(key)!);
    const stillOpen = rest > 0n ? rest : 0n;
    const [isDue, isOverdue] = [dueIn(books, key, 0), dueIn(books, key, -1)];
    expect([key, ...[open, due, overdue, later].map(mils)]).toEqual([
      key,
      stillOpen,
      isDue,
      isOverdue,
      stillOpen - isDue,
    ]);
    const own = parts.filter((part) => part.course_name === course_name && part.currency === currency);
    expect([key, sum(own), sum(own.filter(({ state }) => state === 'later'))]).toEqual([
      key,
      stillOpen,
      stillOpen - isDue,
    ]);
  }
}

/** The mail that asks for money names what is due by now, and no other ledger. */
async function askReminder(books: Books) {
  const due = dueNow(books);
  for (const currency of currencies) {
    const debts = [...books.sums.keys()].map(placeOf).filter((one) => one.currency === currency);
    const mail = await refreshed('owing_reminder', db, { fullname: 'Payer', currency, debts });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of that kind of mail
    const said = (mail as OwingMailData | null)?.debts ?? [];
    expect(
      new Map(said.map((one) => [`${one.student_id} ${one.course_id} ${currency}`, mils(one.due)])),
    ).toEqual(new Map([...due].filter(([key]) => placeOf(key).currency === currency)));
  }
}

/** Today names who attends and has not paid with what is due, and nobody else. */
async function askToday({ courses }: World, books: Books) {
  const due = dueNow(books);
  for (const { id } of courses) {
    const window = { page: 1, pageSize: 100 };
    const lines = await listDueOfCourses(
      db,
      { id: headId, role: 'courseadmin' },
      'attending_unpaid',
      window,
      {
        course_id: id,
      },
    );
    const told = lines.flatMap(({ student_id, owes }) =>
      (owes ?? []).map((one) => [`${student_id} ${id} ${one.currency}`, mils(one.amount)] as const),
    );
    const named = new Set(lines.map(({ student_id }) => student_id));
    const expected = [...due].filter(
      ([key]) => placeOf(key).course_id === id && named.has(placeOf(key).student_id),
    );
    expect(new Map(told)).toEqual(new Map(expected));
    // Others have no ledger, in a course that has a price.
    const owing = new Set(told.map(([key]) => placeOf(key).student_id));
    const ofLedgers = [...named].filter((student) => hasLedger(books, `${student} ${id}`));
    expect(ofLedgers.filter((student) => !owing.has(student!))).toEqual([]);
  }
}

const namedPayer = 'Payer';

/** Each payment stands once, on the statement of who paid it: the statements of all payers add up to all that came. */
async function askStatements({ courses, payers }: World) {
  const ids = [courses.map(({ id }) => id)];
  const paid = await rows(
    `select m.id, m.full_name, m.currency, m.amount, coalesce(m.student_id, (
         select s.student_id from payment_shares s where s.payment_id = m.id order by s.id limit 1
       )) as student
     from payments m
     where m.status = 'success' and (m.course_id = any($1) and m.student_id is not null
       or m.id in (select payment_id from payment_shares where course_id = any($1)))`,
    ids,
  );
  const guardians = await rows('select student_id, guardian_id from guardians where pays', []);
  const payerOf = (student: Cell) =>
    guardians.find((one) => one['student_id'] === student)?.['guardian_id'] ?? student;
  // Whom the office named in a correction is nobody of these people.
  const byAnother = paid.filter((one) => one['full_name'] === namedPayer);
  const expected = paid.map((one) => {
    const payer = byAnother.includes(one) ? namedPayer : payerOf(one['student']);
    return `${payer} ${one['id']} ${mils(one['amount'])}`;
  });
  const told = [];
  for (const whose of [
    ...payers.map((user_id) => ({ user_id })),
    ...byAnother.map(({ id }) => ({ payment_id: id })),
  ]) {
    const { status, body } = await call('receipts.get_statement', whose, { as: admin });
    // Somebody who was merged into another is there no more.
    if (status === 404) continue;
    for (const row of body.data.rows) {
      if (row.kind !== 'payment') continue;
      told.push(`${'user_id' in whose ? whose.user_id : namedPayer} ${row.payment} ${mils(row.amount)}`);
      const shares = row.shares.reduce((sum: bigint, one: { amount: string }) => sum + mils(one.amount), 0n);
      if (row.shares.length > 0) expect(shares).toBe(mils(row.amount));
    }
  }
  expect(told.toSorted()).toEqual(expected.toSorted());
}

const statusOfReason: Readonly<Record<string, string>> = {
  exempted: 'Exempted',
  sponsored: 'Sponsored',
  alternate: 'Alternate arrangements made',
  discount: 'Exempted',
};

/** What the payment status must be; undefined where none follows. */
function statusFor(books: Books, student: Cell, course: Cell): string | null | undefined {
  const own = [...books.sums]
    .filter(([key]) => key.startsWith(`${student} ${course} `))
    .map(([, sum]) => sum);
  const allBack =
    (books.returned.has(`${student} ${course}`) || own.some(({ refunded }) => refunded > 0n)) &&
    own.every((sum) => sum.received === sum.refunded);
  if (!own.some(({ charged }) => charged > 0n)) {
    return everCharged(books).has(`${student} ${course}`) && allBack ? 'Refunded' : undefined;
  }
  if (own.some((sum) => owed(sum) > 0n)) return allBack ? 'Refunded' : null;
  if (own.some(({ received, refunded }) => received > refunded)) return 'Successful';
  const charged = new Set(
    books.charges
      .filter((one) => one['off'] !== true && one['student_id'] === student && one['course_id'] === course)
      .map(({ id }) => id),
  );
  const best = books.waivers
    .filter((waiver) => waiver['off'] !== true && charged.has(waiver['charge_id'] ?? null))
    .toSorted(
      (a, b) =>
        Number(a['reason'] === 'discount') - Number(b['reason'] === 'discount') ||
        Number(mils(b['amount']) - mils(a['amount'])) ||
        Number(a['id']) - Number(b['id']),
    )[0];
  return best === undefined ? 'Successful' : (statusOfReason[String(best['reason'])] ?? null);
}

/** Everything that the portal stores or derives agrees with the books. */
async function audit(world: World, books: Books, where: string) {
  const ids = [world.courses.map(({ id }) => id)];
  const stored = await rows(
    `select student_id, course_id, currency, charged, waived, received, refunded, open, credit, open_since::text
     from ledger_sums where course_id = any($1)`,
    ids,
  );
  const charged = everCharged(books);
  const expected = [...books.sums]
    .filter(([key]) => charged.has(key.split(' ').slice(0, 2).join(' ')))
    .map(([key, sum]) => {
      const rest = owed(sum);
      return [
        key,
        sum.charged,
        sum.waived,
        sum.received,
        sum.refunded,
        rest > 0n ? rest : 0n,
        rest < 0n ? -rest : 0n,
        rest > 0n ? openSince(books, key) : null,
      ].join(' ');
    });
  const found = stored.map((one) =>
    [
      `${one['student_id']} ${one['course_id']} ${one['currency']}`,
      ...['charged', 'waived', 'received', 'refunded', 'open', 'credit'].map((sum) => mils(one[sum])),
      one['open_since'],
    ].join(' '),
  );
  expect([where, ...found.toSorted()]).toEqual([where, ...expected.toSorted()]);
  const enrolled = await rows(
    `select student_id, course_id, payment_status, payment_by_hand from enrolments
     where course_id = any($1) and ended_on is null`,
    ids,
  );
  for (const {
    student_id: student,
    course_id: course,
    payment_status: status,
    payment_by_hand: byHand,
  } of enrolled) {
    const follows = statusFor(books, student, course);
    if (follows !== undefined && byHand !== true)
      expect([where, student, course, status]).toEqual([where, student, course, follows]);
  }
}

/** Whose only money has just gone back owes nothing in its course. */
function askReturned(student: number, was: Books, is: Books, where: string) {
  for (const place of is.returned) {
    const key = `${place} INR`;
    if (was.returned.has(place) || !place.startsWith(`${student} `)) continue;
    const sum = is.sums.get(key);
    if (sum?.received === sum?.refunded) expect([where, key, sum?.charged ?? 0n]).toEqual([where, key, 0n]);
  }
}

interface StepResult {
  readonly answer: Answer;
  /** Whose ledgers it may change, and in which currencies; null: any. */
  readonly students: readonly number[];
  readonly currency: string | null;
}

/** One course after the other, with everything that the portal answers about a student. */
async function askAbout(student: number, books: Books) {
  const { status, body } = await call('ledger.get_ledger', { user_id: student }, { as: admin });
  if (status === 404) return;
  expect(status).toBe(200);
  for (const ledger of body.data.ledgers) {
    const sum = books.sums.get(`${student} ${ledger.course_id} ${ledger.currency}`) ?? {
      charged: 0n,
      waived: 0n,
      received: 0n,
      refunded: 0n,
    };
    const rest = owed(sum);
    const key = `${student} ${ledger.course_id} ${ledger.currency}`;
    const [due, overdue] = books.sums.has(key) ? [dueIn(books, key, 0), dueIn(books, key, -1)] : [0n, 0n];
    const isCredit = rest < 0n && everCharged(books).has(`${student} ${ledger.course_id}`);
    expect(ledger).toMatchObject({
      charged: fromMils(sum.charged, ledger.currency),
      waived: fromMils(sum.waived, ledger.currency),
      received: fromMils(sum.received, ledger.currency),
      refunded: fromMils(sum.refunded, ledger.currency),
      open: fromMils(rest > 0n ? rest : 0n, ledger.currency),
      due: fromMils(due, ledger.currency),
      overdue: fromMils(overdue, ledger.currency),
      later: fromMils(rest > 0n ? rest - due : 0n, ledger.currency),
      credit: fromMils(isCredit ? -rest : 0n, ledger.currency),
    });
    const open = ledger.charges.reduce(
      (total: bigint, one: { open: string }) => total + toMils(one.open),
      0n,
    );
    expect(open).toBe(rest > 0n ? rest : 0n);
  }
}

function actionsIn(world: World, random: () => number) {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const chance = (share: number) => random() < share;
  const currencyOf = () => (chance(0.7) ? 'INR' : pick(currencies));
  const amountIn = (currency: string) => {
    const most = currency === 'INR' ? 6000 : currency === 'USD' ? 80 : 30;
    const digits = currency === 'KWD' ? 3 : 2;
    return (random() * most + 0.5).toFixed(digits);
  };
  const ask = (name: Parameters<typeof call>[0], input: object) => call(name, input, { as: admin });
  const anyRow = async (from: string, columns: string) => {
    const all = await rows(`select ${columns} from ${from}`, [world.courses.map(({ id }) => id)]);
    return all.length === 0 ? null : pick(all);
  };
  const changes: { readonly id: number; readonly done: StepResult }[] = [];
  const nothing = null;

  const actions: readonly (readonly [number, string, () => Promise<StepResult | null>])[] = [
    [
      12,
      'charge',
      async () => {
        const course = pick(world.courses);
        const some = chance(0.7)
          ? { user_ids: [pick(world.students), ...(chance(0.3) ? [pick(world.students)] : [])] }
          : {};
        const currency = chance(0.2) ? { currency: pick(currencies) } : {};
        const first = dayFromToday(Math.floor(random() * 200) - 120);
        const input = {
          course_id: course.id,
          ...some,
          ...currency,
          parts: { count: 1 + Math.floor(random() * 12), first_due_on: first },
        };
        const preview = await ask('ledger.add_charges', { ...input, preview: true });
        if (preview.status !== 200) return { answer: preview, students: [], currency: null };
        const answer = await ask('ledger.add_charges', { ...input, digest: preview.body.data.digest });
        return { answer, students: some.user_ids ?? world.students, currency: currency.currency ?? null };
      },
    ],
    [
      6,
      'cancel a charge',
      async () => {
        const found = await anyRow(
          'charges where course_id = any($1) and canceled_at is null',
          'id, student_id, currency',
        );
        if (found === null) return nothing;
        const answer = await ask('ledger.cancel_charge', {
          charge_id: Number(found['id']),
          reason: 'By chance',
        });
        return { answer, students: [Number(found['student_id'])], currency: String(found['currency']) };
      },
    ],
    [
      8,
      'waive',
      async () => {
        const currency = currencyOf();
        const student = pick(world.students);
        const answer = await ask('ledger.waive', {
          user_id: student,
          course_id: pick(world.courses).id,
          currency,
          ...(chance(0.6) ? { amount: amountIn(currency) } : {}),
          reason: pick(['exempted', 'sponsored', 'alternate', 'discount']),
        });
        return { answer, students: [student], currency };
      },
    ],
    [
      4,
      'cancel a waiver',
      async () => {
        const found = await anyRow(
          'waivers w join charges h on h.id = w.charge_id where h.course_id = any($1) and w.canceled_at is null',
          'w.id, h.student_id, h.currency',
        );
        if (found === null) return nothing;
        const answer = await ask('ledger.cancel_waiver', { waiver_id: Number(found['id']) });
        return { answer, students: [Number(found['student_id'])], currency: String(found['currency']) };
      },
    ],
    [
      16,
      'record a payment',
      async () => {
        const currency = currencyOf();
        const base = {
          currency,
          method: 'cash',
          paid_at: dayFromToday(0),
          full_name: namedPayer,
          knowing: true,
        };
        if (chance(0.25)) {
          const shares = Array.from({ length: 2 }, () => ({
            user_id: pick(world.students),
            course_id: pick(world.courses).id,
            amount: amountIn(currency),
          }));
          const amount = fromMils(
            shares.reduce((sum, share) => sum + toMils(share.amount), 0n),
            currency,
          );
          const answer = await ask('payments.record_payment', { ...base, amount, shares });
          return { answer, students: shares.map(({ user_id }) => user_id), currency };
        }
        const student = pick(world.students);
        const answer = await ask('payments.record_payment', {
          ...base,
          amount: amountIn(currency),
          student_id: student,
          course_id: pick(world.courses).id,
        });
        return { answer, students: [student], currency };
      },
    ],
    [
      7,
      'refund',
      async () => {
        const found = await anyRow(
          `payments m left join payment_shares s on s.payment_id = m.id
           where coalesce(s.course_id, m.course_id) = any($1) and m.status = 'success'`,
          'm.id, s.id as share_id, coalesce(s.student_id, m.student_id) as student_id, m.currency',
        );
        if (found === null) return nothing;
        const currency = String(found['currency']);
        const answer = await ask('payments.refund_payment', {
          id: Number(found['id']),
          share_id: found['share_id'] === null ? null : Number(found['share_id']),
          amount: amountIn(currency),
          kind: pick(['refund', 'dispute']),
          charge: pick(['cancel', 'due']),
          reason: 'By chance',
          refunded_at: dayFromToday(0),
        });
        return { answer, students: [Number(found['student_id'])], currency };
      },
    ],
    [
      3,
      'reverse a refund',
      async () => {
        const found = await anyRow(
          `refunds r join payments m on m.id = r.payment_id left join payment_shares s on s.id = r.share_id
           where coalesce(s.course_id, m.course_id) = any($1) and r.reversed_at is null`,
          'r.id, coalesce(s.student_id, m.student_id) as student_id, m.currency',
        );
        if (found === null) return nothing;
        const answer = await ask('payments.reverse_refund', { refund_id: Number(found['id']) });
        return { answer, students: [Number(found['student_id'])], currency: String(found['currency']) };
      },
    ],
    [
      5,
      'void a payment',
      async () => {
        const found = await anyRow(
          `payments m where m.status = 'success' and (m.course_id = any($1) or m.id in (
             select payment_id from payment_shares where course_id = any($1)))`,
          `m.id, m.currency, array(select s.student_id from payment_shares s where s.payment_id = m.id)::text as shared,
           m.student_id`,
        );
        if (found === null) return nothing;
        const shared = String(found['shared']).replace(/[{}]/g, '').split(',').filter(Boolean).map(Number);
        const answer = await ask('payments.void_payment', { id: Number(found['id']), reason: 'By chance' });
        return {
          answer,
          students: [...shared, Number(found['student_id'])],
          currency: String(found['currency']),
        };
      },
    ],
    [
      3,
      'correct a payment',
      async () => {
        const found = await anyRow(
          `payments m where m.status = 'success' and m.course_id = any($1)
             and not exists (select from payment_shares s where s.payment_id = m.id)`,
          'm.id, m.currency, m.student_id, m.course_id',
        );
        if (found === null) return nothing;
        const currency = String(found['currency']);
        const answer = await ask('payments.correct_payment', {
          id: Number(found['id']),
          student_id: Number(found['student_id']),
          course_id: Number(found['course_id']),
          amount: amountIn(currency),
          currency,
          method: 'bank',
          paid_at: dayFromToday(0),
          full_name: namedPayer,
          knowing: true,
          reason: 'By chance',
        });
        return { answer, students: [Number(found['student_id'])], currency };
      },
    ],
    [
      8,
      'upload a payment that came or went back',
      async () => {
        const number = Math.floor(random() * 6);
        const [student, course] = [world.students[2 + number]!, world.courses[(2 + number) % 3]!.id];
        const [found] = await rows(
          'select p.email_id, p.fullname as full_name, c.course_name from people p, courses c where p.id = $1 and c.id = $2',
          [student, course],
        );
        const answer = await ask('paymentUpload.excel_payment_details_upload', [
          {
            ...found,
            payment_id: `up_${student}_${course}`,
            created_at: dayFromToday(0),
            amount: '1200',
            currency: 'INR',
            status: pick(['success', 'refunded']),
            phone_number: '',
          },
        ]);
        return { answer, students: [student], currency: 'INR' };
      },
    ],
    [
      9,
      'use credit',
      async () => {
        const from = await anyRow(
          `balances b where b.course_id = any($1) and b.credit > 0`,
          'b.student_id, b.course_id, b.currency, b.credit',
        );
        const owing =
          from &&
          (await rows(
            `select student_id, course_id, open from ledger_sums where course_id = any($1) and open > 0 and currency = $2`,
            [world.courses.map(({ id }) => id), from['currency']],
          ));
        if (!from || !owing || owing.length === 0) return nothing;
        const to = pick(owing);
        const currency = String(from['currency']);
        const most = mils(from['credit']) < mils(to['open']) ? from['credit'] : to['open'];
        const amount = chance(0.5) ? fromMils(mils(most), currency) : amountIn(currency);
        const answer = await ask('ledger.use_credit', {
          user_id: Number(from['student_id']),
          course_id: Number(from['course_id']),
          currency,
          to: { user_id: Number(to['student_id']), course_id: Number(to['course_id']) },
          amount,
        });
        return { answer, students: [Number(from['student_id']), Number(to['student_id'])], currency };
      },
    ],
    [
      7,
      'move',
      async () => {
        const student = pick(world.students);
        const email_id = (await rows('select email_id from people where id = $1', [student]))[0]!['email_id'];
        const to = pick(world.courses);
        const from = await rows(
          'select course_id from enrolments where student_id = $1 and ended_on is null and course_id = any($2)',
          [student, world.courses.map(({ id }) => id)],
        );
        const answer = await ask('students.update_course_to_student', {
          email_id,
          user_id: student,
          course_id: to.id,
          class_id: to.class,
          from_course_id: from.length === 0 || chance(0.2) ? null : Number(pick(from)['course_id']),
        });
        return { answer, students: [student], currency: null };
      },
    ],
    [
      3,
      'unassociate',
      async () => {
        const student = pick(world.students);
        const answer = await ask('students.remove_student_association', {
          student_id: student,
          course_id: pick(world.courses).id,
          page: 1,
          pageSize: 1,
        });
        return { answer, students: [student], currency: null };
      },
    ],
    [
      5,
      'choose a status',
      async () => {
        const student = pick(world.students);
        const answer = await ask('students.update_payment_status', {
          user_id: student,
          course_id: pick(world.courses).id,
          payment_status: pick([
            'Successful',
            'Failed',
            'Refunded',
            'Exempted',
            'Sponsored',
            'Alternate arrangements made',
          ]),
        });
        return { answer, students: [student], currency: null };
      },
    ],
    [
      2,
      'merge two people',
      async () => {
        const [keep, merge] = [pick(world.students), pick(world.students)];
        const two = { keep_id: keep, merge_id: merge };
        const preview = await ask('duplicates.merge_people', { ...two, preview: true });
        if (preview.status !== 200) return { answer: preview, students: [], currency: null };
        const courses = world.courses.map(({ id }) => ({ course_id: id, use: pick(['keep', 'merge']) }));
        const clashing = await rows(
          `select course_id from enrolments where ended_on is null and student_id = any($1)
           group by course_id having count(*) > 1`,
          [[keep, merge]],
        );
        const answered = courses.filter(({ course_id }) =>
          clashing.some((one) => Number(one['course_id']) === course_id),
        );
        const { digest } = preview.body.data;
        const answer = await ask('duplicates.merge_people', {
          ...two,
          preview: false,
          digest,
          courses: answered,
        });
        return { answer, students: [keep, merge], currency: null };
      },
    ],
    [
      14,
      'undo',
      async () => {
        if (changes.length === 0) return nothing;
        const { id, done } = chance(0.6) ? changes.at(-1)! : pick(changes);
        const answer = await ask('audit.undo_change', { change_id: id });
        return { ...done, answer };
      },
    ],
  ];
  const weights = actions.reduce((sum, [weight]) => sum + weight, 0);
  return async () => {
    let place = random() * weights;
    const [, name, run] = actions.find(([weight]) => (place -= weight) < 0) ?? actions[0]!;
    const done = await run();
    const changeId = Number(done?.answer.headers['change-id']);
    if (done && done.answer.status === 200 && changeId > 0) changes.push({ id: changeId, done });
    return { name, done };
  };
}

/** What actions were done and refused, for the report of a full run. */
const tally = new Map<string, [done: number, refused: number]>();

test.each(Array.from({ length: stories }, (_, story) => story))(
  `story %i of random actions (PROOF_SEED=${seed}) balances after each of them`,
  async (story) => {
    const { next: random } = randomFrom(seed + story * 7919);
    const world = await newWorld(`s${story}`);
    const next = actionsIn(world, random);
    const merged: (readonly number[])[] = [];
    let before = await addUp(world);
    for (let n = 0; n < actionsOfStory;) {
      const { name, done } = await next();
      if (done === null) continue;
      n += 1;
      const { answer, students, currency } = done;
      const where = `action ${n}: ${name}`;
      expect([where, answer.status < 500, answer.status]).toEqual([where, true, answer.status]);
      const isDone = answer.status === 200 && answer.body.type !== 'warning';
      const [does, refuses] = tally.get(name) ?? [0, 0];
      tally.set(name, isDone ? [does + 1, refuses] : [does, refuses + 1]);
      const after = await addUp(world);
      const [was, is] = [written(before), written(after)];
      const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
        (key) => was.get(key) !== is.get(key),
      );
      // After a merge an action about one of the two is about the other.
      if (isDone && name === 'merge two people') merged.push(students);
      const meant = new Set(students);
      for (let size = 0; size < meant.size;) {
        size = meant.size;
        for (const two of merged) if (two.some((one) => meant.has(one))) two.forEach((one) => meant.add(one));
      }
      const mayChange = (key: string) => {
        const [student, , inCurrency] = key.split(' ');
        return isDone && meant.has(Number(student)) && (currency === null || inCurrency === currency);
      };
      expect([where, changed.filter((key) => !mayChange(key))]).toEqual([where, []]);
      if (isDone && name.startsWith('upload')) askReturned(students[0]!, before, after, where);
      await audit(world, after, where);
      // Kept sums of courses, and those that changed since.
      if (n % 15 === 0) await db.query('select refresh_due(1000)');
      if (n % 10 === 0) {
        await askAbout(world.students[n % 8]!, after);
        await askWhoOwes(world, after);
        await askMyPage(world.students[n % 8]!, after);
        await askReminder(after);
        await askToday(world, after);
        await askStatements(world);
      }
      before = after;
    }
  },
  isFull ? 3_600_000 : 240_000,
);

test('the stories contain every action, done and refused', () => {
  const told = [...tally].map(([name, [done, refused]]) => `${name}: ${done} done, ${refused} refused`);
  if (isFull) process.stdout.write(`${told.join('\n')}\n`);
  expect(tally.size).toBeGreaterThan(12);
  for (const [name, [done]] of tally) if (isFull) expect([name, done > 0]).toEqual([name, true]);
});
