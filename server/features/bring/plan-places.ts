import { bringNamesMax } from '@gurukul/contract/bring';
import type { BringInput, BringRow, UnknownName } from '@gurukul/contract/bring';
import { usualDuration } from '@gurukul/contract/classes';
import type { CourseDuration } from '@gurukul/contract/courses';
import type { BringColumn, BringKind, BringOutcome } from '@gurukul/contract/shared/files/bring-layouts';
import { readMail } from '@gurukul/contract/shared/written/mail';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { ClassDay } from '@gurukul/contract/shared/meetings/slots';
import type { Db } from '#server/db/pool.ts';
import type { Person } from '#server/http/handlers.ts';
import { nextSlice } from '#server/slices.ts';
import { overlapsWith } from '#server/time/overlap.ts';
import { zoneNamed } from '#server/time/zone-of-place.ts';
import { readUnchecked } from '../checks/refuse-unchecked.ts';
import { faultOf } from '../imports/cell.ts';
import { finder, listCourses } from '../imports/known-courses.ts';
import { sameName } from '@gurukul/contract/shared/words/same-name';
import type { KnownCourse } from '../imports/known-courses.ts';
import { nearest } from '../imports/nearest.ts';
import { listClasses } from '../student-import/queries.ts';
import type { KnownClass } from '../student-import/rules.ts';
import { findStaff, listAssociations, listSlots, listSlotsOf } from './queries.ts';
import type { KnownSlot, KnownStaff } from './queries.ts';
import type { RawRow } from './read-files.ts';
import { durationBetween, readDuration } from './tidy.ts';
import { readWeekly } from './weekly.ts';

/* Courses, classes with their weekly times, and teachers. What is new has a number below zero until it is saved. */

export interface NewCourse extends KnownCourse {
  readonly adminId: number;
  readonly duration: CourseDuration;
  readonly startDate: string;
}

export interface NewSlot {
  readonly id: number;
  readonly class_id: number;
  readonly course_id: number;
  readonly class_day: ClassDay;
  readonly time: string;
  readonly zone: string;
  readonly duration: number;
}

export interface PlannedRow {
  readonly raw: Pick<RawRow, 'n' | 'file' | 'row'>;
  readonly kind: Exclude<BringKind, 'people'>;
  readonly what: string;
  readonly courseName: string;
  readonly className: string;
  readonly outcome: BringOutcome;
  readonly notes: readonly Sentence[];
  readonly invite?: BringRow['invite'];
}

export type Ask = 'zone' | 'course_admin' | 'course_duration' | 'make_classes';

export interface Places {
  readonly courses: readonly KnownCourse[];
  readonly classes: readonly KnownClass[];
  readonly slots: readonly (KnownSlot | NewSlot)[];
  readonly newCourses: readonly NewCourse[];
  readonly newClasses: readonly KnownClass[];
  readonly newSlots: readonly NewSlot[];
  readonly associations: readonly { readonly courseId: number; readonly teacherId: number }[];
  readonly assignments: readonly {
    readonly courseId: number;
    readonly slotId: number;
    readonly teacherId: number;
  }[];
  readonly rows: readonly PlannedRow[];
  readonly asks: ReadonlySet<Ask>;
  readonly unknown: readonly UnknownName[];
  /** Why a course that somebody wants to make cannot be made yet, by `sameName`. */
  readonly unmade: ReadonlyMap<string, readonly Sentence[]>;
}

/** Names a course, or with a class one of its classes. */
export const unknownKey = (courseName: string, className: string) =>
  `${sameName(courseName)} ${sameName(className)}`;

/** A cell that is stored; its problems are noted. */
export function stored(row: RawRow, column: BringColumn, most: number, problems: Sentence[]): string {
  const text = row.cell(column);
  const fault = faultOf(text, column, most);
  if (fault === null) return text;
  problems.push(fault);
  return '';
}

export const readEmail = (text: string): string | null => readMail(text).email.toLowerCase() || null;

const minutesBetween = (start: string, end: string) => {
  const [from, to] = [start, end].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  return (to! - from! + 1440) % 1440;
};

interface PresentPlaces {
  readonly courses: readonly KnownCourse[];
  readonly classes: readonly KnownClass[];
  readonly slots: readonly KnownSlot[];
  /** By address in lower case. */
  readonly staff: ReadonlyMap<string, KnownStaff>;
  /** `course teacher` */
  readonly associated: Set<string>;
  readonly timesOf: Map<number, readonly (KnownSlot | NewSlot)[]>;
  readonly unchecked: Unchecked;
}

