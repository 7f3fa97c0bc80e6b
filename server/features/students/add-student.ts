import { keyed } from '@gurukul/contract/shared/keyed';
import { personFieldNames } from '@gurukul/contract/shared/person/person';
import type { AddOutcome, students } from '@gurukul/contract/students';
import type * as z from 'zod';
import { storedValue } from '#server/db/person.ts';
import type { PersonValues } from '#server/db/person.ts';
import type { Db } from '#server/db/pool.ts';
import { listQuestions, storeAnswers } from '#server/db/questions.ts';
import type { Answers } from '#server/db/questions.ts';
import { withoutLevel } from '#server/db/levels.ts';
import { takeTurn } from '#server/db/turns.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { today } from '#server/time/today.ts';
import { askFor, countWishes } from '../access-requests/ask.ts';
import { isOtherBirthday } from '../likeness/birthdays.ts';
import { judgeDifferent } from '../likeness/judged.ts';
import { fit, nameOf } from '../likeness/names.ts';
import { phoneCountries, providerZone } from '../likeness/phone-countries.ts';
import type { PhoneCountries } from '../likeness/written-phone.ts';
import { listCourses } from '../imports/known-courses.ts';
import { emailKey, fullnameOf } from '../student-import/cells.ts';
import type { KnownPerson } from '../student-import/rules.ts';
import { readGiven } from '../questions/given.ts';
import { addOtherNames, findEnrolments } from '../student-import/queries.ts';
import { factsOfClasses, withProposals } from '../student-import/proposals.ts';
import { countAddresses, within } from '../student-import/reach.ts';
import { knownPeople, saveStudents } from '../student-import/save-students.ts';
import { hasName } from '../student-import/who-is-meant.ts';
import { readNeeds } from '../consents/consents.ts';
import { peopleLike } from './people-like.ts';
import { readPerson } from './written-person.ts';

/** One student, by hand. The rules are those of an import of one row. */

type Given = z.output<typeof students.add_student.input>;
type StudentInput = Omit<Given, 'answers'> & { readonly answers: Answers };

interface Added {
  readonly outcome: AddOutcome;
  readonly user_id: number | null;
  /** The class is full: they are in the course, and wait for the class. */
  readonly waits: boolean;
}

export async function addStudent(ctx: Ctx, given: Given): Promise<Added> {
  const { db, person } = ctx;
  await takeTurn(db, 'import of students');
  const written = { ...given, answers: readGiven(await listQuestions(db), given.answers ?? []) };
  const { course_id: courseId, class_id: classId, answer } = written;
  await scope(db, person).course(courseId);
  if (classId !== null) await scope(db, person).class(courseId, classId);
  const facts = await factsOfClasses(db, classId === null ? [] : [classId]);
  const ofClass = facts.get(classId ?? 0);
  const countries = phoneCountries(written.country ?? '', ofClass?.zone, await providerZone(db));
  const student = withProposals(studentOf(written, await today(db), countries), ofClass);
  const fullname = fullnameOf(student);
  const colleague = person.role === 'admin' ? await colleagueOf(db, student) : undefined;
  const needs = await readNeeds(db);
  if (answer !== 'same' && written.consent === undefined && needs?.isChild(student.dob ?? null) === true) {
    // Before anybody is looked up by the address.
    throw fail('consent_missing');
  }
  if (answer === 'same') return enrolKnown(ctx, written, colleague);
  const people = await peopleLike(db, person, { ...student, fullname, courseId, classId, colleague });
  if (answer === undefined && people.length > 0) throw fail('looks_like', { people });
  await askAboutLevel(db, written, null);
  const others = people.map(({ user_id: id }) => id);
  if (student.email_id === '') return save(ctx, written, student, others);
  if (person.role !== 'admin') return addWithinReach(ctx, written, student, others);
  return save(
    ctx,
    written,
    student,
    others.filter((other) => other !== colleague?.id),
  );
}

/** Without an answer, who lacks the level is in the course and in no class, which the office should know. */
async function askAboutLevel(
  db: Db,
  { course_id: courseId, level_reason: reason }: StudentInput,
  id: number | null,
): Promise<void> {
  const entering = { studentId: id ?? 0, courseId };
  if (reason === undefined && (await withoutLevel(db, [entering]))(entering)) throw fail('level_asked');
}

