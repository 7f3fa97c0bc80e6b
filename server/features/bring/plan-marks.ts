import type { AttendanceStatus } from '@gurukul/contract/shared/meetings/attendance-statuses';
import type { BringOutcome } from '@gurukul/contract/shared/files/bring-layouts';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Said } from '@gurukul/contract/shared/words/said';
import { classDays } from '@gurukul/contract/shared/meetings/slots';
import type { Db } from '#server/db/pool.ts';
import { mapInSlices } from '#server/slices.ts';
import { nameOf } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';
import { finder } from '../spreadsheets/known-courses.ts';
import { findPeople } from '../student-import/queries.ts';
import type { KnownClass, PlannedRow as PlannedStudent } from '../student-import/rules.ts';
import { fullnameOf } from '../student-import/cells.ts';
import { waits } from '../student-import/rules.ts';
import { hasName } from '../student-import/who-is-meant.ts';
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

const weekdayOf = (date: string) => classDays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!;

const mostDates = 5;
const datesText = (dates: readonly string[]) =>
  [...dates.slice(0, mostDates), ...(dates.length > mostDates ? [`+${dates.length - mostDates}`] : [])].join(
    ', ',
  );

/** The courses' members: those of now and of the past, and those whom this request enrols. */
async function membersOf(
  db: Db,
  courseIds: readonly number[],
  students: readonly PlannedStudent[],
  sinceOf: (row: number) => string | null,
  evenIfFull: boolean,
): Promise<Member[]> {
  const stored =
    courseIds.length === 0
      ? []
      : await listMembers(
          db,
          courseIds.filter((id) => id > 0),
        );
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

export async function planMarks(
  db: Db,
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
  const courseIds = new Set<number>();
  for (const row of ofMarks) {
    const course = findCourse(row.cell('course_name'));
    if (course !== null && course !== 'many') courseIds.add(course.id);
  }
  const members = await membersOf(
    db,
    [...courseIds],
    students,
    (row) => sinceOfRow.get(row) ?? null,
    evenIfFull,
  );
  const byCourse = Map.groupBy(members, ({ courseId }) => courseId);
  const emails = [...new Set(ofMarks.flatMap((row) => readEmail(row.cell('email_id')) ?? []))];
  const behind = new Map<string, Set<string>>();
  for (const { email, id } of emails.length === 0 ? [] : await findPeople(db, emails)) {
    behind.set(email, (behind.get(email) ?? new Set()).add(`p${id}`));
  }
  const byName = new Map<string, Member[]>();
  for (const member of members) {
    for (const name of member.names) {
      for (const spelled of new Set([name.sorted, name.joined])) {
        const key = `${member.courseId} ${spelled}`;
        const others = byName.get(key);
        if (others === undefined) byName.set(key, [member]);
        else if (!others.includes(member)) others.push(member);
      }
    }
  }
  const classes = Map.groupBy(places.classes, ({ course_id: id }) => id);
  const days = [...new Set(ofMarks.flatMap(({ marks }) => marks.flatMap(({ date }) => date ?? [])))];
  const classIds = places.classes
    .filter(({ course_id: id, id: own }) => courseIds.has(id) && own > 0)
    .map(({ id }) => id);
  const isEmpty = classIds.length === 0 || days.length === 0;
  const rolls = Map.groupBy(
    isEmpty ? [] : await listRolls(db, classIds, days),
    (roll) => `${roll.class_id} ${roll.held_on}`,
  );
  const stored = new Map(
    (isEmpty ? [] : await listMarks(db, classIds, days)).map((mark) => [
      `${mark.register_id} p${mark.student_id}`,
      mark.status,
    ]),
  );
  const rollsOn = (classId: number, date: string) => [
    ...(rolls.get(`${classId} ${date}`) ?? []),
    ...places.newSlots
      .filter((slot) => slot.class_id === classId && slot.class_day === weekdayOf(date))
      .map(({ id, time }) => ({
        slot_id: id,
        on_date: date,
        extra: false,
        register_id: null,
        time,
        is_of_slot: false,
      })),
  ];
  const rollOf = new Map<string, Roll | null>();
  const chosen = (classId: number, date: string, time: string) => {
    const key = `${classId} ${date} ${time}`;
    const before = rollOf.get(key);
    if (before !== undefined) return before;
    const roll = rollFor(rollsOn(classId, date), time);
    rollOf.set(key, roll);
    return roll;
  };

  /** The people of a course whom a row means, with the problem where it is not one. */
  const whoIs = (row: RawRow, courseId: number): Member[] | Said => {
    const fullname = [row.cell('first_name'), row.cell('last_name')].filter(Boolean).join(' ');
    const written = fullname === '' ? null : nameOf(fullname);
    const email = readEmail(row.cell('email_id'));
    const named =
      written === null
        ? []
        : [
            ...new Set(
              [written.sorted, written.joined].flatMap((name) => byName.get(`${courseId} ${name}`) ?? []),
            ),
          ];
    const atAddress =
      email === null
        ? null
        : (byCourse.get(courseId) ?? []).filter(
            ({ key, emails: own }) => own.has(email) || behind.get(email)?.has(key) === true,
          );
    let meant = named;
    if (atAddress !== null) {
      meant = written === null ? atAddress : atAddress.filter((member) => hasName(member, written));
      if (meant.length === 0 && atAddress.length > 0) {
        return said('bring_other_name', {
          people: [...new Set(atAddress.map((one) => one.fullname))].slice(0, 3).join(', '),
        });
      }
    }
    const people = new Set(meant.map(({ key }) => key));
    if (people.size === 0) return said('bring_nobody');
    return people.size > 1 ? said('bring_several_people') : meant;
  };

  const counts = new Map<number, number>();
  const marks: PlannedMark[] = [];
  /** Of marks that this request saves. */
  const planned = new Map<string, AttendanceStatus>();

  const planRow = (row: RawRow): PlannedRow => {
    const fullname = [row.cell('first_name'), row.cell('last_name')].filter(Boolean).join(' ');
    const what = fullname || row.cell('email_id') || row.cell('username');
    let className = row.cell('class_name');
    const done = (outcome: BringOutcome, notes: readonly Said[]): PlannedRow => ({
      raw: { n: row.n, file: row.file, row: row.row },
      kind: 'attendance',
      what,
      courseName: row.cell('course_name'),
      className,
      outcome,
      notes,
    });
    if (row.isNobody) return done('problem', [said('bring_username_unknown')]);
    const course = row.cell('course_name') === '' ? null : findCourse(row.cell('course_name'));
    if (row.cell('course_name') === '')
      return done('problem', [said('column_missing', { column: 'course_name' })]);
    if (course === null) return done('problem', [said('unknown_course')]);
    if (course === 'many') return done('problem', [said('several_courses')]);
    const meant = whoIs(row, course.id);
    if (!Array.isArray(meant)) return done('problem', [meant]);

    const findClass = finder(classes.get(course.id) ?? []);
    /** The class of a mark, or why there is none. A list of groups is no class; the student's own one counts. */
    const classOf = (mark: RawMark): KnownClass | Said => {
      const name = mark.group || (row.cell('class_name').includes(',') ? '' : row.cell('class_name'));
      if (name !== '') {
        const found = findClass(name);
        if (found === 'many') return said('several_classes');
        return found ?? said('unknown_class');
      }
      const own = new Set(
        meant
          .filter((member) => mark.date !== null && isThen(member, mark.date))
          .map(({ classId }) => classId),
      );
      const all = own.size > 0 ? own : new Set(meant.map(({ classId }) => classId));
      const [id] = all;
      const klass = all.size === 1 ? (classes.get(course.id) ?? []).find((one) => one.id === id) : undefined;
      return klass ?? said('bring_which_class');
    };

    let saved = 0;
    let same = 0;
    const troubles = new Map<string, { note: (dates: string) => Said; dates: string[] }>();
    const trouble = (note: (dates: string) => Said, date: string) => {
      const { code, facts } = note(date);
      const key = facts?.['dates'] === undefined ? `${code} ${JSON.stringify(facts)}` : code;
      const before = troubles.get(key) ?? { note, dates: [] };
      before.dates.push(date);
      troubles.set(key, before);
    };
    for (const mark of row.marks) {
      if (mark.meaning === 'none') continue;
      const { date, meaning } = mark;
      if (meaning === null) {
        trouble(() => said('bring_sign_unknown', { sign: mark.sign.slice(0, 60) }), date ?? '');
        continue;
      }
      if (date === null) {
        trouble(() => said(mark.isAmbiguous ? 'bring_date_ambiguous' : 'bring_date_unreadable'), '');
        continue;
      }
      if (date > today) {
        trouble((dates) => said('bring_future', { dates }), date);
        continue;
      }
      const klass = classOf(mark);
      if ('code' in klass) {
        trouble(() => klass, date);
        continue;
      }
      className ||= klass.name;
      const ofClass = meant.filter(({ classId }) => classId === klass.id);
      const member = ofClass.find((one) => isThen(one, date));
      if (member === undefined) {
        trouble(
          ofClass.length === 0
            ? () => said('bring_in_other_class')
            : (dates) => said('bring_not_in_class_then', { dates }),
          date,
        );
        continue;
      }
      const roll = chosen(klass.id, date, mark.time);
      if (roll === null) {
        trouble((dates) => said('bring_several_meetings', { dates }), date);
        continue;
      }
      const key = `${klass.id} ${date} ${keyOfRoll(roll)} ${member.key}`;
      const before =
        planned.get(key) ??
        (roll.register_id === null ? undefined : stored.get(`${roll.register_id} ${member.key}`));
      if (before === meaning) {
        same += 1;
        continue;
      }
      if (before !== undefined) {
        trouble(
          (dates) => said(planned.has(key) ? 'bring_marked_twice' : 'bring_other_mark', { dates }),
          date,
        );
        continue;
      }
      planned.set(key, meaning);
      marks.push({
        student: member.key,
        courseId: course.id,
        classId: klass.id,
        date,
        roll,
        status: meaning,
      });
      saved += 1;
      if (member.beginsIn !== null && member.from === null) {
        const first = since.get(member.beginsIn) ?? today;
        if (date < first) since.set(member.beginsIn, date);
      }
    }
    counts.set(row.n, saved);
    const notes = [...troubles.values()].map(({ note, dates }) => note(datesText(dates)));
    if (notes.length > 0) return done(saved + same > 0 ? 'partly' : 'problem', notes);
    if (saved > 0) return done('new', []);
    return same > 0 ? done('unchanged', []) : done('skip', [said('bring_no_mark')]);
  };

  return { rows: await mapInSlices(ofMarks, planRow), counts, marks, since };
}

const isThen = ({ from, until }: Member, date: string) =>
  (from === null || from <= date) && (until === null || date < until);
