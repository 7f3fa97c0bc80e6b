import type { PlacingGroup, UnplacedRow } from '@gurukul/contract/placing';
import { timeZones } from '@gurukul/contract/classes';
import type { Db } from '#server/db/pool.ts';
import { withoutLevel } from '#server/db/levels.ts';
import type { Entering } from '#server/db/levels.ts';
import { wishOf } from '#server/db/wishes.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { overlapsWith } from '#server/time/overlap.ts';
import { bitsOf } from '#server/time/week-hours.ts';
import type { Span } from '#server/time/week-hours.ts';
import { placesOf } from '../staff/places.ts';
import { familiesOf } from './families.ts';
import { Clocks, groupsOf, propose, slotAt } from './propose.ts';
import type { Group, OfferedClass, Unplaced, Verdict } from './propose.ts';
import { listClassesOf, listRelatives, listTeachersOf, listUnplaced } from './queries.ts';
import type { ClassOfCourse, PlacedRelative, UnplacedStudent } from './queries.ts';

/* What stands in the database, as proposals are made of it. */

const dayMs = 86_400_000;

/** The rest of a course, at most a year, with the day before and after on all clocks. */
function spanOf({ starts_on, ends_on }: UnplacedStudent, now: Date): Span {
  const from = Math.max(now.getTime(), Date.parse(starts_on) - dayMs / 2);
  return { from, until: Math.min(Date.parse(ends_on) + dayMs / 2, from + 365 * dayMs) };
}

const isSameClock = (one: string, other: string): boolean => {
  const known = (zone: string) =>
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  return one === other || known(one) === known(other);
};

/** The hours were ticked on another clock than the one that the person has now. */
const isMoved = ({ timezone, wish }: UnplacedStudent): boolean =>
  wish !== null && timezone !== '' && !isSameClock(timezone, wish.zone);

export interface Placeable {
  readonly students: readonly UnplacedStudent[];
  readonly people: readonly Unplaced[];
  readonly classes: readonly OfferedClass[];
  readonly stored: ReadonlyMap<number, ClassOfCourse>;
  readonly relatives: readonly PlacedRelative[];
  readonly familyOf: (studentId: number) => number;
  readonly clocks: Clocks;
  /** Who may be in no class of the course. */
  readonly lacksLevel: (one: Entering) => boolean;
}

export async function readPlaceable(
  db: Db,
  person: Caller,
  courseId: number | null,
  now: Date,
): Promise<Placeable> {
  const students = await listUnplaced(db, person, courseId);
  const spans = new Map(students.map((each) => [each.course_id, spanOf(each, now)]));
  const courses = [...spans.keys()];
  const stored = await listClassesOf(db, courses);
  const shared = [...new Set(students.flatMap(({ family }) => family))];
  const relatives = await listRelatives(db, courses, shared);
  const familyOf = familiesOf([...students, ...relatives]);
  const lacksLevel = await withoutLevel(
    db,
    students.map(({ student_id: studentId, course_id: courseId }) => ({ studentId, courseId })),
  );
  const familiesIn = Map.groupBy(relatives, ({ class_id }) => class_id);
  return {
    students,
    people: students.map((each): Unplaced => {
      const one = { studentId: each.student_id, courseId: each.course_id };
      const wish = isMoved(each) || lacksLevel(one) ? null : wishOf(each.wish);
      return {
        ...one,
        id: each.enrolment_id,
        family: familyOf(each.student_id),
        wish: wish && { ...wish, hours: bitsOf(wish.hours) },
      };
    }),
    classes: stored.map(({ id, course_id, language, slots }): OfferedClass => ({
      id,
      courseId: course_id,
      languages: language === null ? [] : [language],
      slots,
      span: spans.get(course_id)!,
      families: new Set((familiesIn.get(id) ?? []).map(({ student_id }) => familyOf(student_id))),
    })),
    stored: new Map(stored.map((one) => [one.id, one])),
    relatives,
    familyOf,
    clocks: new Clocks(),
    lacksLevel,
  };
}

export async function listProposals(db: Db, person: Caller, courseId: number | null, now: Date) {
  const placeable = await readPlaceable(db, person, courseId, now);
  const { people, classes, clocks } = placeable;
  const places = await placesOf(
    db,
    classes.map(({ id }) => id),
  );
  const verdicts = propose(people, classes, places, clocks);
  return { data: rowsOf(placeable, verdicts), groups: await listGroups(db, placeable, verdicts, now) };
}

