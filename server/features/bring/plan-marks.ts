import type { AttendanceStatus } from '@gurukul/contract/shared/meetings/attendance-statuses';
import type { BringOutcome } from '@gurukul/contract/shared/files/bring-layouts';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { Db } from '#server/db/pool.ts';
import { mapInSlices } from '#server/slices.ts';
import { nameOf } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';
import { finder } from '../imports/known-courses.ts';
import type { KnownCourse } from '../imports/known-courses.ts';
import { findPeople } from '../student-import/queries.ts';
import type { KnownClass, PlannedRow as PlannedStudent } from '../student-import/rules.ts';
import { fullnameOf } from '../student-import/cells.ts';
import { waits } from '../student-import/rules.ts';
import { hasName } from '../student-import/who-is-meant.ts';
import { weekdayOf } from './day-headings.ts';
import type { Places, PlannedRow } from './plan-places.ts';
import { readEmail } from './plan-places.ts';
import { listMarks, listMembers, listRolls } from './queries.ts';
import type { MeetingRow } from './queries.ts';
import type { RawMark, RawRow } from './read-files.ts';

/* Past attendance. A mark that is there stays; a student without a mark in the file stays without one. */

/** Somebody in a course: a stored student, or one whom a row of this request adds. */
interface Member {
  /** `p12` is the person 12, `r5` the new student of row 5. */
  readonly key: string;
  readonly fullname: string;
  readonly names: readonly Name[];
  readonly emails: ReadonlySet<string>;
  readonly courseId: number;
  readonly classId: number | null;
  /** Null: begins with this request, as early as their first mark if no file says since when. */
  readonly from: string | null;
  /** The first day that no longer counts. */
  readonly until: string | null;
  /** Of an enrolment that this request begins: the row that begins it. */
  readonly beginsIn: number | null;
}

export interface PlannedMark {
  readonly student: string;
  readonly courseId: number;
  readonly classId: number;
  readonly date: string;
  readonly roll: Roll;
  readonly status: AttendanceStatus;
}

/** A meeting, or the whole day where `slot_id` is null. */
export type Roll = Pick<MeetingRow, 'slot_id' | 'on_date' | 'extra' | 'register_id'>;

export interface Marks {
  readonly rows: readonly PlannedRow[];
  /** With the number of marks that each row saves. */
  readonly counts: ReadonlyMap<number, number>;
  readonly marks: readonly PlannedMark[];
  /** The first days of the enrolments that begin before today, by the row that begins them. */
  readonly since: ReadonlyMap<number, string>;
}

const wholeDay: Roll = { slot_id: null, on_date: null, extra: false, register_id: null };

const keyOfRoll = ({ register_id, slot_id, on_date, extra }: Roll) =>
  register_id === null ? `${slot_id} ${on_date} ${extra}` : `${register_id}`;

/**
 * The roll of a day that a mark belongs to; null: one of several, and nothing says which. As `chooseRoll` for one day: a
 * register of the whole day counts for its meetings, and slots that were made later are not asked for beside a taken roll.
 */
export function rollFor(
  found: readonly (Roll & Pick<MeetingRow, 'time' | 'is_of_slot'>)[],
  time: string,
): Roll | null {
  const isTaken = found.some(({ register_id }) => register_id !== null);
  const whole = found.find(({ slot_id }) => slot_id === null);
  const met = found
    .filter(({ slot_id }) => slot_id !== null)
    .filter(
      ({ register_id, is_of_slot }) => register_id !== null || is_of_slot || !isTaken || whole !== undefined,
    )
    .map((roll) => ({ ...roll, register_id: roll.register_id ?? whole?.register_id ?? null }));
  const timed = time === '' ? [] : met.filter((roll) => roll.time === time);
  const rolls = timed.length > 0 ? timed : [...met, ...(whole === undefined ? [] : [whole])];
  const [first = wholeDay] = rolls;
  return new Set(rolls.map(keyOfRoll)).size > 1 ? null : first;
}

