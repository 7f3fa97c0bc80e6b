import { dashboards, todayShown } from '@gurukul/contract/dashboards';
import type { TodayGroup, TodayItems, TodayKind, TodayOlder } from '@gurukul/contract/dashboards';
import { describe, expect, it } from 'vitest';
import { one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import {
  addEnrolment,
  admin,
  dayFromToday,
  elsewhere,
  foundSchool,
  other,
  own,
  teach,
} from '#server/test/small-school.ts';
import { refreshDue } from './today-queries.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const add = office(db);
const { gita, veda, draft, students, staff } = await foundSchool(db);
await add.price(veda.id);

// The courses began a while ago and go on, and so did the slots. No payment is missing.
await run(db)`update courses set start_date = ${dayFromToday(-40)}::date, course_duration = 'yearly'`;
await run(db)`update class_slots set created_at = now() - interval '40 days'`;
await run(db)`update enrolments set payment_status = 'Successful'`;

const today = async (as: string): Promise<TodayGroup[]> =>
  (await server.call(dashboards.get_today, {}, { as })).body.data;
const items = async <K extends TodayKind>(as: string, kind: K): Promise<TodayItems[K][]> =>
  (await server.call(dashboards.get_today, {}, { as })).body.data.find(
    (group: TodayGroup) => group.kind === kind,
  )?.items ?? [];
const kindsOf = async (as: string) => (await today(as)).map(({ kind }) => kind);

/** A register in which everybody has that mark. */
async function mark(courseId: number, classId: number, day: string, marks: Record<number, string>) {
  const { id } = await one<{ id: number }>(db)`
    insert into attendance_registers (course_id, class_id, attendance_date)
    values (${courseId}, ${classId}, ${day})
    on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
    returning id
  `;
  for (const [student, status] of Object.entries(marks)) {
    await run(db)`
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      values (${day}, ${Number(student)}, ${courseId}, ${classId}, ${id}, ${status})
      on conflict (class_id, attendance_date, student_id, register_id) do update set status = excluded.status
    `;
  }
}

describe('a class that is not marked', () => {
  const classes = async (as: string) =>
    (await items(as, 'unmarked_class')).map(({ class_name, attendance_date }) => [
      class_name,
      attendance_date,
    ]);

  it('is shown to its teacher, its course admin and the admin, for each day it met', async () => {
    const gitaEvening = (await items(own, 'unmarked_class')).find(
      ({ class_id }) => class_id === gita.evening,
    );
    expect(gitaEvening).toMatchObject({ course_id: gita.id, course_name: 'Gita', class_name: 'Evening' });
    const named = async (as: string) => [...new Set((await classes(as)).map(([name]) => name))].toSorted();
    expect(await named(teach)).toEqual(['Morning']);
    expect(await named(own)).toEqual(['Evening', 'Morning']);
    const ofVeda = await items(other, 'unmarked_class');
    expect([...new Set(ofVeda.map((item) => item.class_id))]).toEqual([veda.morning]);
    // A teacher of both sees both.
    const both = await items(elsewhere, 'unmarked_class');
    expect([...new Set(both.map((item) => item.class_id))].toSorted()).toEqual(
      [gita.evening, veda.morning].toSorted(),
    );
  });

  it('says when the teacher who should have called is suspended', async () => {
    const takers = async () =>
      (await items(own, 'unmarked_class')).find(({ class_id }) => class_id === gita.evening)?.teacher;
    const { user_id, fullname } = (await takers())!;
    expect(await takers()).toEqual({ user_id, fullname, suspended: false });
    await run(db)`update people set suspended_at = now() where id = ${user_id}`;
    expect(await takers()).toEqual({ user_id, fullname, suspended: true });
    await run(db)`update people set suspended_at = null where id = ${user_id}`;
  });

  it('says on which days of the course it met, and when; the overdue first', async () => {
    const met = await items(admin, 'unmarked_class');
    const days = met.map((item) => item.attendance_date);
    expect(days).toEqual(days.toSorted());
    for (const { at, attendance_date } of met) {
      expect(Date.parse(at!)).toBeLessThan(Date.now() - 60 * 60_000);
      expect(Date.parse(at!)).toBeGreaterThan(Date.now() - 41 * 86_400_000);
      expect(new Date(Date.parse(at!) + 330 * 60_000).toISOString().slice(0, 10)).toBe(attendance_date);
    }
  });

  it('is gone when everybody is marked, not before', async () => {
    const [first] = await items(teach, 'unmarked_class');
    const day = first!.attendance_date!;
    // Chitra was in the class then.
    await mark(gita.id, gita.morning, day, { [students.chitra]: 'present' });
    await mark(gita.id, gita.morning, day, { [students.anu]: 'present' });
    expect((await classes(teach)).map(([, date]) => date)).toContain(day);
    // The mark of a student outside the class does not count.
    await mark(gita.id, gita.morning, day, { [students.deepa]: 'present' });
    expect((await classes(teach)).map(([, date]) => date)).toContain(day);
    await mark(gita.id, gita.morning, day, { [students.bala]: 'absent' });
    expect((await classes(teach)).map(([, date]) => date)).not.toContain(day);
  });

  it('is not due when it met before it was made, or outside its course, or without students', async () => {
    const before = (await classes(other)).length;
    expect(before).toBeGreaterThan(1);
    await run(db)`update class_slots set created_at = now() where class_id = ${veda.morning}`;
    expect(await classes(other)).toEqual([]);
    await run(db)`
      update class_slots set created_at = now() - interval '40 days' where class_id = ${veda.morning}
    `;
    await run(db)`update courses set start_date = ${dayFromToday(1)}::date where id = ${veda.id}`;
    expect(await classes(other)).toEqual([]);
    await run(db)`update courses set start_date = ${dayFromToday(-400)}::date where id = ${veda.id}`;
    expect(await classes(other)).toEqual([]);
    await run(db)`update courses set start_date = ${dayFromToday(-40)}::date where id = ${veda.id}`;
    expect(await classes(other)).toHaveLength(before);
    await run(db)`update enrolments set started_on = ${dayFromToday(0)} where student_id = ${students.esha}`;
    const left = await classes(other);
    expect(left.filter(([, date]) => date! < dayFromToday(0))).toEqual([]);
    await run(db)`
      update enrolments set started_on = ${dayFromToday(-30)} where student_id = ${students.esha}
    `;
  });

  it('is over on its own clock', async () => {
    const zone = 'Pacific/Honolulu';
    const place = (moment: number) =>
      Object.fromEntries(
        new Intl.DateTimeFormat('en-US', {
          timeZone: zone,
          weekday: 'long',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        })
          .formatToParts(moment)
          .map(({ type, value }) => [type, value]),
      );
    const course = await add.course('Surf', staff.other);
    await run(db)`update courses set start_date = ${dayFromToday(-3)}::date where id = ${course}`;
    const beach = await add.class(course, 'Beach');
    // One began two hours ago and is over, one began half an hour ago and is not.
    const now = Date.now();
    const twoHoursAgo = now - 2 * 3_600_000;
    const times = [twoHoursAgo, now - 30 * 60_000].map(place);
    for (const { weekday, hour, minute } of times) {
      await add.slot(course, beach, weekday!.toLowerCase(), `${hour}:${minute}`, zone);
    }
    await run(db)`update class_slots set created_at = now() - interval '3 days' where class_id = ${beach}`;
    await addEnrolment(db, { student: students.free, course, class: beach, from: -3 });
    const onBeach = (await items(other, 'unmarked_class')).filter((item) => item.class_id === beach);
    expect(onBeach).toHaveLength(1);
    expect(Date.parse(onBeach[0]!.at!)).toBe(twoHoursAgo - (twoHoursAgo % 60_000));
    await add.remove('courses', course);
  });
});

describe('a class without a teacher', () => {
  it('is shown to the office, with its next meeting, until somebody teaches it', async () => {
    expect(await kindsOf(own)).not.toContain('class_without_teacher');
    const taken = await one<{ assigned_id: number; class_id: number }>(db)`
      select t.id as assigned_id, t.slot_id as class_id
      from slot_teachers t
      where t.course_id = ${veda.id} and t.ended_at is null
    `;
    const removed = await server.call(
      'assignments.remove_teacher_from_class',
      { course_id: veda.id, ...taken },
      { as: other },
    );
    expect(removed.status).toBe(200);
    const [untaught] = await items(other, 'class_without_teacher');
    expect(untaught).toMatchObject({ course_id: veda.id, class_id: veda.morning, class_name: 'Morning' });
    expect(Date.parse(untaught!.at!)).toBeGreaterThan(Date.now());
    expect(await items(admin, 'class_without_teacher')).toEqual([untaught]);
    expect(await items(own, 'class_without_teacher')).toEqual([]);
    expect(await items(elsewhere, 'class_without_teacher')).toEqual([]);

    // It meets whether or not the course is published.
    for (const status of ['unpublished', 'coming_soon', 'published']) {
      // oxlint-disable-next-line no-await-in-loop
      await run(db)`update courses set status = ${status} where id = ${veda.id}`;
      // oxlint-disable-next-line no-await-in-loop
      expect(await items(admin, 'class_without_teacher')).toEqual([untaught]);
    }
    await run(db)`update courses set start_date = ${dayFromToday(-400)}::date where id = ${veda.id}`;
    expect(await items(admin, 'class_without_teacher')).toEqual([]);
    await run(db)`update courses set start_date = ${dayFromToday(-40)}::date where id = ${veda.id}`;
    expect(await items(admin, 'class_without_teacher')).toHaveLength(1);

    const { id } = await one<{ id: number }>(db)`select id from class_slots where course_id = ${veda.id}`;
    await add.assign(veda.id, id, staff.elsewhere);
    expect(await items(admin, 'class_without_teacher')).toEqual([]);
  });
});

it('a class whose rolls the office calls needs no teacher, as its lists and the set-up say, until somebody teaches there', async () => {
  const course = await add.course('Alone', staff.other);
  await run(
    db,
  )`update courses set start_date = ${dayFromToday(-40)}::date, course_duration = 'yearly' where id = ${course}`;
  const group = await add.class(course, 'Evening');
  const slot = await add.slot(course, group, 'monday', '18:00', 'Asia/Kolkata');
  const says = async () => {
    const listed = await server.call('classes.get_classes', { course_id: course }, { as: admin });
    return [
      (await items(admin, 'class_without_teacher')).some(({ class_id }) => class_id === group),
      listed.body.data[0].slots[0].needs_teacher,
    ];
  };
  expect(await says()).toEqual([true, true]);
  // Brought from elsewhere: nobody has called it here.
  await mark(course, group, dayFromToday(-35), { [students.anu]: 'present' });
  expect(await says()).toEqual([true, true]);
  await mark(course, group, dayFromToday(-1), { [students.anu]: 'present' });
  await refreshDue(db);
  expect(await says()).toEqual([false, false]);
  await add.associate(course, staff.elsewhere);
  await add.assign(course, slot, staff.elsewhere);
  await run(db)`update slot_teachers set ended_at = now() where slot_id = ${slot}`;
  await refreshDue(db);
  expect(await says()).toEqual([true, true]);
  await add.remove('courses', course);
});

const pay = async (paymentId: string, course: number, student: number | null, status = 'success') =>
  one<{ id: number }>(db)`
    insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
    values (${paymentId}, ${course}, ${student}, 'Payer', 'payer@office.test', 100, ${status}, now())
    returning id
  `;

describe('a student who paid and has no class', () => {
  const waiting = async (as: string) =>
    (await items(as, 'paid_not_placed')).map(
      ({ student_name, course_name }) => `${student_name} ${course_name}`,
    );

  it('is shown to the office of that course', async () => {
    await pay('placed', gita.id, students.anu);
    await pay('stranger', gita.id, null);
    await pay('tried', gita.id, students.free, 'failed');
    expect(await kindsOf(admin)).not.toContain('paid_not_placed');
    const { id } = await pay('waits', gita.id, students.free, 'Success');
    await pay('waits twice', gita.id, students.free);
    expect(await waiting(admin)).toEqual(['Free Gita']);
    expect(await waiting(own)).toEqual(['Free Gita']);
    expect(await waiting(other)).toEqual([]);
    expect(await waiting(teach)).toEqual([]);
    expect((await items(own, 'paid_not_placed'))[0]).toMatchObject({
      course_id: gita.id,
      student_id: students.free,
      payment: id + 1,
      at: expect.any(String),
      is_enrolled: false,
    });
  });

  it('is due in the course without a class, and no longer in a class', async () => {
    await addEnrolment(db, { student: students.free, course: gita.id, class: null });
    expect(await waiting(own)).toEqual(['Free Gita']);
    expect((await items(own, 'paid_not_placed'))[0]).toMatchObject({ is_enrolled: true });
    await run(db)`
      update enrolments set class_id = ${gita.evening}, payment_status = 'Sponsored' where student_id = ${students.free} and course_id = ${gita.id}
    `;
    expect(await waiting(own)).toEqual([]);
  });

  it('is not due after a refund, after the student finished the course, or when the course is over', async () => {
    await pay('late', veda.id, students.deepa);
    expect(await waiting(other)).toEqual(['Deepa Veda']);
    await run(db)`update courses set start_date = ${dayFromToday(-400)}::date where id = ${veda.id}`;
    expect(await waiting(other)).toEqual([]);
    await run(db)`update courses set start_date = ${dayFromToday(-40)}::date where id = ${veda.id}`;
    await addEnrolment(db, { student: students.deepa, course: veda.id, class: veda.morning, until: -2 });
    expect(await waiting(other)).toEqual(['Deepa Veda']);
    await run(db)`
      update enrolments set registration_status = 'Canceled' where student_id = ${students.deepa} and course_id = ${veda.id}
    `;
    expect(await waiting(other)).toEqual([]);
    await run(db)`
      update enrolments set registration_status = 'Registered' where student_id = ${students.deepa} and course_id = ${veda.id}
    `;
    expect(await waiting(other)).toEqual(['Deepa Veda']);
    await pay('back', veda.id, students.deepa, 'refunded');
    expect(await waiting(other)).toEqual([]);
  });
});

describe('a student who comes without having paid', () => {
  const names = async (as: string) =>
    (await items(as, 'attending_unpaid')).map(({ student_name }) => student_name);
  const setPayment = (status: string | null) =>
    run(db)`
      update enrolments set payment_status = ${status} where student_id = ${students.esha} and ended_on is null
    `;

  it('is shown to the office, with the last day of attendance, and not to the teacher', async () => {
    await setPayment(null);
    await mark(veda.id, veda.morning, dayFromToday(-31), { [students.esha]: 'present' });
    await mark(veda.id, veda.morning, dayFromToday(-9), { [students.esha]: 'absent' });
    expect(await names(admin)).toEqual(['Esha']);
    await mark(veda.id, veda.morning, dayFromToday(-29), { [students.esha]: 'present' });
    await mark(veda.id, veda.morning, dayFromToday(-12), { [students.esha]: 'present' });
    expect(await names(admin)).toEqual(['Esha']);
    expect((await items(other, 'attending_unpaid'))[0]).toMatchObject({
      course_id: veda.id,
      class_id: veda.morning,
      student_id: students.esha,
      attendance_date: dayFromToday(-12),
    });
    expect(await names(own)).toEqual([]);
    expect(await kindsOf(elsewhere)).not.toContain('attending_unpaid');
  });

  it('is no debtor in a course without a price', async () => {
    await run(db)`update course_prices set price_value = 0 where course_id = ${veda.id}`;
    expect(await names(admin)).toEqual([]);
    await run(db)`update course_prices set price_value = 1000 where course_id = ${veda.id}`;
    expect(await names(admin)).toEqual(['Esha']);
  });

  it.each(['Failed', 'Refunded'])('has not paid when it says %s', async (status) => {
    await setPayment(status);
    expect(await names(other)).toEqual(['Esha']);
  });

  it('owes nothing while one of their payments stays, though another went back', async () => {
    await setPayment('Refunded');
    const { id } = await pay('stays', veda.id, students.esha);
    await pay('went back', veda.id, students.esha, 'refunded');
    await setPayment('Refunded');
    expect(await names(other)).toEqual([]);
    await run(db)`
      insert into refunds (payment_id, amount, refunded_at)
      values (${id}, 100, now())
    `;
    await setPayment('Refunded');
    expect(await names(other)).toEqual(['Esha']);
    await run(db)`delete from refunds where payment_id = ${id}`;
    await run(db)`delete from payments where payment_id in ('stays', 'went back')`;
  });

  it.each(['Successful', 'Exempted', 'Sponsored', 'Alternate arrangements made'])(
    'owes nothing when it says %s',
    async (status) => {
      await setPayment(status);
      expect(await names(other)).toEqual([]);
    },
  );
});

describe('a student who stays away', () => {
  const names = async (as: string) =>
    (await items(as, 'three_absences')).map(({ student_name, attendance_date }) => [
      student_name,
      attendance_date,
    ]);
  const absent = (day: number, status = 'absent') =>
    mark(gita.id, gita.morning, dayFromToday(day), { [students.bala]: status });

  it('is shown when the last three marks say so, to the teacher too', async () => {
    await absent(-28);
    await absent(-27, 'present');
    await run(db)`
      delete from attendance where attendance_date > ${dayFromToday(-20)} and class_id = ${gita.morning}
    `;
    await absent(-18);
    await absent(-16);
    expect(await names(teach)).toEqual([]);
    await absent(-14);
    expect(await names(teach)).toEqual([['Bala', dayFromToday(-14)]]);
    expect(await names(own)).toEqual(await names(teach));
    expect(await names(admin)).toEqual(await names(teach));
    expect(await names(other)).toEqual([]);
    expect(await names(elsewhere)).toEqual([]);
  });

  it('is no longer due when the student came again, was corrected, or left', async () => {
    await absent(-12, 'present');
    expect(await names(teach)).toEqual([]);
    await absent(-12, 'absent');
    expect(await names(teach)).toEqual([['Bala', dayFromToday(-12)]]);
    await absent(-14, 'moved');
    expect(await names(teach)).toEqual([]);
    await absent(-14, 'absent');
    expect(await names(teach)).toHaveLength(1);
    await run(db)`update courses set start_date = ${dayFromToday(-400)}::date where id = ${gita.id}`;
    expect(await names(teach)).toEqual([]);
    await run(db)`update courses set start_date = ${dayFromToday(-40)}::date where id = ${gita.id}`;
    await run(db)`update enrolments set ended_on = ${dayFromToday(0)} where student_id = ${students.bala}`;
    expect(await names(teach)).toEqual([]);
    await run(db)`update enrolments set ended_on = null where student_id = ${students.bala}`;
    expect(await names(teach)).toHaveLength(1);
  });
});

const addEvent = async (courseId: number, name: string, days: number, link = '', live = 'published') =>
  (
    await one<{ id: number }>(db)`
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status, created_by)
      values (${courseId}, ${name}, ${link}, ${dayFromToday(days)}::date, now() + make_interval(days => ${days}),
        now() + make_interval(days => ${days}, hours => 1), ${live}, ${staff.admin})
      returning id
    `
  ).id;

describe('an event without a link', () => {
  it('is shown to the office, the next one first, until it has one or a place', async () => {
    await addEvent(gita.id, 'With', 2, 'https://meet.example.org/a');
    await addEvent(gita.id, 'Past', -1);
    await addEvent(gita.id, 'Far', 15);
    await addEvent(gita.id, 'Planned', 2, '', 'pending');
    await addEvent(gita.id, 'Called off', 2, '', 'canceled');
    expect(await kindsOf(admin)).not.toContain('event_without_link');
    const later = await addEvent(gita.id, 'Later', 13, ' ');
    const sooner = await addEvent(gita.id, 'Sooner', 1);
    const seen = await items(own, 'event_without_link');
    expect(seen.map((item) => item.event_name)).toEqual(['Sooner', 'Later']);
    expect(seen[0]).toMatchObject({ course_id: gita.id, event_id: sooner, at: expect.any(String) });
    expect(await items(admin, 'event_without_link')).toEqual(seen);
    expect(await items(other, 'event_without_link')).toEqual([]);
    expect(await items(teach, 'event_without_link')).toEqual([]);
    await run(db)`update events set meeting_link = 'https://meet.example.org/b' where id = ${sooner}`;
    await run(db)`update events set place = 'Temple hall' where id = ${later}`;
    expect(await kindsOf(own)).not.toContain('event_without_link');
  });
});

describe('a mail that was given up', () => {
  const fail = (key: string, eventId: number | null) =>
    run(db)`
      insert into mails (dedupe_key, kind, recipient, failed_at, failure, event_id)
      values (${key}, 'event_published', 'anu@office.test', clock_timestamp(), 'no such mailbox', ${eventId})
    `;
  const keysOf = async (as: string) => (await items(as, 'failed_mail')).map(({ event_name }) => event_name);

  it('is shown to the admin, and to the course admin whose event it is about', async () => {
    const event = await addEvent(gita.id, 'Gathering', 3, 'https://meet.example.org/c');
    await run(db)`
      insert into mails (dedupe_key, kind, recipient) values ('on its way', 'invite', 'x@office.test')
    `;
    expect(await kindsOf(admin)).not.toContain('failed_mail');
    await fail('of nobody', null);
    await fail('of an event', event);
    expect(await keysOf(admin)).toEqual(['Gathering', null]);
    expect(await keysOf(own)).toEqual(['Gathering']);
    expect(await keysOf(other)).toEqual([]);
    expect(await keysOf(teach)).toEqual([]);
    expect((await items(own, 'failed_mail'))[0]).toMatchObject({
      course_id: gita.id,
      event_id: event,
      mail_id: expect.any(Number),
      at: expect.any(String),
    });
    await run(db)`update mails set failed_at = null, failure = null where event_id = ${event}`;
    expect(await keysOf(own)).toEqual([]);
  });

  it('of an address that came back is one line, which leads to who has the address', async () => {
    const before = (await items(admin, 'failed_mail')).length;
    await run(db)`
      insert into mails (dedupe_key, kind, recipient, sent_at, bounced_at, failed_at, marks_address, course_id)
      values ('back 1', 'message', 'BALA@office.test', now(), now(), null, 'past', ${gita.id}),
        ('back 2', 'message', 'bala@office.test', now(), now(), null, 'hard', ${gita.id}),
        ('not sent', 'message', 'bala@office.test', null, null, now(), null, ${gita.id}),
        ('of nobody here', 'message', 'x@elsewhere.test', now(), now(), null, 'hard', ${gita.id})
    `;
    for (const as of [admin, own]) {
      const found = (await items(as, 'failed_mail')).filter(({ person }) => person);
      expect(found).toMatchObject([{ person: { fullname: 'Bala', role: 'student' } }]);
    }
    expect(await items(other, 'failed_mail')).toEqual([]);
    expect(await items(admin, 'failed_mail')).toHaveLength(before + 1);
    await run(db)`delete from mails where course_id = ${gita.id}`;
  });

  it('counts all and shows a few', async () => {
    const event = await addEvent(gita.id, 'Large', 3, 'https://meet.example.org/d');
    for (let n = 0; n < 9; n += 1) await fail(`large ${n}`, event);
    const group = (await today(own)).find(({ kind }) => kind === 'failed_mail');
    expect(group).toMatchObject({ count: 9 });
    expect(group?.items).toHaveLength(todayShown);
  });
});

describe('the complete list of a kind', () => {
  const list = (kind: TodayKind, as: string, input: object = {}) =>
    server.call(dashboards.get_today_list, { kind, ...input }, { as });

  it('has every item, page by page, in the order of Today', async () => {
    const whole = (await list('failed_mail', own, { pageSize: 100 })).body.data;
    expect(whole).toMatchObject({ kind: 'failed_mail', count: 9 });
    expect(whole.items).toHaveLength(9);
    expect(whole.items.slice(0, todayShown)).toEqual(await items(own, 'failed_mail'));
    const second = (await list('failed_mail', own, { page: 2, pageSize: 4 })).body.data;
    expect(second).toMatchObject({ count: 9, items: whole.items.slice(4, 8) });

    const unmarked = (await list('unmarked_class', admin, { pageSize: 100 })).body.data;
    const [one, two] = await Promise.all(
      [1, 2].map(
        async (page) => (await list('unmarked_class', admin, { page, pageSize: 2 })).body.data.items,
      ),
    );
    expect(unmarked.items.length).toBe(unmarked.count);
    expect([...one, ...two]).toEqual(unmarked.items.slice(0, 4));
  });

  it('names the teacher who has not called the roll', async () => {
    const { items: unmarked } = (await list('unmarked_class', own)).body.data;
    const evening = unmarked.find(({ class_id }: { class_id: number }) => class_id === gita.evening);
    expect(evening.teacher).toEqual({
      user_id: staff.elsewhere,
      fullname: 'Elsewhere',
      suspended: false,
    });
    expect((await items(own, 'unmarked_class'))[0]).toHaveProperty('teacher');
  });

  it('is as narrow as Today for each role', async () => {
    await refreshDue(db);
    for (const { kind } of await today(admin)) {
      for (const as of [own, other, teach]) {
        const { data, older } = (await server.call(dashboards.get_today, {}, { as })).body as {
          data: TodayGroup[];
          older: TodayOlder;
        };
        const group = data.find((one) => one.kind === kind);
        const { body } = await list(kind, as, { pageSize: 100 });
        const old = older.find((one) => one.kind === kind)?.count ?? 0;
        expect(body.data.count).toBe((group?.count ?? 0) + old);
      }
    }
  });
});

it('a teacher sees classes and absences only, and nobody sees a draft', async () => {
  expect(await kindsOf(teach)).toEqual(['unmarked_class', 'three_absences']);
  expect(JSON.stringify(await today(admin))).not.toContain(`"course_id":${draft.id},`);
});
