import type { GivenConsent } from '@gurukul/contract/shared/consent';
import type { PaperConsents } from '@gurukul/contract/student-import';
import type { Db } from '#server/db/pool.ts';
import type { Answers } from '#server/db/questions.ts';
import { storeAnswers } from '#server/db/questions.ts';
import { valuesOf } from '#server/db/person.ts';
import { inBatches } from '#server/db/batches.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import type { Wish } from '../access-requests/ask.ts';
import { emailKey, fullnameOf } from './cells.ts';
import { exceptFromLevel, withoutLevel } from '#server/db/levels.ts';
import { placesOf } from '../staff/places.ts';
import { hold } from '../imports/hold.ts';
import { judgeDifferent } from '../likeness/judged.ts';
import type { Two } from '../likeness/judged.ts';
import { nameOf } from '../likeness/names.ts';
import { saveChildConsent, savePaperConsents } from '../consents/consents.ts';
import { fitsOf } from '../likeness/skeleton.ts';
import {
  addAddresses,
  addOtherNames,
  beginStudies,
  findEnrolments,
  findPeople,
  findPeopleByRef,
  insertContacts,
  insertEnrolments,
  insertStudents,
  setRefs,
} from './queries.ts';
import type { NewStudent, StoredPerson } from './queries.ts';
import type { KnownPerson, PlannedRow } from './rules.ts';

/** Shared by the import and the intake of students: who is known, and how to carry out a plan. */

export const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
const present = <T>(items: readonly (T | null | undefined)[]): T[] =>
  items.filter((item) => item !== null && item !== undefined);

/** Whom rows may mean. */
export const idsOf = (
  people: ReadonlyMap<string, readonly KnownPerson[]>,
  alike: ReadonlyMap<number, readonly KnownPerson[]>,
): number[] => distinct([...people.values(), ...alike.values()].flat().map(({ id }) => id));

/** Everybody behind these addresses, by `emailKey`, with their present enrolments in these courses. */
export async function knownPeople(
  db: Db,
  emails: readonly string[],
  courseIds: readonly number[],
): Promise<Map<string, KnownPerson[]>> {
  const behind = new Map<string, KnownPerson[]>();
  for (const [{ email }, person] of await withEnrolments(db, await findPeople(db, emails), courseIds)) {
    const others = behind.get(email);
    if (others === undefined) behind.set(email, [person]);
    else others.push(person);
  }
  return behind;
}

/** The students with these numbers of the public site. */
export async function knownByRef(
  db: Db,
  refs: readonly string[],
  courseIds: readonly number[],
): Promise<ReadonlyMap<string, KnownPerson>> {
  const found = refs.length === 0 ? [] : await findPeopleByRef(db, refs);
  return new Map(
    (await withEnrolments(db, found, courseIds)).map(([{ site_ref: ref }, person]) => [ref!, person]),
  );
}

/** With their present enrolments in these courses. */
export async function withEnrolments<P extends StoredPerson>(
  db: Db,
  found: readonly P[],
  courseIds: readonly number[],
): Promise<[P, KnownPerson][]> {
  const ids = distinct(found.map(({ id }) => id));
  const enrolmentsOf = Map.groupBy(
    await findEnrolments(db, ids, courseIds),
    (enrolment) => enrolment.student_id,
  );
  return found.map((person) => {
    const { id, fullname, other_names: otherNames, dob, role, is_student, site_ref } = person;
    const enrolments = (enrolmentsOf.get(id) ?? []).map(
      ({ course_id, class_id }): [number, number | null] => [course_id, class_id],
    );
    const names = [fullname, ...otherNames].map(nameOf);
    return [
      person,
      {
        id,
        row: null,
        fullname,
        names,
        dob,
        role,
        is_student,
        site_ref,
        enrolments: new Map(enrolments),
      },
    ];
  });
}

/** An enrolment that begins, and the student who is added for it. */
export interface Beginning {
  readonly courseId: number;
  readonly classId: number | null;
  /** Null: a new student. */
  readonly personId: number | null;
  /** Of a new student: the row, or another number, that adds them. */
  readonly addedBy: number | null;
  /** The new student, where this is what adds them. */
  readonly student: NewStudent | null;
  /** Its first day. Absent: today. */
  readonly since?: string | undefined;
  /** To own questions. */
  readonly answers?: Answers | undefined;
  /** Of a guardian to the data of this child. */
  readonly consent?: GivenConsent | undefined;
  /** Why they may be in a class without the level. */
  readonly levelReason?: string | undefined;
  /** On paper, as a file has them. */
  readonly consents?: PaperConsents | undefined;
}

