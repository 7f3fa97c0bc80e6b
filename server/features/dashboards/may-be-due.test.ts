import * as fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { testApp } from '#server/test/app.ts';
import { dayFromToday, foundSchool } from '#server/test/small-school.ts';

/** `PROOF=full vitest run --project unit server/features/dashboards/may-be-due.test.ts` tells longer stories. */
const isFull = process.env['PROOF'] === 'full';
const steps = isFull ? 1500 : 120;
// The short form tells the same stories every time.
const seed = Number(process.env['PROOF_SEED'] ?? (isFull ? Date.now() % 2_147_483_647 : 11_642_987));

const { db } = await testApp({ database: 'empty' });
const { gita, veda, students } = await foundSchool(db);
const classes = [
  { course: gita.id, class: gita.morning },
  { course: gita.id, class: gita.evening },
  { course: veda.id, class: veda.morning },
];
const people = Object.values(students);

const courseOf = (classId: number) => classes.find((each) => each.class === classId)!.course;

const registerOf = async (tx: Db, classId: number, day: number) =>
  (
    await one<{ id: number }>(
      tx,
      sql`
        insert into attendance_registers (course_id, class_id, attendance_date)
        values (${courseOf(classId)}, ${classId}, ${dayFromToday(day)})
        on conflict (class_id, attendance_date) do update set course_id = excluded.course_id
        returning id
      `,
    )
  ).id;

async function mark(tx: Db, classId: number, day: number, marks: readonly (readonly [number, string])[]) {
  const register = await registerOf(tx, classId, day);
  await run(
    tx,
    sql`
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      select ${dayFromToday(day)}::date, m.student_id, ${courseOf(classId)}, ${classId}, ${register}, m.status
      from unnest(${marks.map(([id]) => id)}::bigint[], ${marks.map(([, status]) => status)}::text[])
        as m (student_id, status)
      on conflict (class_id, attendance_date, student_id) do update set status = excluded.status
    `,
  );
}

const begin = (tx: Db, student: number, classId: number, day = -20, pays: string | null = null) =>
  run(
    tx,
    sql`
      insert into enrolments (student_id, course_id, class_id, started_on, payment_status)
      values (${student}, ${courseOf(classId)}, ${classId}, ${dayFromToday(day)}, ${pays})
      on conflict (student_id, course_id) where ended_on is null do nothing
    `,
  );

const end = (tx: Db, student: number, classId: number) =>
  run(
    tx,
    sql`
      update enrolments set ended_on = greatest(started_on, ${dayFromToday(0)}::date)
      where student_id = ${student} and course_id = ${courseOf(classId)} and ended_on is null
    `,
  );

let paymentsMade = 0;
const pay = (tx: Db, student: number | null, classId: number, status: string) => {
  paymentsMade += 1;
  return run(
    tx,
    sql`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
      values (${`p${paymentsMade}`}, ${courseOf(classId)}, ${student}, 'P', 'p@x.test', 1, ${status}, now())
    `,
  );
};

/** Everything that must be in a table and is not, or says something else than the rows it is about. */
async function leftOut() {
  const lacks = sql`
    exists (
      select from enrolments e
      join people p on p.id = e.student_id
      where e.class_id = r.class_id and e.started_on <= r.attendance_date
        and (e.ended_on is null or (e.ended_on > r.attendance_date and p.deleted_at is null))
        and e.student_id not in (
          select a.student_id from attendance a
          where a.class_id = r.class_id and a.attendance_date = r.attendance_date
        )
    )
  `;
  return {
    registers: await many(
      db,
      sql`select r.id from attendance_registers r where ${lacks} and r.id not in (select register_id from open_registers)`,
    ),
    absences: await many(
      db,
      sql`
        with numbered as (
          select a.*, row_number() over (partition by class_id, student_id order by attendance_date desc) as n
          from attendance a
        ),
        truth as (
          select class_id, student_id, min(attendance_date) as first_on, max(attendance_date) as last_on
          from numbered where n <= 3
          group by class_id, student_id
          having count(*) = 3 and count(*) filter (where status = 'absent') = 3
        )
        (table truth except table three_absences) union all (table three_absences except table truth)
      `,
    ),
    unpaid: await many(
      db,
      sql`
        with truth as (
          select e.id as enrolment_id, e.student_id, e.course_id, coalesce((
            select max(a.attendance_date) from attendance a
            where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'present'
          ), '-infinity') as came_on
          from enrolments e
          where e.ended_on is null and coalesce(e.payment_status, 'Failed') in ('Failed', 'Refunded')
        )
        select coalesce(t.enrolment_id, u.enrolment_id) as id, t.came_on::text as truth, u.came_on::text as kept
        from truth t
        full join unpaid_stays u using (enrolment_id, student_id, course_id)
        where t.enrolment_id is null or u.enrolment_id is null or (u.came_on is not null and u.came_on <> t.came_on)
      `,
    ),
    payments: await many(
      db,
      sql`
        select m.id from payments m
        where m.student_id is not null and m.status ilike 'success'
          and not exists (select from enrolments e where (e.student_id, e.course_id) = (m.student_id, m.course_id))
          and not exists (
            select from unmet_payments u where (u.payment, u.student_id, u.course_id) = (m.id, m.student_id, m.course_id)
          )
      `,
    ),
  };
}

