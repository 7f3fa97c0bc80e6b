import { said } from '@gurukul/contract/shared/words/messages';
import type { tests } from '@gurukul/contract/tests';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, idRow, int, row } from '#server/db/columns.ts';
import { exists, maybeOne, one, run } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { examinersOfCourse } from '#server/db/tests.ts';
import type { Ctx, Handlers, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownClasses, ownCourses, scope } from '#server/http/identity/scope.ts';
import { bookTest, holdPeople, holdTest, moveTest } from './book.ts';
import type { Doer } from './book.ts';
import { listOpenTimes } from './open-times.ts';
import { listCourses, listHours, listOpenPortions, listTests, testsInReach, zonesOf } from './queries.ts';
import { tellOfTest } from './tell.ts';

const success = { status: 200, message: 'success' } as const;

const doerOf = ({ db, mail, person }: Ctx): Doer => ({ db, mail, by: person.id, now: new Date() });

/** Refuses a course out of reach, and a student who is not in it or whom the caller does not reach there. */
async function reachStudent(db: Db, person: Person, courseId: number, studentId: number): Promise<void> {
  const isReached = await exists(
    db,
    sql`
      select from enrolments e
      join people p on p.id = e.student_id and ${isStudent}
      join courses c on c.id = e.course_id and c.deleted_at is null
      left join classes k on k.id = e.class_id and k.deleted_at is null
      where e.student_id = ${studentId} and e.course_id = ${courseId} and e.ended_on is null and ${ownClasses(person)}
    `,
  );
  if (!isReached) throw fail('not_found');
}

/** Refuses a test out of reach. */
async function reachTest(db: Db, person: Person, testId: number): Promise<void> {
  const isReached = await exists(
    db,
    sql`
      select from tests x
      join courses c on c.id = x.course_id and c.deleted_at is null
      join people s on s.id = x.student_id and s.deleted_at is null
      where x.id = ${testId} and ${testsInReach(person)}
    `,
  );
  if (!isReached) throw fail('not_found');
}

const decidedRow = row({ is_own: bool, has_begun: bool, is_canceled: bool });