/** The enrolments that a plan begins. `taken` are addresses of people out of reach; `since` first days, by row. */
export function beginnings(
  plan: readonly PlannedRow[],
  taken: ReadonlySet<string> = new Set(),
  since: ReadonlyMap<number, string> = new Map(),
): Beginning[] {
  const spellings = Map.groupBy(
    plan.filter(({ isNewName }) => isNewName),
    ({ addedBy }) => addedBy,
  );
  return plan.flatMap(({ tidy, course, class: klass, person, addedBy, outcome }): Beginning[] => {
    const isFree = outcome === 'ask' && !taken.has(emailKey(tidy.email_id));
    if (course === null || (outcome !== 'new' && outcome !== 'enrol' && !isFree)) return [];
    const isFirst = addedBy === tidy.row;
    return [
      {
        courseId: course.id,
        classId: klass?.id ?? null,
        personId: person?.id ?? null,
        addedBy,
        since: since.get(tidy.row),
        answers: tidy.answers,
        consents: tidy.consents,
        student: isFirst
          ? {
              ...valuesOf(tidy),
              contacts: tidy.contacts,
              otherNames: distinct((spellings.get(tidy.row) ?? []).map((row) => fullnameOf(row.tidy))),
            }
          : null,
      },
    ];
  });
}

/** Stores, for people whom the office recognised under another name, that name as a further one of theirs. */
export const rememberNames = (tx: Db, plan: readonly PlannedRow[]): Promise<number> =>
  inBatches(
    plan.flatMap((row) =>
      row.isNewName && row.person !== null ? [{ id: row.person.id, name: fullnameOf(row.tidy) }] : [],
    ),
    (some) => addOtherNames(tx, some),
  );

/**
 * Stores, for students whom the office recognised, the written address as a further one of theirs. Of students who are
 * in others' courses too, an account admin decides about it.
 */
export const rememberAddresses = (tx: Db, caller: Caller, plan: readonly PlannedRow[]): Promise<number> =>
  inBatches(
    plan.flatMap(({ person, alike, tidy }) =>
      person !== null && tidy.email_id !== '' && alike.some(({ id }) => id === person.id)
        ? [{ id: person.id, email: tidy.email_id }]
        : [],
    ),
    (some) => addAddresses(tx, caller, some),
  );

/**
 * Stores, for new students whom the office tells from others behind the address or like them, that they are different.
 * Names that are not alike need no such word. `added` are the new students by row.
 */
export const rememberDifferent = (
  tx: Db,
  plan: readonly PlannedRow[],
  added: ReadonlyMap<number, number>,
): Promise<number> =>
  judgeDifferent(
    tx,
    plan.flatMap((row) => {
      const id = row.addedBy === row.tidy.row ? added.get(row.tidy.row) : undefined;
      if (id === undefined) return [];
      const others = row.isToldApart ? [...row.behind, ...row.alike] : row.behind;
      return others.flatMap((each): Two[] => {
        const other = each.id ?? (each.row === null ? undefined : added.get(each.row));
        const isAlike = fitsOf(each.fullname, fullnameOf(row.tidy)).some((fits) => fits !== null);
        return isAlike && each.is_student && other !== undefined && other !== id ? [[id, other]] : [];
      });
    }),
  );

/** Stores the numbers of the public site, for people who have none. */
export const rememberRefs = (
  tx: Db,
  numbered: readonly { readonly id: number; readonly ref: string }[],
): Promise<number> => inBatches(numbered, (some) => setRefs(tx, some));

/** The requests to account admins, for addresses of people out of reach. */
export const wishes = (plan: readonly PlannedRow[], taken: ReadonlySet<string>): Wish[] =>
  plan.flatMap(({ tidy, course, class: klass, outcome }): Wish[] => {
    if (course === null || outcome !== 'ask' || !taken.has(emailKey(tidy.email_id))) return [];
    return [
      {
        courseId: course.id,
        classId: klass?.id ?? null,
        eventId: null,
        email: tidy.email_id,
        fullname: fullnameOf(tidy),
        details: {
          ...valuesOf(tidy),
          answers: JSON.stringify(tidy.answers),
          ...(tidy.consents.said.length > 0 && { consents: JSON.stringify(tidy.consents) }),
        },
      },
    ];
  });