const mostDates = 5;
const datesText = (dates: readonly string[]) =>
  [...dates.slice(0, mostDates), ...(dates.length > mostDates ? [`+${dates.length - mostDates}`] : [])].join(
    ', ',
  );

/** The courses' members: those of now and of the past, and those whom this request enrols. */
async function membersOf(
  { members: readMembers }: MarkReads,
  courseIds: readonly number[],
  students: readonly PlannedStudent[],
  sinceOf: (row: number) => string | null,
  evenIfFull: boolean,
): Promise<Member[]> {
  const stored = await readMembers(courseIds.filter((id) => id > 0));
  const members = stored.map((one): Member => ({
    key: `p${one.student_id}`,
    fullname: one.fullname,
    names: [one.fullname, ...one.other_names].map(nameOf),
    emails: new Set(),
    courseId: one.course_id,
    classId: one.class_id,
    from: one.started_on,
    until: one.ended_on,
    beginsIn: null,
  }));
  const spellings = new Map<number, Name[]>();
  for (const { addedBy, tidy } of students) {
    if (addedBy === null) continue;
    spellings.set(addedBy, [...(spellings.get(addedBy) ?? []), nameOf(fullnameOf(tidy))]);
  }
  for (const { tidy, person, addedBy, course, class: klass, outcome, notes } of students) {
    if (course === null || (outcome !== 'new' && outcome !== 'enrol')) continue;
    const isWaiting = notes.some(({ code }) => code === waits.code) && !evenIfFull;
    members.push({
      key: person === null ? `r${addedBy ?? tidy.row}` : `p${person.id}`,
      fullname: person?.fullname ?? fullnameOf(tidy),
      names: [...(person?.names ?? spellings.get(addedBy ?? tidy.row) ?? []), nameOf(fullnameOf(tidy))],
      emails: new Set([tidy.email_id.toLowerCase()]),
      courseId: course.id,
      classId: isWaiting ? null : (klass?.id ?? null),
      from: sinceOf(tidy.row),
      until: null,
      beginsIn: tidy.row,
    });
  }
  return members;
}

const personOf = (row: RawRow) => [row.cell('first_name'), row.cell('last_name')].filter(Boolean).join(' ');

