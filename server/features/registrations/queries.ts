import sql from 'sql-template-tag';
import { bool, date, instant, int, list, object, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import { answersColumn, wireAnswers } from '#server/db/questions.ts';
import { many } from '#server/db/rows.ts';
import { studies } from '#server/db/student.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import type { Person } from '#server/http/handlers.ts';
import { chosenPrice, chosenPriceOf } from '../ledger/chosen-price.ts';
import { placesOf } from '../staff/places.ts';
import { listClasses } from '../student-import/queries.ts';
import { distinct } from '../student-import/save-students.ts';

const openRow = row({
  registration_id: int,
  course_id: int,
  course_name: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  learner_name: text,
  birth_year: int,
  language: text.nullable(),
  contact_name: text,
  email_id: text,
  phone_number: text,
  is_self: bool,
  asked_at: instant,
  student_id: int.nullable(),
  alike: list(object({ user_id: int, fullname: text, dob: date.nullable() })),
  answers: answersColumn,
  price: chosenPrice.nullable(),
  total: int,
});

/** Those behind a mailbox may be of other courses, so only an account admin is shown them, and answers who is meant. */
const mayAnswer = ({ role }: Pick<Person, 'role'>) => role === 'admin';

/** What waits, with the classes of its courses. */
export async function listOpen(db: Db, person: Person, courseId: number | null, window: Window) {
  const rows = await many(
    db,
    openRow,
    sql`
      select r.id as registration_id, c.id as course_id, c.course_name, k.id as class_id, k.class_name, r.learner_name,
        r.birth_year, r.language, r.contact_name, r.email_id, r.phone_number, r.is_self, r.asked_at, r.student_id,
        case when r.student_id is null and ${mayAnswer(person)} then (
          select coalesce(json_agg(json_build_object('user_id', p.id, 'fullname', p.fullname, 'dob', p.dob)
            order by p.fullname, p.id), '[]')
          from people p
          where p.id in (select v.person_id from people_behind_emails v where v.email = r.email_id)
            and (${studies('p')} or p.main_role <> 'guardian')
        ) else '[]' end as alike, r.answers, (
          select ${chosenPriceOf(sql`e`)} from enrolments e
          where e.student_id = r.student_id and e.course_id = r.course_id and e.ended_on is null
        ) as price,
        count(*) over ()::integer as total
      from open_registrations o
      join registrations r on r.id = o.id
      join courses c on c.id = r.course_id
      left join classes k on k.id = r.class_id and k.deleted_at is null
      where ${ownCourses(person)} and (${courseId}::bigint is null or c.id = ${courseId})
      order by r.asked_at, r.id
      ${limitTo(window)}
    `,
  );
  const courses = distinct(rows.map(({ course_id }) => course_id));
  const classes = await listClasses(db, courses);
  const places = await placesOf(
    db,
    classes.map(({ id }) => id),
  );
  const free = (classId: number) => {
    const left = places.free(classId);
    return left === null ? null : Math.max(0, left);
  };
  return {
    data: rows.map(({ total: _all, answers, ...found }) => ({
      ...found,
      answers: wireAnswers(answers),
      can: {
        place: found.student_id !== null,
        answer: found.student_id === null && mayAnswer(person),
        refuse: true,
      },
    })),
    courses: courses.map((course_id) => ({
      course_id,
      classes: classes
        .filter((one) => one.course_id === course_id)
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
        .map(({ id, name }) => ({ class_id: id, class_name: name, free: free(id) })),
    })),
    total_count: rows[0]?.total ?? 0,
  };
}
