import type { ReminderTime } from '@gurukul/contract/shared/meetings/reminders';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { randomFrom } from '#server/db/seed/random.ts';
import { closeJobs, openJobs } from '#server/jobs/open.ts';
import { createMailer } from '#server/channels/mail/mailer.ts';
import type { ReminderMailData } from '#server/channels/mail/reminders.ts';
import { createSeal } from '#server/seal.ts';
import { cloneDatabase } from '#server/test/db.ts';
import { office } from '#server/test/office.ts';
import { silent } from '#server/test/outbox.ts';
import { many, one, run } from '#server/test/rows.ts';
import { createReminderLook } from './look.ts';

/*
 * Twelve weeks of a school whose meetings and people change, against a model that shares no code with the portal. Two
 * processes look at the same moments. The weeks have the clock changes of Auckland, London and New York. The short form
 * has six of them, with all three changes, and the second process looks at every fourth moment.
 */

const isFull = process.env['PROOF'] === 'full';
const secretKey = 'a key for tests only, 32 bytes or more';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begin = Date.UTC(2026, 8, isFull ? 14 : 21);
const weeks = isFull ? 12 : 6;
const end = begin + weeks * 7 * day;
const stepMs = (isFull ? 10 : 60) * minute;
const bothMs = (isFull ? 1 : 4) * stepMs;

const { next: random } = randomFrom(Number(process.env['PROOF_SEED'] ?? (isFull ? 20_261_124 : 1)));

const clocks = new Map<string, Intl.DateTimeFormat>();
/** "2026-09-14 18:00" on a clock. */
function clockOf(moment: number, zone: string): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  clocks.set(zone, clock);
  return clock.format(moment);
}
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** The first moment at which a clock shows that, by trying. */
function momentOf(date: string, time: string, zone: string): number {
  const around = Date.parse(`${date}T${time}:00Z`);
  for (let moment = around - 15 * hour; moment <= around + 15 * hour; moment += 30 * minute) {
    if (clockOf(moment, zone) === `${date} ${time}`) return moment;
  }
  throw new Error(`no ${date} ${time} in ${zone}`);
}

const isNight = (moment: number, zone: string) => {
  const hours = Number(clockOf(moment, zone).slice(11, 13));
  return hours >= 21 || hours < 7;
};
/** The rule, once more and by trying: the evening before is where the clock last showed eight. */
function mayLeave(which: ReminderTime, start: number, zone: string, now: number): boolean {
  if (isNight(now, zone)) return false;
  let from = start - (which === 'day' ? day : hour);
  const isMovedByNight = isNight(from, zone);
  if (isMovedByNight) {
    from -= from % (30 * minute);
    while (clockOf(from, zone).slice(11) !== '20:00') from -= 30 * minute;
  }
  const least = which === 'day' ? 3 * hour : isMovedByNight ? hour : 5 * minute;
  return from <= now && now <= start - least;
}

interface Stands {
  readonly from: number;
  readonly to: number;
}
const always: readonly Stands[] = [{ from: -Infinity, to: Infinity }];
const holds = (times: readonly Stands[], now: number) =>
  times.some(({ from, to }) => from <= now && now < to);

interface Slot {
  readonly id: number;
  readonly class: number;
  readonly course: number;
  readonly weekday: string;
  readonly time: string;
  readonly zone: string;
}
/** A start of a meeting, and when it was the one that stood in the plan. */
interface Version {
  readonly slot: Slot;
  readonly onDate: string;
  readonly start: number;
  readonly stands: readonly Stands[];
}
interface Person {
  readonly id: number;
  readonly mailbox: string;
  readonly zone: string;
  readonly places: readonly { readonly class: number; readonly times: readonly Stands[] }[];
  /** Meetings by slot and day, to which they said that they cannot come. */
  readonly cannot: Map<string, Stands[]>;
}

const database = await cloneDatabase('empty');
const db = database.pool;
const jobs = await openJobs(db, { log: silent });
afterAll(async () => {
  await closeJobs(jobs, 1_000);
  await database.drop();
});

/** What somebody does at a moment of the twelve weeks. */
const actions: { at: number; action: Sql }[] = [];
const at = (moment: number, action: Sql) => actions.push({ at: moment, action });

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const reminded: Readonly<Record<string, readonly ReminderTime[]>> = {
  both: ['day', 'hour'],
  day: ['day'],
  hour: ['hour'],
  none: [],
};