function rowsOf(placeable: Placeable, verdicts: ReadonlyMap<number, Verdict>): UnplacedRow[] {
  const { students, people, classes, stored, relatives, familyOf, clocks, lacksLevel } = placeable;
  const classOf = new Map(classes.map((one) => [one.id, one]));
  /** By class and family: who is in the class, and who is proposed for it. */
  const together = Map.groupBy(
    [
      ...relatives,
      ...students.flatMap((each) => {
        const verdict = verdicts.get(each.enrolment_id)!;
        return 'classId' in verdict ? [{ ...each, class_id: verdict.classId }] : [];
      }),
    ],
    ({ class_id, student_id }) => `${class_id} ${familyOf(student_id)}`,
  );
  return students.map((student, at): UnplacedRow => {
    const { timezone: _own, starts_on: _from, ends_on: _until, family: _keys, ...shown } = student;
    const wish = wishOf(student.wish);
    const verdict = verdicts.get(student.enrolment_id)!;
    if (!('classId' in verdict)) {
      const why = lacksLevel(people[at]!) ? 'level_missing' : isMoved(student) ? 'moved' : verdict.why;
      return { ...shown, wish, proposal: null, why };
    }
    const { classId } = verdict;
    const one = classOf.get(classId)!;
    const { languages } = people[at]!.wish!;
    return {
      ...shown,
      wish,
      why: null,
      proposal: {
        class_id: classId,
        class_name: stored.get(classId)!.class_name,
        times: clocks.of(one, wish!.zone).map(({ begin }) => [...begin]),
        language: languages.find((each) => one.languages.includes(each)) ?? null,
        language_is_unknown: languages.length > 0 && one.languages.length === 0,
        together_with: together
          .get(`${classId} ${people[at]!.family}`)!
          .filter(({ student_id }) => student_id !== student.student_id)
          .map(({ fullname }) => fullname),
      },
    };
  });
}

const offeredZones: ReadonlySet<string> = new Set(Object.values(timeZones));
const usualZone = timeZones.IST;

/** The clock of most weekly times of a course, of those that a new class can have. */
function zoneOf(classes: readonly OfferedClass[]): string {
  const zones = classes
    .flatMap(({ slots }) => slots.map(({ zone }) => zone))
    .filter((zone) => offeredZones.has(zone));
  const counted = [...Map.groupBy(zones, (zone) => zone)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return counted[0]?.[0] ?? usualZone;
}

const clockTime = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

async function listGroups(
  db: Db,
  { students, people, classes }: Placeable,
  verdicts: ReadonlyMap<number, Verdict>,
  now: Date,
): Promise<PlacingGroup[]> {
  const left = people.filter(({ id }) => !('classId' in verdicts.get(id)!));
  const ofCourse = Map.groupBy(classes, ({ courseId }) => courseId);
  const courseOf = new Map(students.map((each) => [each.course_id, each]));
  const newClassOf = (courseId: number) => ({
    zone: zoneOf(ofCourse.get(courseId) ?? []),
    span: spanOf(courseOf.get(courseId)!, now),
  });
  const groups = groupsOf(left, newClassOf);
  const teachers = await listTeachersOf(db, [...new Set(groups.map(({ courseId }) => courseId))]);
  return groups.map((group) => {
    const { zone } = newClassOf(group.courseId);
    return {
      course_id: group.courseId,
      course_name: courseOf.get(group.courseId)!.course_name,
      class_day: slotAt(group.hour, zone).class_day,
      from: clockTime(group.hour % 24),
      until: clockTime((group.hour % 24) + group.hours),
      zone,
      language: group.language,
      people: group.people.length,
      teachers: freeTeachers(group, zone),
    };
  });

  function freeTeachers({ courseId, hour, language }: Group, zone: string) {
    const overlapOf = overlapsWith(slotAt(hour, zone), now);
    return teachers
      .filter(
        (each) =>
          each.course_id === courseId &&
          (language === null || each.languages.includes(language)) &&
          each.slots.every((slot) => overlapOf(slot) === null),
      )
      .map(({ user_id, fullname }) => ({ user_id, fullname }));
  }
}