/** Somebody who works here, does not study yet, and has the address and the name of the student. */
async function colleagueOf(db: Db, student: PersonValues): Promise<KnownPerson | undefined> {
  if (student.email_id === '') return undefined;
  const behind = await knownPeople(db, [emailKey(student.email_id)], []);
  const name = nameOf(fullnameOf(student));
  return [...behind.values()]
    .flat()
    .find((each) => !each.is_student && hasName(each, name) && !isOtherBirthday(each.dob, student.dob));
}

/** Only the enrolment of somebody who is there already, and the name by which they were recognised. */
async function enrolKnown(
  ctx: Ctx,
  written: StudentInput,
  colleague: KnownPerson | undefined,
): Promise<Added> {
  const { db, person } = ctx;
  const { course_id: courseId, first_name: first, last_name: last, answers } = written;
  const isColleague = colleague !== undefined && colleague.id === written.user_id;
  const { id, fullname } = isColleague ? colleague : await scope(db, person).student(written.user_id ?? 0);
  const name = `${first} ${last}`.trim();
  if (fit(nameOf(fullname), nameOf(name)) !== 'same') await addOtherNames(db, [{ id, name }]);
  const [enrolment] = await findEnrolments(db, [id], [courseId]);
  if (enrolment !== undefined) {
    await storeAnswers(db, [{ studentId: id, courseId, answers }]);
    return { outcome: 'unchanged', user_id: id, waits: false };
  }
  await askAboutLevel(db, written, id);
  return enrol(ctx, written, id);
}

async function enrol(
  { db, person }: Ctx,
  { course_id: courseId, class_id: classId, answers, consent, level_reason: levelReason }: StudentInput,
  id: number,
): Promise<Added> {
  const { waiting } = await saveStudents(db, person, null, await today(db), [
    { courseId, classId, personId: id, addedBy: null, student: null, answers, consent, levelReason },
  ]);
  return { outcome: 'enrolled', user_id: id, waits: waiting.length > 0 };
}

/**
 * A course admin must not learn whether somebody out of reach has the address: the answer and the limits are the same
 * for everybody's and for nobody's.
 */
async function addWithinReach(
  ctx: Ctx,
  written: StudentInput,
  student: PersonValues,
  others: readonly number[],
): Promise<Added> {
  const { db, person } = ctx;
  await countAddresses(ctx, 1);
  await countWishes(ctx, 1);
  const everybody = await knownPeople(db, [emailKey(student.email_id)], []);
  const { taken } = await within(db, everybody, await listCourses(db, person));
  if (taken.size > 0) {
    await askFor(db, { personId: person.id }, [
      {
        courseId: written.course_id,
        classId: written.class_id,
        eventId: null,
        email: student.email_id,
        fullname: fullnameOf(student),
        details: {
          ...student,
          answers: JSON.stringify(written.answers),
          ...(written.consent && { consent: JSON.stringify(written.consent) }),
          ...(written.level_reason && { level_reason: written.level_reason }),
        },
      },
    ]);
  } else await save(ctx, written, student, others);
  return { outcome: 'asked', user_id: null, waits: false };
}

/** `others` look like the student, and were seen: they are somebody else. */
async function save(
  { db, person }: Ctx,
  written: StudentInput,
  student: PersonValues,
  others: readonly number[],
): Promise<Added> {
  const { course_id: courseId, class_id: classId, answers, consent, level_reason: levelReason } = written;
  const { ids, waiting } = await saveStudents(db, person, null, await today(db), [
    {
      courseId,
      classId,
      personId: null,
      addedBy: 1,
      student: { ...student, otherNames: [] },
      answers,
      consent,
      levelReason,
    },
  ]);
  const id = ids.get(1)!;
  await judgeDifferent(
    db,
    others.map((other) => [id, other]),
  );
  return { outcome: 'added', user_id: id, waits: waiting.length > 0 };
}

function studentOf(written: StudentInput, onDay: string, countries: PhoneCountries): PersonValues {
  const read = { ...written, ...readPerson(written, onDay, countries) };
  return keyed<PersonValues>(personFieldNames, (field) => storedValue(field, read[field] ?? ''));
}