/** The members of courses, by their names and by the people behind an address. */
class Members {
  readonly #byCourse: ReadonlyMap<number, readonly Member[]>;
  readonly #byName = new Map<string, Set<Member>>();
  readonly #behind: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(all: readonly Member[], behind: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#byCourse = Map.groupBy(all, ({ courseId }) => courseId);
    this.#behind = behind;
    for (const member of all) {
      for (const key of member.names.flatMap((name) => keysOfName(member.courseId, name))) {
        const others = this.#byName.get(key);
        if (others === undefined) this.#byName.set(key, new Set([member]));
        else others.add(member);
      }
    }
  }

  /** The enrolments of the one whom a row means, or why it is nobody. */
  meantBy(row: RawRow, courseId: number): readonly Member[] | Sentence {
    const fullname = personOf(row);
    const written = fullname === '' ? null : nameOf(fullname);
    const email = readEmail(row.cell('email_id'));
    const atAddress =
      email === null
        ? []
        : (this.#byCourse.get(courseId) ?? []).filter(
            ({ key, emails: own }) => own.has(email) || this.#behind.get(email)?.has(key) === true,
          );
    const named =
      written === null
        ? new Set<Member>()
        : new Set(keysOfName(courseId, written).flatMap((key) => [...(this.#byName.get(key) ?? [])]));
    const meant =
      email === null
        ? [...named]
        : written === null
          ? atAddress
          : atAddress.filter((member) => hasName(member, written));
    if (meant.length === 0 && atAddress.length > 0) {
      return said('bring_other_name', {
        people: [...new Set(atAddress.map((one) => one.fullname))].slice(0, 3).join(', '),
      });
    }
    const people = new Set(meant.map(({ key }) => key));
    if (people.size === 0) return said('bring_nobody');
    return people.size > 1 ? said('bring_several_people') : meant;
  }
}

const keysOfName = (courseId: number, { sorted, joined }: Name) => [
  `${courseId} ${sorted}`,
  `${courseId} ${joined}`,
];

/** The rolls and marks of classes on the days of a file. */
class Rolls {
  readonly #rolls: ReadonlyMap<string, readonly MeetingRow[]>;
  readonly #stored: ReadonlyMap<string, AttendanceStatus>;
  readonly #newSlots: Places['newSlots'];
  readonly #chosen = new Map<string, Roll | null>();

  constructor(
    rolls: readonly MeetingRow[],
    marks: Awaited<ReturnType<typeof listMarks>>,
    newSlots: Places['newSlots'],
  ) {
    this.#rolls = Map.groupBy(rolls, (roll) => `${roll.class_id} ${roll.held_on}`);
    this.#stored = new Map(marks.map((mark) => [`${mark.register_id} p${mark.student_id}`, mark.status]));
    this.#newSlots = newSlots;
  }

  #on(classId: number, date: string) {
    const ofNew = this.#newSlots
      .filter((slot) => slot.class_id === classId && slot.class_day === weekdayOf(date))
      .map(({ id, time }) => ({
        slot_id: id,
        on_date: date,
        extra: false,
        register_id: null,
        time,
        is_of_slot: false,
      }));
    return [...(this.#rolls.get(`${classId} ${date}`) ?? []), ...ofNew];
  }

  /** As `rollFor`. */
  choose(classId: number, date: string, time: string): Roll | null {
    const key = `${classId} ${date} ${time}`;
    const before = this.#chosen.get(key);
    if (before !== undefined) return before;
    const roll = rollFor(this.#on(classId, date), time);
    this.#chosen.set(key, roll);
    return roll;
  }

  stored({ register_id }: Roll, student: string): AttendanceStatus | undefined {
    return register_id === null ? undefined : this.#stored.get(`${register_id} ${student}`);
  }
}

/** What became of one mark: it is saved, it is there already, it is none, or why it is not saved. */
type Fate = 'saved' | 'same' | 'none' | ((dates: string) => Sentence);

/** Judges the marks of one request, one row after the other. */
class MarkPlanner {
  readonly counts = new Map<number, number>();
  readonly marks: PlannedMark[] = [];
  readonly #planned = new Map<string, AttendanceStatus>();
  readonly #classes: ReadonlyMap<number, readonly KnownClass[]>;
  readonly #findClass = new Map<number, ReturnType<typeof finder<KnownClass>>>();
  readonly #findCourse: ReturnType<typeof finder<KnownCourse>>;
  readonly #members: Members;
  readonly #rolls: Rolls;
  readonly #since: Map<number, string>;
  readonly #today: string;

  constructor(
    places: Places,
    {
      members,
      rolls,
      since,
      today,
    }: { members: Members; rolls: Rolls; since: Map<number, string>; today: string },
  ) {
    this.#findCourse = finder(places.courses);
    this.#classes = Map.groupBy(places.classes, ({ course_id: id }) => id);
    this.#members = members;
    this.#rolls = rolls;
    this.#since = since;
    this.#today = today;
  }

  #classNamed(courseId: number, name: string) {
    const find = this.#findClass.get(courseId) ?? finder(this.#classes.get(courseId) ?? []);
    this.#findClass.set(courseId, find);
    return find(name);
  }

  /** The class of a mark, or why there is none. A list of groups is no class; the student's own one counts. */
  #classOf(row: RawRow, mark: RawMark, courseId: number, meant: readonly Member[]): KnownClass | Sentence {
    const ofRow = row.cell('class_name').includes(',') ? '' : row.cell('class_name');
    const isGroup = mark.group !== '' && (row.isGroupSure || this.#classNamed(courseId, mark.group) !== null);
    const name = isGroup ? mark.group : ofRow;
    if (name !== '') {
      const found = this.#classNamed(courseId, name);
      if (found === 'many') return said('several_classes');
      return found ?? said('unknown_class');
    }
    const then = meant.filter((member) => mark.date !== null && isThen(member, mark.date));
    const own = new Set((then.length > 0 ? then : meant).map(({ classId }) => classId));
    const [id] = own;
    const klass = own.size === 1 ? this.#classes.get(courseId)?.find((one) => one.id === id) : undefined;
    return klass ?? said('bring_which_class');
  }

  #judge(mark: RawMark & { readonly date: string }, klass: KnownClass, meant: readonly Member[]): Fate {
    const { date, meaning, time } = mark;
    if (meaning === null || meaning === 'none') return 'none';
    const ofClass = meant.filter(({ classId }) => classId === klass.id);
    const member = ofClass.find((one) => isThen(one, date));
    if (member === undefined) {
      return ofClass.length === 0
        ? () => said('bring_in_other_class')
        : (dates) => said('bring_not_in_class_then', { dates });
    }
    const roll = this.#rolls.choose(klass.id, date, time);
    if (roll === null) return (dates) => said('bring_several_meetings', { dates });
    const key = `${klass.id} ${date} ${keyOfRoll(roll)} ${member.key}`;
    const before = this.#planned.get(key) ?? this.#rolls.stored(roll, member.key);
    if (before === meaning) return 'same';
    if (before !== undefined) {
      const code = this.#planned.has(key) ? 'bring_marked_twice' : 'bring_other_mark';
      return (dates) => said(code, { dates });
    }
    this.#planned.set(key, meaning);
    const { courseId } = member;
    this.marks.push({ student: member.key, courseId, classId: klass.id, date, roll, status: meaning });
    if (member.beginsIn !== null && member.from === null) {
      const first = this.#since.get(member.beginsIn) ?? this.#today;
      if (date < first) this.#since.set(member.beginsIn, date);
    }
    return 'saved';
  }

  /** What a mark is not saved for before anybody looks at its class; null: nothing. */
  #faultOf({ date, meaning, sign, isAmbiguous }: RawMark): Exclude<Fate, string> | null {
    if (meaning === null) return () => said('bring_sign_unknown', { sign: sign.slice(0, 60) });
    if (date === null) return () => said(isAmbiguous ? 'bring_date_ambiguous' : 'bring_date_unreadable');
    return date > this.#today ? (dates) => said('bring_future', { dates }) : null;
  }

  /** The course of a row and the enrolments of its student, or why there are none. */
  #meantBy(row: RawRow): { readonly courseId: number; readonly meant: readonly Member[] } | Sentence {
    if (row.isNobody) return said('bring_username_unknown');
    const name = row.cell('course_name');
    if (name === '') return said('column_missing', { column: 'course_name' });
    const course = this.#findCourse(name);
    if (course === null) return said('unknown_course');
    if (course === 'many') return said('several_courses');
    const meant = this.#members.meantBy(row, course.id);
    return 'code' in meant ? meant : { courseId: course.id, meant };
  }

  row(row: RawRow): PlannedRow {
    const of = this.#meantBy(row);
    const done = (outcome: BringOutcome, notes: readonly Sentence[], className = row.cell('class_name')) => ({
      raw: { n: row.n, file: row.file, row: row.row },
      kind: 'attendance' as const,
      what: personOf(row) || row.cell('email_id') || row.cell('username'),
      courseName: row.cell('course_name'),
      className,
      outcome,
      notes,
    });
    if ('code' in of) return done('problem', [of]);
    const count = { saved: 0, same: 0 };
    let className = row.cell('class_name');
    const troubles = new Map<string, { note: Exclude<Fate, string>; dates: string[] }>();
    for (const mark of row.marks) {
      if (mark.meaning === 'none') continue;
      const date = mark.date ?? '';
      let fate: Fate | null = this.#faultOf(mark);
      if (fate === null) {
        const klass = this.#classOf(row, mark, of.courseId, of.meant);
        fate = 'code' in klass ? () => klass : this.#judge({ ...mark, date }, klass, of.meant);
        if ('name' in klass) className ||= klass.name;
      }
      if (fate === 'saved' || fate === 'same') count[fate] += 1;
      else if (fate !== 'none') {
        // The same trouble on several days is one remark.
        const { code, facts } = fate(date);
        const key = facts?.['dates'] === undefined ? `${code} ${JSON.stringify(facts)}` : code;
        const before = troubles.get(key) ?? { note: fate, dates: [] };
        before.dates.push(date);
        troubles.set(key, before);
      }
    }
    this.counts.set(row.n, count.saved);
    const notes = Array.from(troubles.values(), ({ note, dates }) => note(datesText(dates)));
    if (notes.length > 0) return done(count.saved + count.same > 0 ? 'partly' : 'problem', notes, className);
    if (count.saved > 0) return done('new', [], className);
    return count.same > 0
      ? done('unchanged', [], className)
      : done('skip', [said('bring_no_mark')], className);
  }
}

/** What is stored about the classes of a file: their members, the people behind its addresses, rolls and marks. */
export const readsOf = (db: Db) => ({
  members: (courseIds: readonly number[]) => listMembers(db, courseIds),
  people: (emails: readonly string[]): Promise<readonly { readonly email: string; readonly id: number }[]> =>
    findPeople(db, emails),
  rolls: (classIds: readonly number[], days: readonly string[]) => listRolls(db, classIds, days),
  marks: (classIds: readonly number[], days: readonly string[]) => listMarks(db, classIds, days),
});
export type MarkReads = ReturnType<typeof readsOf>;

/** Everybody behind these addresses: `p12` is the person 12. */
async function peopleBehind({ people }: MarkReads, rows: readonly RawRow[]) {
  const found = await people([...new Set(rows.flatMap((row) => readEmail(row.cell('email_id')) ?? []))]);
  const byEmail = Map.groupBy(found, ({ email }) => email);
  return new Map(Array.from(byEmail, ([email, all]) => [email, new Set(all.map(({ id }) => `p${id}`))]));
}

export async function planMarks(
  reads: MarkReads,
  rows: readonly RawRow[],
  places: Places,
  students: readonly PlannedStudent[],
  { today, evenIfFull }: { readonly today: string; readonly evenIfFull: boolean },
): Promise<Marks> {
  const sinceOfRow = new Map(
    rows.filter(({ kind }) => kind === 'enrolments').map((row) => [row.n, row.day('since')] as const),
  );
  const since = new Map<number, string>();
  for (const [row, day] of sinceOfRow) if (day !== null && day < today) since.set(row, day);

  const ofMarks = rows.filter(({ kind }) => kind === 'attendance');
  if (ofMarks.length === 0) return { rows: [], counts: new Map(), marks: [], since };
  const findCourse = finder(places.courses);
  const courses = ofMarks.map((row) => findCourse(row.cell('course_name')));
  const courseIds = new Set(
    courses.flatMap((course) => (course === null || course === 'many' ? [] : course.id)),
  );
  const sinceOf = (row: number) => sinceOfRow.get(row) ?? null;
  const members = await membersOf(reads, [...courseIds], students, sinceOf, evenIfFull);
  const days = [...new Set(ofMarks.flatMap(({ marks }) => marks.flatMap(({ date }) => date ?? [])))];
  const classIds = places.classes
    .filter(({ course_id: id, id: own }) => courseIds.has(id) && own > 0)
    .map(({ id }) => id);
  const planner = new MarkPlanner(places, {
    members: new Members(members, await peopleBehind(reads, ofMarks)),
    rolls: new Rolls(await reads.rolls(classIds, days), await reads.marks(classIds, days), places.newSlots),
    since,
    today,
  });
  const planned = await mapInSlices(ofMarks, (row) => planner.row(row));
  return { rows: planned, counts: planner.counts, marks: planner.marks, since };
}

const isThen = ({ from, until }: Member, date: string) =>
  (from === null || from <= date) && (until === null || date < until);