const nothing = { registers: [], absences: [], unpaid: [], payments: [] };
const statuses = ['present', 'absent', 'absent', 'absent', 'moved', 'drop-out'];
const paid = ['Successful', 'Failed', 'Refunded', 'Sponsored', null];

describe(`what may be due is never left out (PROOF_SEED=${seed})`, () => {
  it('whatever happens, one thing after the other', async () => {
    const deed = fc.record({
      what: fc.constantFrom(
        'mark',
        'mark',
        'mark',
        'begin',
        'end',
        'back',
        'place',
        'status',
        'pay',
        'repay',
        'unmark',
      ),
      student: fc.constantFrom(...people),
      also: fc.constantFrom(...people),
      class: fc.constantFrom(...classes.map((each) => each.class)),
      day: fc.integer({ min: -6, max: 0 }),
      one: fc.constantFrom(...statuses),
      other: fc.constantFrom(...statuses),
      pays: fc.constantFrom(...paid),
      received: fc.constantFrom('success', 'Success', 'failed', 'refunded'),
    });
    const seen = { open: 0, three: 0, unpaid: 0, unmet: 0 };
    await pay(db, students.free, veda.morning, 'success');
    // Chance may never make three in a row within the steps of the short form.
    const away = { what: 'mark', student: students.anu, also: students.anu, class: gita.morning } as const;
    const absent = { one: 'absent', other: 'absent', pays: 'Failed', received: 'failed' } as const;
    const absences = [-6, -5, -4].map((day) => ({ ...away, ...absent, day }));
    const anew = { ...away, ...absent, what: 'begin', day: -6 };
    for (const did of [anew, ...absences, ...fc.sample(deed, { numRuns: steps, seed })]) {
      const { student, also, day } = did;
      const whole = [
        ...new Map([
          [student, did.one],
          [also, did.other],
        ]),
      ];
      const deeds: Record<string, () => Promise<unknown>> = {
        mark: () => mark(db, did.class, day, whole),
        unmark: () =>
          run(
            db,
            sql`delete from attendance where student_id = ${student} and attendance_date = ${dayFromToday(day)}`,
          ),
        begin: () => begin(db, student, did.class, day, did.pays),
        end: () => end(db, student, did.class),
        // Somebody's last day is taken back.
        back: () =>
          run(
            db,
            sql`
              update enrolments e set ended_on = null
              where e.id = (select max(m.id) from enrolments m where m.student_id = ${student} and m.course_id = e.course_id)
                and e.course_id = ${courseOf(did.class)}
            `,
          ),
        place: () =>
          run(
            db,
            sql`
              update enrolments set class_id = ${did.one === 'moved' ? null : did.class}
              where student_id = ${student} and course_id = ${courseOf(did.class)} and ended_on is null
            `,
          ),
        status: () =>
          run(
            db,
            sql`
              update enrolments set payment_status = ${did.pays}
              where student_id in (${student}, ${also}) and course_id = ${courseOf(did.class)}
            `,
          ),
        pay: () => pay(db, did.one === 'moved' ? null : student, did.class, did.received),
        repay: () =>
          run(
            db,
            sql`update payments set status = ${did.received}, student_id = ${also} where student_id = ${student}`,
          ),
      };
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a difference names its deed
      await deeds[did.what]!();
      // oxlint-disable-next-line no-await-in-loop
      expect({ did, ...(await leftOut()) }).toEqual({ did, ...nothing });
      // oxlint-disable-next-line no-await-in-loop
      const now = await one<typeof seen>(
        db,
        sql`
          select (select count(*) from open_registers) as open, (select count(*) from three_absences) as three,
            (select count(*) from unpaid_stays where came_on is not null) as unpaid,
            (select count(*) from unmet_payments) as unmet
        `,
      );
      for (const key of ['open', 'three', 'unpaid', 'unmet'] as const)
        seen[key] = Math.max(seen[key], now[key]);
    }
    expect(Object.entries(seen).filter(([, most]) => most === 0)).toEqual([]);
  });

  it('closes a register that is complete, so that few are looked at', async () => {
    await run(db, sql`delete from attendance`);
    await run(db, sql`update enrolments set ended_on = started_on`);
    await begin(db, students.anu, gita.morning, -3);
    await mark(db, gita.morning, -1, [[students.anu, 'present']]);
    const open = () =>
      many(
        db,
        sql`select from open_registers o join attendance_registers r on r.id = o.register_id
      where r.class_id = ${gita.morning} and r.attendance_date = ${dayFromToday(-1)}`,
      );
    expect(await open()).toHaveLength(0);
    await begin(db, students.bala, gita.morning, -3);
    expect(await open()).toHaveLength(1);
  });
});