const add = <K, V>(to: Map<K, V[]>, key: K, value: V) => {
  const before = to.get(key);
  if (before === undefined) to.set(key, [value]);
  else before.push(value);
};

/** What the rows of one request make, one after the other. */
class PlacePlanner {
  readonly newCourses: NewCourse[] = [];
  readonly newClasses: KnownClass[] = [];
  readonly newSlots: NewSlot[] = [];
  readonly associations: { courseId: number; teacherId: number }[] = [];
  readonly assignments: { courseId: number; slotId: number; teacherId: number }[] = [];
  readonly rows: PlannedRow[] = [];
  readonly asks = new Set<Ask>();
  readonly unmade = new Map<string, readonly Sentence[]>();
  readonly input: BringInput;
  readonly person: Person;
  readonly today: string;
  readonly known: PresentPlaces;
  readonly #courses: Map<string, KnownCourse[]>;
  readonly #classes: Map<string, KnownClass[]>;
  readonly #slots: Map<number, (KnownSlot | NewSlot)[]>;
  readonly #assigned = new Map<number, number>();
  /** Classes that are named beside students or teachers, by `unknownKey`. */
  readonly #besidePeople = new Set<string>();
  #number = 0;

  constructor(input: BringInput, person: Person, today: string, known: PresentPlaces) {
    this.input = input;
    this.person = person;
    this.today = today;
    this.known = known;
    this.#courses = Map.groupBy(known.courses, ({ name }) => sameName(name));
    this.#classes = Map.groupBy(known.classes, ({ course_id: id, name }) => `${id} ${sameName(name)}`);
    this.#slots = Map.groupBy<number, KnownSlot | NewSlot>(known.slots, ({ class_id: id }) => id);
  }

