import type { StudentIntake } from '@gurukul/contract/intake';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Db } from '#server/db/pool.ts';
import { takeTurn } from '#server/db/turns.ts';
import type { IntakeKeyHolder } from '#server/http/identity/intake-keys.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { askFor } from '../access-requests/ask.ts';
import { readNeeds } from '../consents/consents.ts';
import { findAlike } from '../student-import/alike.ts';
import { phoneCountries, providerZone } from '../likeness/phone-countries.ts';
import { emailKey, noOrder, tidyRow } from '../student-import/cells.ts';
import { today } from '#server/time/today.ts';
import { listClasses } from '../student-import/queries.ts';
import { isOtherBirthday } from '../likeness/birthdays.ts';
import { nameOf } from '../likeness/names.ts';
import { factsOfClasses, planWithProposals } from '../student-import/proposals.ts';
import { placeFinder, planImport, waits } from '../student-import/rules.ts';
import type { KnownPerson, PlannedRow } from '../student-import/rules.ts';
import {
  beginnings,
  distinct,
  knownByRef,
  knownPeople,
  rememberNames,
  rememberRefs,
  saveStudents,
  wishes,
  idsOf,
} from '../student-import/save-students.ts';
import { hasName } from '../student-import/who-is-meant.ts';
import { courseOf, listLivingCourses } from './look-up.ts';
import type { NamedCourse } from './look-up.ts';
import { rejected, repeated, twice } from './results.ts';
import type { ItemResult } from './results.ts';

/** A key reaches as far as an account admin, and so does a form that a family proved. */
export const everywhere: Caller = { id: 0, role: 'admin' };

/** The plan finds courses by name. Here the course is already certain, even when another has the same name. */
export const certainName = ({ id }: Pick<NamedCourse, 'id'>) => `#${id}`;

/** Turns the site's students into rows of an import, so that the same rules apply. */
export async function takeStudents(
  tx: Db,
  key: IntakeKeyHolder,
  items: readonly StudentIntake[],
): Promise<ItemResult[]> {
  await takeTurn(tx, 'import of students');
  const day = await today(tx);
  const courses = await listLivingCourses(tx);
  const wanted = items.map((item) => courseOf(item, courses));
  const again = repeated(
    items.map((item, index) => {
      const course = wanted[index];
      const {
        email_id: email,
        first_name: first,
        last_name: last = '',
        dob = '',
        person_ref: ref = '',
      } = item;
      return JSON.stringify([
        course !== undefined && 'name' in course ? course.id : `none ${index}`,
        emailKey(email),
        nameOf(`${first} ${last}`).sorted,
        dob,
        ref,
      ]);
    }),
  );

  const judged = items.map(
    (item, index): ItemResult | { item: StudentIntake; course: NamedCourse; row: number } => {
      const course = wanted[index] ?? rejected('course_missing');
      if (again.has(index)) return twice;
      return 'outcome' in course ? course : { item, course, row: index + 1 };
    },
  );
  const handed = judged.filter((each) => 'item' in each);
  const byRef = await knownByRef(
    tx,
    distinct(handed.flatMap(({ item }) => item.person_ref ?? [])),
    distinct(handed.map(({ course }) => course.id)),
  );
  const { plan, staff, added, waiting } = await enrolHanded(tx, day, handed, {
    whoIsMeant: ({ item }, behind) =>
      item.person_ref === undefined ? undefined : meantByRef(item.person_ref, item, behind, byRef),
  });
  await rememberRefs(
    tx,
    handed.flatMap(({ item, row }) => {
      const planned = plan.get(row);
      const id = planned === undefined ? null : idOf(planned, added);
      return item.person_ref !== undefined && id !== null ? [{ id, ref: item.person_ref }] : [];
    }),
  );
  await askFor(tx, { intakeKeyId: key.id }, wishes([...plan.values()], staff));
  const inLine = new Set(waiting.map(({ studentId, courseId }) => `${studentId} ${courseId}`));
  return judged.map((each) => {
    if (!('item' in each)) return each;
    const outcome = outcomeOf(plan.get(each.row), added);
    const isInLine = inLine.has(`${outcome.id} ${each.course.id}`);
    return isInLine ? { ...outcome, notes: [waits, ...(outcome.notes ?? [])] } : outcome;
  });
}

/** A student who is handed in from outside, for a course that is certain. */
export interface Handed {
  readonly item: StudentIntake;
  readonly course: Pick<NamedCourse, 'id'>;
  readonly row: number;
}

interface Judges<H extends Handed> {
  /** Who is meant for certain, of the students behind the address: one of them, or a new one by a reference. */
  readonly whoIsMeant: (handed: H, behind: readonly KnownPerson[]) => KnownPerson | string | undefined;
  /** The office is to look at this one first. */
  readonly isDoubtful?: (handed: H, planned: PlannedRow) => boolean;
  /** The office has decided: also at an address of the staff they are somebody new. */
  readonly isDecided?: boolean;
  /** What they agreed to is stored after them, in this transaction. */
  readonly consentFollows?: boolean;
  /** Their classes are named by `certainName`, not by their names. */
  readonly classesById?: boolean;
}

/**
 * Carries out for students who are handed in from outside what an import of the office would. Nobody becomes a student
 * who may be one of the staff: `staff` has the addresses of these. The caller has the turn of an import.
 */
export async function enrolHanded<H extends Handed>(
  tx: Db,
  day: string,
  handed: readonly H[],
  judges: Judges<H>,
) {
  const { plan, staff } = await planFor(tx, handed, day, judges);
  const rows = [...plan.values()];
  const { ids: added, waiting } = await saveStudents(tx, everywhere, null, day, beginnings(rows, staff));
  await rememberNames(tx, rows);
  return { plan, staff, added, waiting };
}