/** Class, its reminders, its slots. */
const plan = [
  ['Evening', 'both', ['monday 18:00 Asia/Kolkata', 'thursday 18:00 Asia/Kolkata']],
  ['Dawn', 'both', ['tuesday 06:00 Pacific/Auckland']],
  ['West', 'both', ['wednesday 19:30 America/New_York', 'sunday 07:30 America/New_York']],
  ['London', 'both', ['saturday 08:00 Europe/London']],
  ['Late', 'both', ['friday 22:30 Asia/Kolkata']],
  ['Only a day', 'day', ['monday 10:00 Asia/Kolkata']],
  ['Only an hour', 'hour', ['tuesday 10:00 America/New_York']],
  ['Silent', 'none', ['monday 10:00 Asia/Kolkata', 'thursday 06:00 Asia/Kolkata']],
] as const;
const zones = [
  'Asia/Kolkata',
  'America/New_York',
  'Pacific/Auckland',
  'Europe/London',
  'America/Los_Angeles',
];

const add = office(db);
const admin = await add.person('Admin', 'courseadmin');
const course = await add.course('Gita', admin, { startDate: dayOf(begin - 14 * day) });
await run(db)`update courses set course_duration = 'yearly'`;

const slots: Slot[] = [];
const classReminders = new Map<number, readonly ReminderTime[]>();
for (const [name, choice, times] of plan) {
  const id = await add.class(course, name);
  await run(db)`update classes set reminders = ${reminded[choice]!}::text[] where id = ${id}`;
  classReminders.set(id, reminded[choice]!);
  for (const written of times) {
    const [weekday = '', time = '', zone = ''] = written.split(' ');
    slots.push({
      id: await add.slot(course, id, weekday, time, zone),
      class: id,
      course,
      weekday,
      time,
      zone,
    });
  }
}

const people: Person[] = [];
const unwanted = new Map<string, Stands[]>();

/** Noon UTC, when the date of UTC is the date of every class or the day before. */
const noonOf = (week: number) => begin + week * 7 * day + 3 * day + 12 * hour;

for (const classId of classReminders.keys()) {
  for (let n = 0; n < 6; n += 1) {
    const name = `S${classId}x${n}`;
    const zone = zones[Math.floor(random() * zones.length)]!;
    const id = await add.person(name, 'student');
    // The last two of a class are children of one house.
    const mailbox = n < 4 ? `${name.toLowerCase()}@office.test` : `house${classId}@office.test`;
    const ofHouse = n < 4 ? zone : zones[classId % zones.length]!;
    await run(db)`update people set timezone = ${ofHouse}, email_id = ${mailbox} where id = ${id}`;
    const comes = n === 1 ? noonOf(2 + Math.floor(random() * 3)) : -Infinity;
    const goes = n === 2 || n === 5 ? noonOf(7 + Math.floor(random() * 3)) : Infinity;
    at(
      comes,
      sql`
        insert into enrolments (student_id, course_id, class_id, started_on)
        values (${id}, ${course}, ${classId}, ${comes === -Infinity ? dayOf(begin - 10 * day) : dayOf(comes)})
      `,
    );
    if (goes < Infinity)
      at(goes, sql`update enrolments set ended_on = ${dayOf(goes)} where student_id = ${id}`);
    people.push({
      id,
      mailbox,
      zone: ofHouse,
      places: [{ class: classId, times: [{ from: comes, to: goes }] }],
      cannot: new Map(),
    });
    if (n === 3) {
      const [off, on] = [noonOf(4), noonOf(8)];
      unwanted.set(mailbox, [{ from: off, to: on }]);
      at(
        off,
        sql`
          insert into personal_pages (mailbox, nonce, hash, unwanted)
          values (${mailbox}, '', ${Buffer.from(mailbox)}, '{reminders}')
        `,
      );
      at(on, sql`update personal_pages set unwanted = '{}' where mailbox = ${mailbox}`);
    }
  }
}
// People whom nothing may reach: without an address, deleted, of a guardian who may not see.
for (const name of ['Nowhere', 'Deleted', 'Barred']) {
  const id = await add.person(name, 'student');
  await add.enrol(id, course, slots[0]!.class);
  if (name === 'Deleted') await add.remove('people', id);
  else await run(db)`update people set email_id = '' where id = ${id}`;
  if (name !== 'Barred') continue;
  const father = await add.person('Father', 'student');
  await run(db)`update people set main_role = 'guardian' where id = ${father}`;
  await run(db)`insert into guardians (student_id, guardian_id, may_see) values (${id}, ${father}, false)`;
}

const versions: Version[] = [];
const countOf: Record<string, number> = {};

