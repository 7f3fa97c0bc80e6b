import type { placing } from '@gurukul/contract/placing';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { storeWish, wishColumn, wishJson, wishOf } from '#server/db/wishes.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownCourses, scope } from '#server/http/identity/scope.ts';
import { printOf, refuseOlder } from '#server/http/requests/version.ts';
import { officeZone } from '#server/time/office-clock.ts';
import { readingZone } from '#server/time/reading-zone.ts';
import { whereaboutsColumns, whereaboutsShape } from '#server/time/whereabouts.ts';

type Given = z.output<typeof placing.save_wish.input>;

const wishRow = row({ course_id: int.nullable(), course_name: text.nullable(), wish: wishColumn });

/** First the one for all courses, then those of the present courses within reach. Throws `not_found`. */
async function listWishes(db: Db, person: Person, studentId: number) {
  await scope(db, person).student(studentId);
  const rows = await many(
    db,
    wishRow,
    sql`
      select g.course_id, g.course_name, ${wishJson} as wish
      from (
        select null::bigint as course_id, null as course_name
        union all
        select c.id, c.course_name
        from enrolments e
        join courses c on c.id = e.course_id and c.deleted_at is null
        where e.student_id = ${studentId} and e.ended_on is null and ${ownCourses(person)}
      ) g
      left join wishes w on w.person_id = ${studentId} and w.course_id is not distinct from g.course_id
      order by g.course_id desc nulls first
    `,
  );
  return rows.map((each) => ({
    ...each,
    version: printOf(JSON.stringify(each.wish)),
    wish: wishOf(each.wish),
  }));
}

const clockRow = row({ ...whereaboutsShape, office: text });

export async function readWishes(db: Db, person: Person, studentId: number) {
  const wishes = await listWishes(db, person, studentId);
  const { office, ...where } = await one(
    db,
    clockRow,
    sql`select ${whereaboutsColumns}, ${officeZone} as office from people p where p.id = ${studentId}`,
  );
  return { wishes, zone: readingZone(where, office).zone };
}

/** Throws `conflict` when somebody else saved since `version`. */
export async function saveWish(db: Db, person: Person, given: Given): Promise<void> {
  const { user_id: personId, course_id: courseId, version, ...wish } = given;
  await run(db, sql`select from people p where p.id = ${personId} for no key update`);
  const stored = (await listWishes(db, person, personId)).find(({ course_id }) => course_id === courseId);
  if (stored === undefined) throw fail('not_found');
  refuseOlder(version, stored.version);
  await storeWish(db, { personId, courseId }, wish);
}
