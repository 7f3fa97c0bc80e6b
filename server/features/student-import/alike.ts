import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { mapInSlices } from '#server/slices.ts';
import { findBehindPhones } from '../likeness/behind-phones.ts';
import { isOtherBirthday } from '../likeness/birthdays.ts';
import { phoneKey } from '../likeness/contacts.ts';
import { fit, nameOf } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';
import { skeletonName } from '../likeness/skeleton.ts';
import { readPhones } from '../likeness/written-phone.ts';
import { fullnameOf } from './cells.ts';
import type { TidyRow } from './cells.ts';
import { findStudentsBornOn, findStudentsById, findStudentsIn, studentsIn } from './queries.ts';
import type { NamedStudent } from './queries.ts';
import type { AlikeStudent } from './rules.ts';
import { distinct, withEnrolments } from './save-students.ts';

/*
 * Students who may be the ones whom rows of a file add, although the address of the row is not theirs: they have its
 * number, or its birthday and nearly its name; of a row without an address also its very name in its course. A few statements for any size of file.
 */

/** A number or a word that more people, or more rows, have tells nobody apart: an office's number, a frequent surname. */
const mostSharing = 20;

interface Reach {
  /** The courses of the file. */
  readonly courseIds: readonly number[];
  /** The course that a row names; null for none. */
  readonly courseOf: (row: TidyRow) => number | null;
  /** The courses whose students the caller sees; null: all. */
  readonly visible: readonly number[] | null;
}

/** By row. */
export async function findAlike(
  db: Db,
  rows: readonly TidyRow[],
  { courseIds, courseOf, visible }: Reach,
): Promise<ReadonlyMap<number, readonly AlikeStudent[]>> {
  const good = await mapInSlices(
    rows.filter(({ problems }) => problems.length === 0),
    namedRow,
  );
  const found = [
    ...(await withNumber(db, good)),
    ...(await withBirthday(db, good)),
    ...(await withName(db, good, courseOf)),
  ];
  const ids = distinct(found.map(({ student }) => student.id));
  if (ids.length === 0) return new Map();
  const seen = visible === null ? ids : [...(await studentsIn(db, ids, visible))];
  const courses = await presentCourses(db, seen, visible);
  const known = new Map(
    (await withEnrolments(db, await findStudentsById(db, seen), courseIds)).map(
      ([{ id }, person]): [number, Omit<AlikeStudent, 'isNamedAlike'>] => [
        id,
        { ...person, courses: (courses.get(id) ?? []).map(({ course }) => course) },
      ],
    ),
  );
  const pairs = found.filter(({ student }) => known.has(student.id));
  return new Map(
    [...Map.groupBy(pairs, ({ to }) => to.row)].map(([number, all]) => {
      // Beside somebody of that name, others of the number are the family.
      const named = all.filter(({ isNamedAlike }) => isNamedAlike);
      const isNamedAlike = named.length > 0;
      const meant = distinct((isNamedAlike ? named : all).map(({ student }) => student.id));
      return [number, meant.map((id) => ({ ...known.get(id)!, isNamedAlike }))];
    }),
  );
}

/** A name as it is written, and as it sounds. Read once: a surname pairs each row with many. */
type Spelled = readonly [written: Name, sound: Name];
const spelledOf = (name: string): Spelled => [nameOf(name), skeletonName(name)];

interface NamedRow {
  readonly tidy: TidyRow;
  readonly name: Spelled;
}

const namedRow = (tidy: TidyRow): NamedRow => ({ tidy, name: spelledOf(fullnameOf(tidy)) });

interface Pair {
  readonly to: TidyRow;
  readonly student: NamedStudent;
  /** In any script, order or length. */
  readonly isNamedAlike: boolean;
}

function pairsOf(student: NamedStudent, rows: readonly NamedRow[]): Pair[] {
  const names = rows.length === 0 ? [] : [student.fullname, ...student.other_names].map(spelledOf);
  return rows.map(({ tidy, name: [written, sound] }) => ({
    to: tidy,
    student,
    isNamedAlike: names.some((theirs) => fit(theirs[0], written) !== null || fit(theirs[1], sound) !== null),
  }));
}