export const testsHandlers: Handlers<typeof tests> = {
  async get_tests(_, { db, person }) {
    const since = sql`x.starts_at > now() - interval '90 days'`;
    return {
      ...success,
      data: {
        courses: await listCourses(db, person),
        hours: await listHours(db, person),
        tests: await listTests(db, person, since, new Date()),
      },
    };
  },

  async get_student_tests({ student_id }, { db, person }) {
    await scope(db, person).student(student_id);
    return {
      ...success,
      data: await listTests(db, person, sql`x.student_id = ${student_id}`, new Date()),
      open: await listOpenPortions(db, person, student_id),
      zone: (await zonesOf(db, [student_id]))(student_id),
    };
  },

  async set_portions({ course_id, portions, removed }, { db, person }) {
    await scope(db, person).course(course_id);
    await run(db, sql`select from courses c where c.id = ${course_id} for no key update`);
    await run(
      db,
      sql`
        update test_portions set deleted_at = now()
        where course_id = ${course_id} and id = any(${removed}::bigint[]) and deleted_at is null
      `,
    );
    const named: number[] = [];
    for (const [position, { portion_id: id, name }] of portions.entries()) {
      const portion = await maybeOne(
        db,
        idRow,
        id === null
          ? sql`
              insert into test_portions (course_id, name, position) values (${course_id}, ${name}, ${position})
              returning id
            `
          : sql`
              update test_portions set name = ${name}, position = ${position}
              where id = ${id} and course_id = ${course_id} and deleted_at is null
              returning id
            `,
      );
      if (portion === null) throw fail('not_found');
      named.push(portion.id);
    }
    // What somebody else has named meanwhile stays, behind these.
    await run(
      db,
      sql`
        update test_portions o set position = behind.position
        from (
          select id, ${named.length} + row_number() over (order by position, id) - 1 as position
          from test_portions
          where course_id = ${course_id} and deleted_at is null and id <> all(${named}::bigint[])
        ) behind
        where behind.id = o.id and o.position <> behind.position
      `,
    );
    const [course] = await listCourses(db, person, sql`c.id = ${course_id}`);
    return { ...success, data: course!.portions };
  },

  async offer_hours({ course_id, examiner_id, day, from, to, minutes, join_link }, { db, person }) {
    const isTeacher = person.role === 'teacher';
    if (isTeacher && examiner_id !== null && examiner_id !== person.id) throw fail('not_found');
    // West of Greenwich the last evening of the calendar lies in the year 10000.
    if (day > '9999-12-30') throw fail('bad_input', { details: { day: said('no_date') } });
    const examiner = isTeacher ? person.id : examiner_id;
    const isOfCourse = await exists(
      db,
      sql`
        select from courses c, lateral (select p.id from ${examinersOfCourse}) p
        where c.id = ${course_id} and c.deleted_at is null and p.id = ${examiner}::bigint
          and ${isTeacher ? sql`true` : ownCourses(person)}
      `,
    );
    if (examiner === null || !isOfCourse) throw fail('not_found');
    await holdPeople(db, [examiner]);
    const zone = (await zonesOf(db, [examiner]))(examiner);
    const { id } = await one(
      db,
      idRow,
      sql`
        insert into test_hours (course_id, examiner_id, starts_at, ends_at, minutes, join_link, offered_by)
        values (${course_id}, ${examiner}, class_instant(${day}::date + ${from}::time, ${zone}),
          class_instant(${day}::date + ${to}::time, ${zone}), ${minutes}, ${join_link}, ${person.id})
        returning id
      `,
    );
    return { ...success, data: { hours_id: id } };
  },

  async withdraw_hours({ hours_id }, { db, person }) {
    const [seen] = await listHours(db, person, sql`h.id = ${hours_id}`);
    if (seen === undefined) throw fail('not_found');
    await holdPeople(db, [seen.examiner_id]);
    const [hours] = await listHours(db, person, sql`h.id = ${hours_id}`);
    if (hours === undefined) throw fail('not_found');
    if (!hours.can.withdraw) throw fail('test_hours_booked');
    await run(db, sql`delete from test_hours where id = ${hours_id}`);
    return success;
  },

  async get_open_times({ course_id, student_id, test_id }, { db, person }) {
    await reachStudent(db, person, course_id, student_id);
    if (test_id > 0) await reachTest(db, person, test_id);
    const wanted = { courseId: course_id, studentId: student_id, testId: test_id === 0 ? null : test_id };
    return { ...success, data: await listOpenTimes(db, wanted, new Date()) };
  },

  async book(input, ctx) {
    const { db, person } = ctx;
    const portion = await maybeOne(
      db,
      row({ course_id: int }),
      sql`select o.course_id from test_portions o where o.id = ${input.portion_id}`,
    );
    if (portion === null) throw fail('not_found');
    await reachStudent(db, person, portion.course_id, input.student_id);
    return { ...success, data: { test_id: await bookTest(doerOf(ctx), input) } };
  },

  async move({ test_id, ...time }, ctx) {
    await reachTest(ctx.db, ctx.person, test_id);
    await moveTest(doerOf(ctx), test_id, time, { isFamily: false });
    return success;
  },

  async cancel({ test_id, reason }, ctx) {
    await reachTest(ctx.db, ctx.person, test_id);
    if ((await holdTest(ctx.db, test_id)) === null) throw fail('test_over');
    await run(ctx.db, sql`update tests set canceled_at = now(), words = ${reason} where id = ${test_id}`);
    await tellOfTest(doerOf(ctx), test_id, 'canceled');
    return success;
  },

  async decide({ test_id, result, words }, { db, person }) {
    await reachTest(db, person, test_id);
    const isDecider = person.role === 'teacher' ? sql`x.examiner_id = ${person.id}` : sql`true`;
    const test = await maybeOne(
      db,
      decidedRow,
      sql`
        select x.student_id = ${person.id} as is_own, x.starts_at <= now() as has_begun,
          x.canceled_at is not null as is_canceled
        from tests x
        where x.id = ${test_id} and ${isDecider}
        for no key update
      `,
    );
    if (test === null) throw fail('not_found');
    if (test.is_own) throw fail('own_life');
    if (test.is_canceled) throw fail('test_over');
    if (!test.has_begun) throw fail('test_not_begun');
    await run(
      db,
      sql`
        update tests
        set result = ${result}, words = ${words}, decided_by = ${person.id}, decided_at = clock_timestamp()
        where id = ${test_id} and (result, words) is distinct from (${result}, ${words})
      `,
    );
    return success;
  },
};