  #next(): number {
    this.#number -= 1;
    return this.#number;
  }

  findCourse(name: string): KnownCourse | 'many' | null {
    return finder(this.#courses.get(sameName(name)) ?? [])(name);
  }
  findClass(courseId: number, name: string): KnownClass | 'many' | null {
    return finder(this.#classes.get(`${courseId} ${sameName(name)}`) ?? [])(name);
  }
  slotsOf(classId: number): readonly (KnownSlot | NewSlot)[] {
    return this.#slots.get(classId) ?? [];
  }

  #say(
    row: RawRow,
    outcome: BringOutcome,
    notes: readonly Sentence[],
    what: string,
    { courseName, className, ...more }: Pick<PlannedRow, 'courseName' | 'className' | 'invite'>,
  ) {
    const { n, file, row: line, kind } = row;
    this.rows.push({
      raw: { n, file, row: line },
      kind,
      what,
      courseName,
      className,
      outcome,
      notes,
      ...more,
    });
  }

  /** The course of a row, or why there is none. */
  #courseOf(row: RawRow, problems: Sentence[]): KnownCourse | null {
    const name = stored(row, 'course_name', 200, problems);
    if (name === '') {
      if (problems.length === 0) problems.push(said('column_missing', { column: 'course_name' }));
      return null;
    }
    const found = this.findCourse(name);
    if (found === null) problems.push(said('unknown_course'), ...(this.unmade.get(sameName(name)) ?? []));
    if (found === 'many') problems.push(said('several_courses'));
    return found === 'many' ? null : found;
  }

  course(row: RawRow) {
    const problems: Sentence[] = [];
    const notes: Sentence[] = [];
    const name = stored(row, 'course_name', 200, problems);
    if (name === '' && problems.length === 0)
      problems.push(said('column_missing', { column: 'course_name' }));
    const done = (outcome: BringOutcome, told: readonly Sentence[], invite?: BringRow['invite']) =>
      this.#say(row, outcome, told, name, { courseName: name, className: '', ...(invite && { invite }) });
    if (problems.length > 0) return done('problem', problems);
    const found = this.findCourse(name);
    if (found === 'many') return done('problem', [said('several_courses')]);
    if (found !== null) return done('unchanged', []);
    if (this.person.role !== 'admin') return done('problem', [said('bring_course_needs_admin')]);

    const admin = this.#courseAdmin(row.cell('course_admin'), problems);
    const [start, end] = [row.day('start_date'), row.day('end_date')];
    for (const column of ['start_date', 'end_date'] as const) {
      if (row.cell(column) !== '' && row.cell(column) !== '0' && row.day(column) === null)
        problems.push(said('bring_date_unreadable'));
    }
    if (start === null) notes.push(said('bring_starts_today'));
    const written = row.cell('duration');
    const between = start === null || end === null ? null : durationBetween(start, end);
    const duration = written === '' ? (between ?? this.input.course_duration ?? null) : readDuration(written);
    if (duration === null) {
      if (written === '') this.asks.add('course_duration');
      problems.push(said(written === '' ? 'bring_no_duration' : 'bring_duration_unknown'));
    }
    if (problems.length === 1 && problems[0]?.code === 'bring_invite_course_admin') {
      const written = row.cell('course_admin') || (this.input.course_admin ?? '');
      return done('invite', problems, { email_id: readEmail(written) ?? '', role: 'courseadmin' });
    }
    if (problems.length > 0 || admin === null || duration === null) return done('problem', problems);
    this.#addCourse({ name, adminId: admin.id, duration, startDate: start ?? this.today });
    done('new', notes);
  }

  #addCourse(facts: Omit<NewCourse, 'id'>) {
    const course = { id: this.#next(), ...facts };
    this.newCourses.push(course);
    add(this.#courses, sameName(course.name), course);
  }

  /** Makes a course that is named only beside classes or people, because somebody said so. */
  makeCourse(name: string) {
    if (this.person.role !== 'admin' || this.findCourse(name) !== null) return;
    const problems: Sentence[] = [];
    const fault = faultOf(name, 'course_name', 200);
    if (fault !== null) problems.push(fault);
    const admin = this.#courseAdmin('', problems);
    const duration = this.input.course_duration;
    if (duration === undefined) {
      this.asks.add('course_duration');
      problems.push(said('bring_no_duration'));
    }
    if (problems.length > 0 || admin === null || duration === undefined)
      this.unmade.set(sameName(name), problems);
    else this.#addCourse({ name, adminId: admin.id, duration, startDate: this.today });
  }

  #courseAdmin(ofRow: string, problems: Sentence[]): KnownStaff | null {
    const written = ofRow || (this.input.course_admin ?? '');
    const email = readEmail(written);
    const staff = this.known.staff.get(email ?? '');
    if (staff?.is_course_admin === true) return staff;
    if (written === '') this.asks.add('course_admin');
    if (written === '') problems.push(said('bring_no_course_admin'));
    else if (email === null) problems.push(said('email_wrong'));
    else problems.push(said(staff === undefined ? 'bring_invite_course_admin' : 'bring_not_course_admin'));
    return null;
  }

  /** The zone of a row's time, or why there is none. `ofTime` is the one beside the time. */
  #zoneOf(row: RawRow, ofTime: string, problems: Sentence[]): string {
    const written = row.cell('timezone') || ofTime;
    const zone = zoneNamed(written || (this.input.zone ?? '')) ?? '';
    if (ofTime !== '' && zone !== '' && zoneNamed(ofTime) !== zone) problems.push(said('bring_zones_differ'));
    if (zone === 'UTC' || zone.includes('/')) return zone;
    if (written === '') this.asks.add('zone');
    problems.push(said(written === '' ? 'bring_no_zone' : 'zone_unknown'));
    return '';
  }

  /** The weekly times of a row, and what is wrong with them. */
  #timesOf(row: RawRow, problems: Sentence[]): Pick<NewSlot, 'class_day' | 'time' | 'zone' | 'duration'>[] {
    const [day, clock] = [row.cell('day'), row.cell('time')];
    if (day === '' && clock === '') return [];
    const { days, start, end, zone: ofTime } = readWeekly(day, clock, row.cell('end_time'));
    if (days === null) problems.push(said('bring_day_unknown'));
    if (start === null || end === null) problems.push(said('bring_time_unreadable'));
    if (days?.length === 0 || start === '') problems.push(said('bring_half_time'));
    const isWhole = days !== null && days.length > 0 && start !== null && start !== '' && end !== null;
    const zone = isWhole ? this.#zoneOf(row, ofTime, problems) : '';
    const minutes = row.cell('minutes');
    const usual = isWhole && end !== '' ? minutesBetween(start, end) : usualDuration;
    const duration = minutes === '' ? usual : Number(minutes.replace(/\s*min\w*$/iu, ''));
    if (!(Number.isInteger(duration) && duration >= 5 && duration <= 720))
      problems.push(said('bring_minutes_wrong'));
    return isWhole ? days.map((each) => ({ class_day: each, time: start, zone, duration })) : [];
  }

  class(row: RawRow) {
    const problems: Sentence[] = [];
    const course = this.#courseOf(row, problems);
    const name = stored(row, 'class_name', 100, problems);
    const what = [name, row.cell('day'), row.cell('time')].filter(Boolean).join(' · ');
    const done = (outcome: BringOutcome, told: readonly Sentence[]) =>
      this.#say(row, outcome, told, what, {
        courseName: course?.name ?? row.cell('course_name'),
        className: name,
      });
    if (name === '' && row.cell('class_name') === '')
      problems.push(said('column_missing', { column: 'class_name' }));
    const times = this.#timesOf(row, problems);
    const found = course === null ? null : this.findClass(course.id, name);
    if (found === 'many') problems.push(said('several_classes'));
    if (problems.length > 0 || course === null || found === 'many') return done('problem', problems);

    const klass = found ?? this.addClass(course.id, name);
    const added = times.filter((time) => this.#addSlot(klass, time));
    done(found === null || added.length > 0 ? 'new' : 'unchanged', []);
  }

  /** False: the class has this time already. */
  #addSlot(
    { id: classId, course_id }: KnownClass,
    time: Pick<NewSlot, 'class_day' | 'time' | 'zone' | 'duration'>,
  ) {
    const isSame = (slot: KnownSlot | NewSlot) =>
      slot.class_day === time.class_day && slot.time === time.time && slot.zone === time.zone;
    if (this.slotsOf(classId).some(isSame)) return false;
    const slot = { id: this.#next(), class_id: classId, course_id, ...time };
    this.newSlots.push(slot);
    add(this.#slots, classId, slot);
    return true;
  }

  addClass(courseId: number, name: string): KnownClass {
    const klass = { id: this.#next(), course_id: courseId, name };
    this.newClasses.push(klass);
    add(this.#classes, `${courseId} ${sameName(name)}`, klass);
    return klass;
  }

  teacher(row: RawRow) {
    const problems: Sentence[] = [];
    const written = row.cell('teacher_email');
    const name = [row.cell('first_name'), row.cell('last_name')].filter(Boolean).join(' ');
    const what = row.cell('full_name') || name || written;
    const className = row.cell('class_name');
    const done = (outcome: BringOutcome, told: readonly Sentence[], invite?: BringRow['invite']) =>
      this.#say(row, outcome, told, what, {
        courseName: row.cell('course_name'),
        className,
        ...(invite && { invite }),
      });
    if (row.isOther) return done('skip', [said('bring_no_teacher')]);
    if (row.isNobody) return done('problem', [said('bring_username_unknown')]);
    const email = readEmail(written);
    if (written === '') problems.push(said('bring_teacher_without_email'));
    else if (email === null) problems.push(said('email_wrong'));
    const course = row.cell('course_name') === '' ? null : this.#courseOf(row, problems);
    const found = course === null || className === '' ? null : this.findClass(course.id, className);
    if (course !== null && className !== '' && found === null) problems.push(said('unknown_class'));
    if (found === 'many') problems.push(said('several_classes'));
    if (problems.length > 0 || email === null || found === 'many') return done('problem', problems);
    const staff = this.known.staff.get(email);
    if (staff?.is_teacher !== true) {
      if (staff !== undefined && this.person.role === 'admin')
        return done('problem', [said('bring_no_teacher')]);
      return done('invite', [said('bring_invite_first')], { email_id: email, role: 'teacher' });
    }
    if (course === null) return done('unchanged', []);
    this.#giveClass(staff, course, found, done);
  }

  #giveClass(
    { id: teacherId }: KnownStaff,
    { id: courseId }: KnownCourse,
    klass: KnownClass | null,
    done: (outcome: BringOutcome, notes: readonly Sentence[]) => void,
  ) {
    const slots = klass === null ? [] : this.slotsOf(klass.id);
    const teacherOf = (slot: KnownSlot | NewSlot) =>
      this.#assigned.get(slot.id) ?? ('teacher_id' in slot ? slot.teacher_id : null);
    const free = slots.filter((slot) => teacherOf(slot) === null);
    const isOthers = slots.some((slot) => ![null, teacherId].includes(teacherOf(slot)));
    const theirs = this.known.timesOf.get(teacherId) ?? [];
    for (const slot of free) {
      const overlap = overlapsWith(slot, new Date(`${this.today}T00:00:00Z`));
      if (theirs.some((other) => other.id !== slot.id && overlap(other) !== null)) {
        return done('problem', [said('bring_teacher_busy')]);
      }
    }
    if (isOthers) return done('problem', [said('bring_class_has_teacher')]);
    const lacksCheck =
      free.length > 0 && klass !== null && this.known.unchecked.get(`${teacherId} ${klass.id}`);
    if (lacksCheck === 'refused') return done('problem', [said('bring_teacher_unchecked')]);
    const notes = [
      ...(klass !== null && slots.length === 0 ? [said('bring_class_without_times')] : []),
      ...(lacksCheck ? [said('bring_teacher_unchecked')] : []),
    ];
    const key = `${courseId} ${teacherId}`;
    const isNew = !this.known.associated.has(key);
    if (isNew) {
      this.known.associated.add(key);
      this.associations.push({ courseId, teacherId });
    }
    for (const { id: slotId } of free) {
      this.assignments.push({ courseId, slotId, teacherId });
      this.#assigned.set(slotId, teacherId);
    }
    this.known.timesOf.set(teacherId, [...theirs, ...free]);
    done(isNew || free.length > 0 ? 'new' : 'unchanged', notes);
  }

  /** Makes a class that is named only beside students, or asks whether it should. */
  classOfStudents(row: RawRow) {
    const name = row.cell('class_name');
    const course = row.cell('course_name') === '' ? null : this.findCourse(row.cell('course_name'));
    if (name === '' || name.includes(',') || course === null || course === 'many') return;
    const key = unknownKey(course.name, name);
    this.#besidePeople.add(key);
    if (row.isOther || this.findClass(course.id, name) !== null) return;
    if (faultOf(name, 'class_name', 100) !== null) return;
    this.asks.add('make_classes');
    const isWanted = this.input.meant?.some(
      (each) => each.is === '' && unknownKey(each.course_name, each.class_name) === key,
    );
    if (this.input.make_classes === true || isWanted === true) this.addClass(course.id, name);
  }

  /** The names that are asked about: those of which somebody said what they mean, then those that nothing has. */
  unknownIn(rows: readonly RawRow[]): UnknownName[] {
    const found = new Map<string, UnknownName>();
    const ask = (courseName: string, className: string, meaning = '') => {
      const key = unknownKey(courseName, className);
      if (found.has(key) || found.size === bringNamesMax) return;
      const course = this.findCourse(courseName);
      const places =
        className === ''
          ? [...this.known.courses, ...this.newCourses]
          : [...this.known.classes, ...this.newClasses].filter(
              ({ course_id: id }) => course !== null && course !== 'many' && id === course.id,
            );
      const written = className || courseName;
      const others = places.map(({ name }) => name).filter((name) => sameName(name) !== sameName(written));
      // A row says the name that was meant, once somebody has said it.
      const keys = [key, unknownKey(courseName, meaning)];
      found.set(key, {
        course_name: courseName,
        class_name: className,
        near: nearest(written, others, nearMax),
        can_make:
          className === '' ? this.person.role === 'admin' : keys.some((each) => this.#besidePeople.has(each)),
      });
    };
    for (const { course_name, class_name, is } of this.input.meant ?? []) ask(course_name, class_name, is);
    for (const { kind, cell, isOther, isNobody } of rows) {
      const [courseName, className] = [cell('course_name'), cell('class_name')];
      if (kind === 'courses' || isOther || isNobody || courseName === '') continue;
      const course = this.findCourse(courseName);
      if (course === null) ask(courseName, '');
      else if (
        course !== 'many' &&
        kind !== 'classes' &&
        className !== '' &&
        this.findClass(course.id, className) === null
      )
        ask(courseName, className);
    }
    return [...found.values()];
  }
}

/** So many names are offered for an unknown one. */
const nearMax = 50;

/** The addresses that may be those of staff, each once. */
export const addressesOf = (rows: readonly RawRow[], { course_admin = '' }: BringInput): string[] => {
  const written = rows.flatMap(({ kind, cell }) => {
    if (kind === 'teachers') return [cell('teacher_email')];
    return kind === 'courses' ? [cell('course_admin')] : [];
  });
  return [...new Set([...written, course_admin].flatMap((text) => readEmail(text) ?? []))];
};

/** Plans the rows of courses, classes and teachers, in this order. Reads only. */
export async function planPlaces(
  db: Db,
  person: Person,
  rows: readonly RawRow[],
  input: BringInput,
  today: string,
): Promise<Places> {
  const courses = await listCourses(db, person);
  const wanted = new Set(rows.map((row) => sameName(row.cell('course_name'))));
  const ids = courses.filter(({ name }) => wanted.has(sameName(name))).map(({ id }) => id);
  const classes = await listClasses(db, ids);
  const slots = await listSlots(db, ids);
  const staff = await findStaff(db, addressesOf(rows, input));
  const teacherIds = staff.filter(({ is_teacher }) => is_teacher).map(({ id }) => id);
  const times = await listSlotsOf(db, teacherIds);
  const associations = await listAssociations(db, ids);
  const unchecked = await readUncheckedRows(db, rows, staff, classes);
  return decidePlaces(
    rows,
    { input, person, today },
    { courses, classes, slots, staff, times, associations, unchecked },
  );
}

/** `teacher class` of the rows whom the guard of classes of children warns of or refuses. */
type Unchecked = ReadonlyMap<string, 'warned' | 'refused'>;

async function readUncheckedRows(
  db: Db,
  rows: readonly RawRow[],
  staff: readonly KnownStaff[],
  classes: readonly KnownClass[],
): Promise<Unchecked> {
  const ids = new Map(staff.map(({ email, id }) => [email, id]));
  const named = Map.groupBy(classes, ({ name }) => sameName(name));
  const given = rows.flatMap((row) => {
    const teacher_id = ids.get(readEmail(row.cell('teacher_email')) ?? '');
    if (row.kind !== 'teachers' || teacher_id === undefined) return [];
    return (named.get(sameName(row.cell('class_name'))) ?? []).map(({ id }) => ({
      teacher_id,
      class_id: id,
    }));
  });
  const found = given.length === 0 ? [] : await readUnchecked(db, given);
  return new Map(
    found.map(({ user_id, class_id, can_insist }) => [
      `${user_id} ${class_id}`,
      can_insist ? 'warned' : 'refused',
    ]),
  );
}

interface Stored {
  readonly courses: readonly KnownCourse[];
  readonly classes: readonly KnownClass[];
  readonly slots: readonly KnownSlot[];
  readonly staff: readonly KnownStaff[];
  /** All slots of the teachers. */
  readonly times: readonly KnownSlot[];
  readonly associations: readonly { readonly course_id: number; readonly teacher_id: number }[];
  readonly unchecked: Unchecked;
}

export async function decidePlaces(
  rows: readonly RawRow[],
  { input, person, today }: { readonly input: BringInput; readonly person: Person; readonly today: string },
  { courses, classes, slots, staff, times, associations, unchecked }: Stored,
): Promise<Places> {
  const planner = new PlacePlanner(input, person, today, {
    courses,
    classes,
    slots,
    staff: new Map(staff.map((one) => [one.email, one])),
    associated: new Set(associations.map(({ course_id, teacher_id }) => `${course_id} ${teacher_id}`)),
    timesOf: new Map(Map.groupBy(times, ({ teacher_id }) => teacher_id ?? 0)),
    unchecked,
  });
  const of = (kind: RawRow['kind']) => rows.filter((row) => row.kind === kind);
  for (const row of of('courses')) planner.course(row);
  for (const { course_name, class_name, is } of input.meant ?? [])
    if (class_name === '' && is === '') planner.makeCourse(course_name);
  await nextSlice();
  for (const row of of('classes')) planner.class(row);
  await nextSlice();
  const seen = new Set<string>();
  for (const row of [...of('enrolments'), ...of('teachers')]) {
    const key = `${row.cell('course_name')} ${row.cell('class_name')}`;
    if (!seen.has(key)) planner.classOfStudents(row);
    seen.add(key);
  }
  for (const row of of('teachers')) planner.teacher(row);
  return {
    courses: [...courses, ...planner.newCourses],
    classes: [...classes, ...planner.newClasses],
    slots: [...slots, ...planner.newSlots],
    newCourses: planner.newCourses,
    newClasses: planner.newClasses,
    newSlots: planner.newSlots,
    associations: planner.associations,
    assignments: planner.assignments,
    rows: planner.rows,
    unknown: planner.unknownIn(rows),
    asks: planner.asks,
    unmade: planner.unmade,
  };
}