async function planFor<H extends Handed>(
  db: Db,
  wanted: readonly H[],
  day: string,
  {
    whoIsMeant,
    isDoubtful = () => false,
    isDecided = false,
    classesById = false,
    consentFollows = false,
  }: Judges<H>,
): Promise<{ readonly plan: ReadonlyMap<number, PlannedRow>; readonly staff: ReadonlySet<string> }> {
  const courseIds = distinct(wanted.map(({ course }) => course.id));
  const classes = (await listClasses(db, courseIds)).map((one) =>
    classesById ? { ...one, name: certainName(one) } : one,
  );
  const courses = courseIds.map((id) => ({ id, name: certainName({ id }) }));
  const facts = await factsOfClasses(
    db,
    classes.map(({ id }) => id),
  );
  const findPlace = placeFinder({ courses, classes });
  const provider = await providerZone(db);
  const rows = wanted.map(({ item, course, row }) => {
    const { email_id, first_name, last_name = '', phone_number = '', class_name = '', ...rest } = item;
    const cells = { ...rest, email_id, first_name, last_name, phone_number, class_name };
    const klass = findPlace({ courseName: certainName(course), className: class_name }).class;
    const zone = klass === null || klass === 'many' ? null : facts.get(klass.id)?.zone;
    const tidy = tidyRow(
      { ...cells, row, course_name: certainName(course) },
      { today: day, dates: noOrder, countries: phoneCountries('', zone, provider) },
    );
    // A site finds its students again by their addresses.
    return tidy.email_id === ''
      ? { ...tidy, problems: [...tidy.problems, said('email_wrong')], notes: [] }
      : tidy;
  });
  const everybody = await knownPeople(db, distinct(rows.map((tidy) => emailKey(tidy.email_id))), courseIds);
  // The public site must not learn who works here, so an account admin decides about such an address.
  const people = new Map(
    [...everybody].map(([email, all]) => [email, all.filter(({ is_student }) => is_student)]),
  );
  const staff = new Set(
    [...everybody].flatMap(([email, all]) => (all.every(({ is_student }) => is_student) ? [] : [email])),
  );
  const certain = new Map(
    wanted.flatMap((each, index): [number, KnownPerson | string][] => {
      const meant = whoIsMeant(each, people.get(emailKey(rows[index]!.email_id)) ?? []);
      return meant === undefined ? [] : [[each.row, meant]];
    }),
  );
  const alike = await findAlike(db, rows, { courseIds, courseOf: () => null, visible: null });
  const needs = consentFollows ? null : await readNeeds(db, idsOf(people, alike));
  const known = { courses, classes, people, alike, certain, needs, birthdayTells: true, isLimited: false };
  const planned = await planWithProposals(await planImport(rows, known), facts, provider);
  const handedOf = new Map(wanted.map((each) => [each.row, each]));
  const plan = planned.map((row): PlannedRow => {
    if (isDoubtful(handedOf.get(row.tidy.row)!, row)) return { ...row, outcome: 'question' };
    const mayBeStaff =
      !isDecided && row.person === null && (row.outcome === 'new' || row.outcome === 'enrol');
    return mayBeStaff && staff.has(emailKey(row.tidy.email_id)) ? { ...row, outcome: 'ask' } : row;
  });
  return { plan: new Map(plan.map((row) => [row.tidy.row, row])), staff };
}

/**
 * The person whom an item names by its reference: who has it, else the only one of that name without any. The reference
 * itself means a new student. Undefined: somebody without a reference may be meant under another name.
 */
function meantByRef(
  ref: string,
  { first_name: first, last_name: last = '', dob }: StudentIntake,
  behind: readonly KnownPerson[],
  byRef: ReadonlyMap<string, KnownPerson>,
): KnownPerson | string | undefined {
  const numbered = byRef.get(ref);
  if (numbered !== undefined) return numbered;
  const others = behind.filter((each) => each.site_ref === null);
  const name = nameOf(`${first} ${last}`);
  const named = others.filter((each) => hasName(each, name) && !isOtherBirthday(each.dob, dob ?? null));
  if (named.length === 1) return named[0];
  const isNobodyElse = others.every((each) => dob !== undefined && each.dob !== null && each.dob !== dob);
  return isNobodyElse ? ref : undefined;
}

function outcomeOf(row: PlannedRow | undefined, added: ReadonlyMap<number, number>): ItemResult {
  if (row === undefined) return rejected('item_not_read');
  if (row.outcome === 'problem') return { outcome: 'rejected', id: null, notes: row.notes };
  // The site does not learn the names of others.
  if (row.outcome === 'question') return rejected('address_of_another_student');
  if (row.outcome === 'unchanged') return { outcome: 'unchanged', id: idOf(row, added) };
  const isRemarked = row.outcome === 'new' && row.alike.length > 0;
  // Nobody is there to ask, so the search at night shows the pair to the office.
  const remarks = row.person === null ? row.tidy.notes : [];
  return {
    outcome: 'created',
    id: idOf(row, added),
    notes: [...(isRemarked ? [said('looks_like')] : []), ...remarks],
  };
}

/** The student of a row: known before, or added now. */
export const idOf = ({ person, addedBy }: PlannedRow, added: ReadonlyMap<number, number>): number | null =>
  person?.id ?? (addedBy === null ? null : (added.get(addedBy) ?? null));