export interface SavedStudents {
  /** The new students, by the number that adds them. */
  readonly ids: ReadonlyMap<number, number>;
  /** Those whose class is full: they are in the course, and wait for the class. */
  readonly waiting: readonly { readonly studentId: number; readonly courseId: number }[];
}

/** Saves the new students and enrolments. Throws `conflict` when the data behind the plan has changed. */
export async function saveStudents(
  tx: Db,
  caller: Caller,
  importId: number | null,
  day: string,
  begins: readonly Beginning[],
  { evenIfFull = false } = {},
): Promise<SavedStudents> {
  const classIds = distinct(present(begins.map(({ classId }) => classId)));
  const known = distinct(present(begins.map(({ personId }) => personId)));
  await inBatches(known, (some) => beginStudies(tx, some));
  const isUnchanged = await hold(tx, caller, {
    courses: distinct(begins.map(({ courseId }) => courseId)),
    classes: classIds,
    students: known,
  });
  if (!isUnchanged) throw fail('conflict');

  const adding = begins.flatMap(({ student, addedBy }) =>
    student === null || addedBy === null ? [] : [{ student, addedBy }],
  );
  /** Of each address and name. Twins may share both, and are added in the order of the rows. */
  const ids = new Map<string, number[]>();
  await inBatches(adding, async (some) => {
    const these = await insertStudents(
      tx,
      importId,
      some.map(({ student }) => student),
    );
    for (const { id, ...student } of these) {
      const key = identity(student);
      ids.set(
        key,
        [...(ids.get(key) ?? []), id].toSorted((a, b) => a - b),
      );
    }
    return these.length;
  });
  const idOf = new Map(adding.map(({ student, addedBy }) => [addedBy, ids.get(identity(student))!.shift()!]));
  await inBatches(
    adding.flatMap(({ student, addedBy }) =>
      (student.contacts ?? []).map((contact) => ({ ...contact, id: idOf.get(addedBy)! })),
    ),
    (some) => insertContacts(tx, some),
  );
  const places = await placesOf(tx, classIds);
  const begun = begins.flatMap(({ personId, addedBy, ...begin }) => {
    const studentId = personId ?? (addedBy === null ? undefined : idOf.get(addedBy));
    return studentId === undefined ? [] : [{ ...begin, studentId }];
  });
  for (const { studentId, courseId, levelReason: reason } of begun) {
    if (reason) await exceptFromLevel(tx, caller.id, { course_id: courseId, student_id: studentId, reason });
  }
  const lacksLevel = await withoutLevel(tx, begun);
  const enrolments = begun.map(
    ({ courseId, classId: wanted, studentId, since = day, answers = {}, consent, consents }) => {
      // The office places them once they have the level, or by an exception.
      const classId = lacksLevel({ studentId, courseId }) ? null : wanted;
      const waits = classId !== null && !places.take(classId, studentId, evenIfFull);
      return { studentId, courseId, classId, waits, since, answers, consent, consents };
    },
  );
  const enrolled = await inBatches(enrolments, (some) => insertEnrolments(tx, importId, some));
  // Somebody took an enrolment between plan and save, so nothing is saved.
  if (enrolled !== begins.length) throw fail('conflict');
  await storeAnswers(tx, enrolments);
  for (const { studentId, consent } of enrolments) {
    if (consent !== undefined) await saveChildConsent(tx, studentId, caller.id, consent);
  }
  await inBatches(
    enrolments.flatMap(({ studentId, consents }) =>
      (consents?.said ?? []).map((word) => ({ ...word, studentId, guardian: consents?.guardian ?? '' })),
    ),
    (some) => savePaperConsents(tx, caller.id, some),
  );
  return { ids: idOf, waiting: enrolments.filter(({ waits }) => waits) };
}

const identity = (student: Pick<NewStudent, 'email_id' | 'first_name' | 'last_name'>) =>
  JSON.stringify([student.email_id, student.first_name, student.last_name]);
