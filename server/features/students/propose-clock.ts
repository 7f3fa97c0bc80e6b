import type { ProposedClock, students } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import { int, list, row } from '#server/db/columns.ts';
import { one } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownClasses, scope } from '#server/http/identity/scope.ts';
import { readingZone } from '#server/time/reading-zone.ts';
import { whereaboutsColumns, whereaboutsShape } from '#server/time/whereabouts.ts';
import { phoneCountries, providerZone } from '../likeness/phone-countries.ts';
import { readPhone } from '../likeness/written-phone.ts';
import { factsOfClasses, placeOf } from '../student-import/proposals.ts';

type ClockInput = z.output<typeof students.propose_clock.input>;

interface Facts {
  readonly class_zone: string | null;
  readonly language: string | null;
}

const classesOfStudent = row({ class_zone: whereaboutsShape.class_zone, class_ids: list(int) });

/** The clock and the language of somebody who says neither. A half-typed number says nothing. */
export async function proposeClock(db: Db, person: Person, typed: ClockInput): Promise<ProposedClock> {
  const { user_id: userId, phone_number: written, ...place } = typed;
  const ofClass = await factsOfChosen(db, person, typed);
  const facts = userId === undefined ? ofClass : await factsOfStudent(db, person, userId);
  const zone = await providerZone(db);
  const countries = phoneCountries(place.country, facts.class_zone, zone);
  const { number: phone } = readPhone(written, countries);
  const where = { ...placeOf({ ...place, phone_number: phone }), class_zone: facts.class_zone, timezone: '' };
  return { clock: readingZone(where, zone), language: facts.language };
}

/** Of the chosen class. */
async function factsOfChosen(
  db: Db,
  person: Person,
  { course_id: courseId, class_id: classId }: ClockInput,
): Promise<Facts> {
  if (courseId !== null) await scope(db, person).course(courseId);
  if (classId === null) return { class_zone: null, language: null };
  await scope(db, person).class(courseId, classId);
  const facts = (await factsOfClasses(db, [classId])).get(classId);
  return { class_zone: facts?.zone ?? null, language: facts?.language ?? null };
}

/** Their classes; the language if those in the caller's reach agree. */
async function factsOfStudent(db: Db, person: Person, studentId: number): Promise<Facts> {
  const { id } = await scope(db, person).student(studentId);
  const { class_zone, class_ids: classIds } = await one(
    db,
    classesOfStudent,
    sql`
      select held.class_zone, array(
        select k.id
        from enrolments e
        join classes k on k.id = coalesce(e.class_id, e.waits_for_class_id) and k.deleted_at is null
        join courses c on c.id = k.course_id and c.deleted_at is null
        where e.student_id = ${id} and e.ended_on is null and ${ownClasses(person)}
      ) as class_ids
      from (select ${whereaboutsColumns} from people p where p.id = ${id}) held
    `,
  );
  const facts = await factsOfClasses(db, classIds);
  const [language = null, ...others] = new Set([...facts.values()].flatMap((each) => each.language ?? []));
  return { class_zone, language: others.length === 0 ? language : null };
}