/** What happens to a meeting: on time for its reminders, or between the one of a day and the one of an hour. */
function liveThrough(slot: Slot, onDate: string): void {
  const start = momentOf(onDate, slot.time, slot.zone);
  const key = sql`slot_id = ${slot.id} and on_date = ${onDate}`;
  const insert = (state: string, held: string | null = null, time: string | null = null) => sql`
    insert into meetings (course_id, class_id, slot_id, on_date, state, held_on, local_time, duration_minutes)
    values (${course}, ${slot.class}, ${slot.id}, ${onDate}, ${state}, ${held}::date, ${time}::time,
      ${held === null ? null : 60}::integer)
  `;
  const push = (moment: number, stands: readonly Stands[]) =>
    versions.push({ slot, onDate, start: moment, stands });
  const fates = [
    'canceled',
    'canceled late',
    'moved',
    'moved late',
    'off',
    'undone',
    'cannot',
    'cannot late',
  ];
  const fate = random() < 0.5 ? fates[Math.floor(random() * fates.length)]! : 'as planned';
  countOf[fate] = (countOf[fate] ?? 0) + 1;
  const decided = start - (fate.endsWith('late') ? 5 * hour : 60 * hour);
  if (fate.startsWith('canceled')) {
    at(decided, insert('canceled'));
    push(start, [{ from: -Infinity, to: decided }]);
  } else if (fate.startsWith('moved')) {
    // On the next day, two hours later.
    const held = dayOf(Date.parse(onDate) + day);
    const time = `${String((Number(slot.time.slice(0, 2)) + 2) % 24).padStart(2, '0')}${slot.time.slice(2)}`;
    at(decided, insert('moved', held, time));
    push(start, [{ from: -Infinity, to: decided }]);
    push(momentOf(held, time, slot.zone), [{ from: decided, to: Infinity }]);
  } else if (fate === 'off') {
    at(
      decided,
      sql`
        insert into days_off (from_date, until_date, name, course_id, class_id)
        values (${onDate}, ${onDate}, 'Festival', ${course}, ${slot.class})
      `,
    );
    push(start, [{ from: -Infinity, to: decided }]);
  } else if (fate === 'undone') {
    const back = start - 10 * hour;
    at(decided, insert('canceled'));
    at(back, sql`delete from meetings where ${key}`);
    push(start, [
      { from: -Infinity, to: decided },
      { from: back, to: Infinity },
    ]);
  } else push(start, always);
  if (!fate.startsWith('cannot')) return;
  const person = people.find(({ places }) => places[0]!.class === slot.class);
  const backAt = random() < 0.5 ? start - 2 * hour : Infinity;
  person!.cannot.set(`${slot.id} ${onDate}`, [{ from: decided, to: backAt }]);
  at(
    decided,
    sql`
      insert into answers (student_id, course_id, class_id, kind, slot_id, on_date, is_extra, held_on, said_by)
      values (${person!.id}, ${course}, ${slot.class}, 'cannot_come', ${slot.id}, ${onDate}, false, ${onDate},
        ${person!.id})
    `,
  );
  if (backAt < Infinity) {
    at(backAt, sql`update answers set withdrawn_at = now() where student_id = ${person!.id} and ${key}`);
  }
}
for (const slot of slots) {
  for (let week = 0; week <= weeks; week += 1) {
    const onDate = dayOf(begin + (week * 7 + weekdays.indexOf(slot.weekday)) * day);
    // Those of the first and last days have no whole reminders.
    if (week > 0 && week < weeks - 1) liveThrough(slot, onDate);
    else versions.push({ slot, onDate, start: momentOf(onDate, slot.time, slot.zone), stands: always });
  }
}

const isThere = (person: Person, { slot, onDate }: Version, now: number) =>
  person.places.some(({ class: id, times }) => id === slot.class && holds(times, now)) &&
  !holds(person.cannot.get(`${slot.id} ${onDate}`) ?? [], now);

/** Whom the mail would name. */
function namedIn(mailbox: string, which: ReminderTime, version: Version, now: number): number[] {
  if (!holds(version.stands, now) || holds(unwanted.get(mailbox) ?? [], now)) return [];
  const named = people.filter((person) => person.mailbox === mailbox && isThere(person, version, now));
  return named.length > 0 && mayLeave(which, version.start, named[0]!.zone, now)
    ? named.map(({ id }) => id)
    : [];
}

interface SentReminder {
  readonly now: number;
  readonly which: ReminderTime;
  readonly slot: number;
  readonly onDate: string;
  readonly start: number;
  readonly mailbox: string;
  readonly students: readonly number[];
}