/** Of the same number. A brother or sister has another name and another birthday. */
async function withNumber(db: Db, rows: readonly NamedRow[]): Promise<Pair[]> {
  const called = rows.filter(({ tidy }) => tidy.phone_number !== null);
  const phones = await mapInSlices(called, ({ tidy }) =>
    phoneKey(readPhones(tidy.phone_number ?? '')?.[0] ?? ''),
  );
  const rowsOf = Map.groupBy(called, (_, index) => phones[index]!);
  const keys = [...rowsOf].filter(([, all]) => all.length <= mostSharing).map(([key]) => key);
  if (keys.length === 0) return [];
  const behind = await findBehindPhones(db, keys);
  const idsOf = Map.groupBy(behind, ({ value }) => phoneKey(value.replaceAll(/\D/gu, '')));
  const few = [...idsOf].filter(([, all]) => all.length <= mostSharing);
  const ids = distinct(few.flatMap(([, all]) => all.map(({ student_id: id }) => id)));
  const students = new Map((await findStudentsById(db, ids)).map((student) => [student.id, student]));
  const pairs = few.flatMap(([key, all]) =>
    all
      .flatMap(({ student_id: id }) => students.get(id) ?? [])
      .flatMap((student) => pairsOf(student, rowsOf.get(key) ?? [])),
  );
  return pairs.filter(
    ({ to, student, isNamedAlike }) => isNamedAlike || !isOtherBirthday(to.dob, student.dob),
  );
}

/** The words of a name as they sound, without initials, and the whole of it without blanks. */
const soundsIn = ([, { tokens, joined }]: Spelled) => [...tokens.filter((sound) => sound.length > 1), joined];

/** Of the same birthday, and nearly the same name: the two share a word. */
async function withBirthday(db: Db, rows: readonly NamedRow[]): Promise<Pair[]> {
  /** By birthday, and by sound. */
  const rowsOf = new Map<string, Map<string, NamedRow[]>>();
  await mapInSlices(rows, (each) => {
    const { dob } = each.tidy;
    if (dob === null) return;
    const bySound = rowsOf.get(dob) ?? new Map<string, NamedRow[]>();
    rowsOf.set(dob, bySound);
    for (const sound of new Set(soundsIn(each.name))) {
      const sharing = bySound.get(sound);
      if (sharing === undefined) bySound.set(sound, [each]);
      else sharing.push(each);
    }
  });
  if (rowsOf.size === 0) return [];
  const pairs = await mapInSlices(await findStudentsBornOn(db, [...rowsOf.keys()]), (student) => {
    const bySound = rowsOf.get(student.dob ?? '');
    const near: NamedRow[] = [];
    for (const name of [student.fullname, ...student.other_names]) {
      for (const sound of soundsIn(spelledOf(name))) {
        const sharing = bySound?.get(sound) ?? [];
        if (sharing.length <= mostSharing) near.push(...sharing);
      }
    }
    return pairsOf(student, distinct(near)).filter(({ isNamedAlike }) => isNamedAlike);
  });
  return pairs.flat();
}

/** Of rows without an address: of the same name in the same course, unless both have a number of their own. */
async function withName(db: Db, rows: readonly NamedRow[], courseOf: Reach['courseOf']): Promise<Pair[]> {
  const placed = rows.flatMap(({ tidy, name: [{ sorted }] }) => {
    const course = tidy.email_id === '' ? courseOf(tidy) : null;
    return course === null ? [] : [{ tidy, course, sorted }];
  });
  if (placed.length === 0) return [];
  const rowsOf = Map.groupBy(placed, ({ course, sorted }) => `${course} ${sorted}`);
  const mates = await findStudentsIn(db, distinct(placed.map(({ course }) => course)));
  const pairs = await mapInSlices(mates, (student) =>
    distinct([student.fullname, ...student.other_names].map((name) => nameOf(name).sorted))
      .flatMap((sorted) => rowsOf.get(`${student.course_id} ${sorted}`) ?? [])
      .filter(({ tidy: { phone_number: phone } }) => !phone || !student.phone_number)
      .map(({ tidy }): Pair => ({ to: tidy, student, isNamedAlike: true })),
  );
  return pairs.flat();
}

const presentCourse = row({ student_id: int, course: text });

/** The present courses of students with their classes, as far as the caller sees them. */
async function presentCourses(db: Db, studentIds: readonly number[], visible: Reach['visible']) {
  const courses = await many(
    db,
    presentCourse,
    sql`
      select e.student_id, concat_ws(' ', c.course_name, k.class_name) as course
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      left join classes k on k.id = e.class_id and k.deleted_at is null
      where e.student_id = any(${studentIds}::bigint[])
        and e.ended_on is null
        and (${visible}::bigint[] is null or e.course_id = any(${visible}::bigint[]))
      order by e.id
    `,
  );
  return Map.groupBy(courses, ({ student_id: id }) => id);
}