describe('two at the same moment', () => {
  /** What both did is there; nothing of it was seen by the other before the end. */
  async function beside(first: (tx: Db) => Promise<unknown>, second: (tx: Db) => Promise<unknown>) {
    const [a, b] = [await db.connect(), await db.connect()];
    try {
      await a.query('begin');
      await b.query('begin');
      await first(a);
      const done = second(b);
      // The second either waits for the first, or is through already.
      await Promise.race([done, waits(b)]);
      await a.query('commit');
      await done;
      await b.query('commit');
    } finally {
      a.release();
      b.release();
    }
    expect(await leftOut()).toEqual(nothing);
  }

  async function waits(client: Db & { processID?: number }) {
    const pid = (client as { processID?: number }).processID ?? 0;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const [row] = await many<{ waits: boolean }>(
        db,
        sql`select cardinality(pg_blocking_pids(${pid}::integer)) > 0 as waits`,
      );
      if (row?.waits === true) return;
    }
  }

  const day = -2;
  const fresh = async () => {
    await run(db, sql`delete from attendance`);
    await run(db, sql`delete from attendance_registers`);
    await run(db, sql`update enrolments set ended_on = started_on where ended_on is null`);
    await begin(db, students.anu, gita.morning, -9);
  };

  it('a student comes into the class while its roll is called', async () => {
    await fresh();
    const comes = (tx: Db) => begin(tx, students.bala, gita.morning, -5);
    const called = (tx: Db) => mark(tx, gita.morning, day, [[students.anu, 'present']]);
    await beside(comes, called);
    await fresh();
    await beside(called, comes);
  });

  it('two days of a class are marked at once', async () => {
    await fresh();
    await mark(db, gita.morning, -4, [[students.anu, 'absent']]);
    await beside(
      (tx) => mark(tx, gita.morning, -3, [[students.anu, 'absent']]),
      (tx) => mark(tx, gita.morning, -2, [[students.anu, 'absent']]),
    );
    expect(await many(db, sql`select from three_absences where student_id = ${students.anu}`)).toHaveLength(
      1,
    );
  });

  it('a payment is taken back while its student is marked, and a student comes while he pays', async () => {
    await fresh();
    await run(db, sql`update enrolments set payment_status = 'Successful' where ended_on is null`);
    const fails = (tx: Db) =>
      run(
        tx,
        sql`update enrolments set payment_status = 'Failed' where student_id = ${students.anu} and ended_on is null`,
      );
    const comes = (tx: Db) => mark(tx, gita.morning, day, [[students.anu, 'present']]);
    await beside(fails, comes);
    await fresh();
    await run(db, sql`update enrolments set payment_status = 'Successful' where ended_on is null`);
    await beside(comes, fails);
    await beside(
      (tx) => pay(tx, students.deepa, veda.morning, 'success'),
      (tx) => begin(tx, students.deepa, veda.morning),
    );
  });
});