async function simulate(): Promise<SentReminder[]> {
  const mailer = createMailer({ secretKey }, jobs);
  const log = { warn: (details: object) => expect(details).toBeUndefined() };
  const looks = [createReminderLook(db, mailer, log), createReminderLook(db, mailer, log)];
  const seal = createSeal(secretKey);
  const sent: SentReminder[] = [];
  const coming = actions.toSorted((a, b) => a.at - b.at);
  let last = 0;
  for (let now = begin; now < end; now += stepMs) {
    while (coming[0] !== undefined && coming[0].at <= now) await run(db)`${coming.shift()!.action}`;
    const looking = (now - begin) % bothMs === 0 ? looks : looks.slice(0, 1);
    const added = await Promise.all(looking.map((look) => look(new Date(now))));
    if (added.every((count) => count === 0)) continue;
    const mails = await many<{ id: number; recipient: string; dedupe_key: string; sealed: string }>(db)`
      select id, recipient, dedupe_key, sealed from mails where id > ${last} order by id
    `;
    last = mails.at(-1)!.id;
    for (const { recipient, dedupe_key, sealed } of mails) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was sealed
      const data = seal.open(sealed, dedupe_key) as ReminderMailData;
      const { which, starts_at, mailbox, students } = data;
      const [slot, onDate] = [data.slot_id!, data.on_date!];
      expect(recipient.toLowerCase()).toBe(mailbox);
      sent.push({ now, which, slot, onDate, start: Date.parse(starts_at), mailbox, students });
    }
  }
  return sent;
}

test(`in ${weeks} weeks each mailbox has one reminder of each meeting that takes place, and none of others`, async () => {
  const sent = await simulate();
  const bySlot = Map.groupBy(sent, ({ slot, onDate }) => `${slot} ${onDate}`);
  const seen = { expected: 0, none: 0, open: 0, late: 0 };
  const wrong: object[] = [];
  for (const version of versions) {
    const { slot, onDate, start } = version;
    const kinds = classReminders.get(slot.class)!;
    const mailboxes = new Set(
      people.filter(({ places }) => places[0]!.class === slot.class).map(({ mailbox }) => mailbox),
    );
    for (const mailbox of mailboxes) {
      for (const which of kinds) {
        const of = (bySlot.get(`${slot.id} ${onDate}`) ?? []).filter(
          (one) => one.which === which && one.mailbox === mailbox && one.start === start,
        );
        const moments: number[] = [];
        for (let now = begin; now < end && now < start; now += stepMs) {
          if (now < start - 38 * hour) continue;
          if (namedIn(mailbox, which, version, now).length > 0) moments.push(now);
        }
        const first = moments[0];
        const isUndisturbed =
          version.stands === always &&
          people
            .filter((person) => person.mailbox === mailbox)
            .every(({ cannot, places }) => cannot.size === 0 && places[0]!.times[0]!.from < start - 3 * day);
        // Somebody who comes late, or comes back, is found an hour later at most, before a meeting half an hour.
        const isLongEnough = moments.length * stepMs > (which === 'day' ? 60 : 30) * minute;
        if (moments.length === 0) seen.none += 1;
        else if (isUndisturbed || isLongEnough) seen.expected += 1;
        else seen.open += 1;
        const least = moments.length > 0 && (isUndisturbed || isLongEnough) ? 1 : 0;
        if (of.length > Math.min(1, moments.length) || of.length < least)
          wrong.push({ which, mailbox, onDate, slot, start: new Date(start), sent: of.length, moments });
        for (const one of of) {
          const named = namedIn(mailbox, which, version, one.now);
          const isInTime = !isUndisturbed || unwanted.has(mailbox) || one.now === first;
          if (one.students.join(',') !== named.join(',') || !isInTime)
            wrong.push({
              ...one,
              at: clockOf(one.now, 'UTC'),
              named,
              starts: clockOf(start, 'UTC'),
              stands: version.stands,
              first,
            });
          if (one.now > first!) seen.late += 1;
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  // Every mail is of one of these, so no other was written.
  const known = new Set(versions.map(({ slot, onDate, start }) => `${slot.id} ${onDate} ${start}`));
  expect(sent.filter(({ slot, onDate, start }) => !known.has(`${slot} ${onDate} ${start}`))).toEqual([]);
  expect((await one<{ n: number }>(db)`select count(*)::int as n from mails`).n).toBe(sent.length);
  // The weeks had something of everything.
  expect(Object.keys(countOf)).toHaveLength(9);
  expect(seen.expected).toBeGreaterThan(40 * weeks);
  expect(seen.none).toBeGreaterThan(8 * weeks);
  expect(seen.open).toBeLessThan(seen.expected / 50);
});
