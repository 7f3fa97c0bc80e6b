import type { MatchedParticipant } from '@gurukul/contract/attendance';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { utils, write } from '@e965/xlsx';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { testApp } from '../../server/test/app.ts';
import { office } from '../../server/test/office.ts';
import { many } from '../../server/test/rows.ts';
import { addEnrolment, dayFromToday } from '../../server/test/small-school.ts';
import {
  isOpen,
  marksOf,
  namesOf,
  type Answers,
  type MatchedPerson,
} from '../../web/features/attendance/meeting-report/marks.ts';
import { questionKey } from '../../web/features/attendance/meeting-report/layouts.ts';
import { readReport, type MeetingTime } from '../../web/features/attendance/meeting-report/report.ts';
import { readLines } from '../../web/lib/files/sheet.ts';
import { labelledReports } from './meeting-report-files.ts';

/*
 * Reports with a known truth, written in the formats of three products, read as the roll call does. What the portal
 * decides by itself must be right; what it asks is answered as a teacher who knows would.
 */

const isFull = process.env['PROOF'] === 'full';
const reports = isFull ? 60 : 12;

/** A generator of numbers from 0 to 1 that repeats itself for a seed. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const random = numbers(Number(process.env['PROOF_SEED'] ?? 20_261_124));
const below = (most: number) => Math.floor(random() * most);
const chance = (share: number) => random() < share;
const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;

const { call, db } = await testApp({ database: 'empty' });
const add = office(db);
const guru = await add.person('Guru', 'teacher');
const own = await add.person('Own', 'courseadmin');
const courseId = await add.course('Gita', own);
await db.query(`update courses set start_date = current_date - 60, course_duration = 'yearly'`);
await add.associate(courseId, guru);

const firsts = [
  'Asha',
  'Bala',
  'Chitra',
  'Deepa',
  'Esha',
  'Farhan',
  'Gopal',
  'Hema',
  'Indu',
  'Jaya',
  'Kiran',
  'Lata',
  'లక్ష్మి',
  'मीरा',
  'Nila',
];
const lasts = ['Rao', 'Nair', 'Iyer', 'Sharma', 'రెడ్డి', 'Menon'];
const zones = ['Asia/Kolkata', 'America/Chicago', 'Europe/London'] as const;

interface Student {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

interface School {
  readonly classId: number;
  readonly slotId: number;
  readonly zone: string;
  readonly students: readonly Student[];
}

/** A class of thirty with brothers and sisters of one address, and two of one name. */
async function foundClass(zone: string): Promise<School> {
  const classId = await add.class(courseId, `Class ${zone}`);
  const day = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${dayFromToday(-2)}T00:00:00Z`),
  );
  const slotId = await add.slot(courseId, classId, day.toLowerCase(), '18:30', zone);
  await add.assign(courseId, slotId, guru);
  await db.query(`update class_slots set created_at = now() - interval '60 days' where id = $1`, [slotId]);
  const students: Student[] = [];
  const used = new Set<string>();
  while (students.length < 30) {
    const first = pick(firsts);
    const name = `${first} ${pick(lasts)}`;
    if (used.has(name) && students.length !== 20) continue;
    used.add(name);
    const twin = students.at(-1);
    const shares = students.length % 10 === 5 && twin !== undefined;
    const known = students.length === 20 ? students[0]!.name : name;
    const email = shares ? twin.email : `s${students.length}.${zone.length}${zone.codePointAt(0)}@home.test`;
    const [given = '', family = ''] = known.split(' ');
    const [{ id } = { id: 0 }] = await many<{ id: number }>(
      db,
      sql`
        insert into people (email_id, first_name, last_name, main_role)
        values (${email}, ${given}, ${family}, 'student') returning id
      `,
    );
    await addEnrolment(db, { student: id, course: courseId, class: classId });
    students.push({ id, name: known, email });
  }
  return { classId, slotId, zone, students };
}

interface Stay {
  readonly who: readonly Student[];
  readonly name: string;
  readonly email: string;
  /** Minutes after the beginning. */
  readonly from: number;
  readonly until: number;
  readonly isHost: boolean;
}

const length = 60;

/** Who was there, for how long, and under which name. */
function stage(students: readonly Student[]) {
  const stays: Stay[] = [
    { who: [], name: 'Guru', email: 'guru@office.test', from: -8, until: 62, isHost: true },
  ];
  const truth = new Map<number, boolean>();
  const stay = (who: readonly Student[], name: string, email: string) => {
    // Never near half an hour, where minutes decide.
    const isThere = chance(0.8);
    const minutes = isThere ? 36 + below(24) : 3 + below(20);
    const begin = below(Math.max(1, length - minutes));
    const parts = minutes > 12 && chance(0.35) ? 2 : 1;
    for (let part = 0; part < parts; part += 1) {
      const from = begin + Math.floor((minutes / parts) * part);
      const until = begin + Math.floor((minutes / parts) * (part + 1));
      stays.push({
        who,
        name,
        email,
        from: part === 0 && chance(0.2) ? from - (from === 0 ? 5 : 0) : from,
        until,
        isHost: false,
      });
    }
    for (const { id } of who) truth.set(id, isThere);
  };
  const absent = students.filter(() => chance(0.1));
  const there = students.filter((student) => !absent.includes(student));
  const together = there.length > 6 && chance(0.5) ? there.slice(3, 5) : [];
  for (const student of there) {
    if (together.includes(student)) continue;
    const way = random();
    if (way < 0.45) stay([student], student.name, student.email);
    else if (way < 0.75) stay([student], student.name, '');
    else if (way < 0.85) stay([student], student.name.split(' ')[0]!, '');
    else if (way < 0.93) stay([student], `${student.name.split(' ')[0]}’s iPad ${below(9)}`, '');
    else stay([student], 'iPhone', student.email);
  }
  if (together.length > 0) stay(together, together.map(({ name }) => name.split(' ')[0]).join(' & '), '');
  if (chance(0.3))
    stays.push({ who: [], name: 'Visitor Smith', email: '', from: 0, until: 50, isHost: false });
  for (const { id } of absent) truth.set(id, false);
  return { stays, truth };
}

type StayWriter = (
  stays: readonly Stay[],
  at: (minutes: number) => string,
  minutesOf: (stay: Stay) => number,
) => string[][];

const zoom: StayWriter = (stays, at, minutesOf) => [
  ['Name (Original Name)', 'User Email', 'Join Time', 'Leave Time', 'Duration (Minutes)', 'Guest'],
  ...stays.map((stay) => [
    stay.name,
    stay.email,
    at(stay.from),
    at(stay.until),
    String(minutesOf(stay)),
    stay.email === '' ? 'Yes' : 'No',
  ]),
];
const zoomWithHead: StayWriter = (stays, at, minutesOf) => [
  ['Meeting ID', 'Topic', 'Start Time', 'End Time', 'User Email', 'Duration (Minutes)', 'Participants'],
  ['812 3456 7890', 'Gita, week 7', at(-8), at(62), 'guru@office.test', '70', String(stays.length)],
  [''],
  ...zoom(stays, at, minutesOf),
];
const teams =
  (headings: readonly string[]): StayWriter =>
  (stays, at, minutesOf) => [
    ['1. Summary'],
    ['Meeting title', 'Gita, week 7'],
    ['Start time', at(-8)],
    ['End time', at(62)],
    ['Meeting duration', '1h 10m 0s'],
    [''],
    ['2. Participants'],
    ['Name', 'First join', 'Last leave', 'In-meeting duration', 'Email', 'Participant ID (UPN)', 'Role'],
    ...[...Map.groupBy(stays, ({ name, email }) => `${name} ${email}`).values()].map((own) => [
      own[0]!.name,
      at(Math.min(...own.map(({ from }) => from))),
      at(Math.max(...own.map(({ until }) => until))),
      `${own.reduce((sum, stay) => sum + minutesOf(stay), 0)}m 0s`,
      own[0]!.email,
      own[0]!.email,
      own[0]!.isHost ? 'Organizer' : 'Attendee',
    ]),
    [''],
    ['3. In-Meeting Activities'],
    [...headings],
    ...stays.map((stay) => [
      stay.name,
      at(stay.from),
      at(stay.until),
      `${minutesOf(stay)}m 0s`,
      stay.email,
      stay.isHost ? 'Organizer' : 'Attendee',
    ]),
  ];
const meet =
  (headings: readonly string[]): StayWriter =>
  (stays, at, minutesOf) => [
    [...headings],
    ...stays.map((stay) => {
      const [first = '', ...last] = stay.name.split(' ');
      return [first, last.join(' '), stay.email, `${minutesOf(stay)} min`, at(stay.from), at(stay.until)];
    }),
  ];

const formats: readonly StayWriter[] = [
  zoom,
  zoomWithHead,
  teams(['Name', 'Join time', 'Leave time', 'Duration', 'Email', 'Role']),
  teams(['नाम', 'आने का समय', 'जाने का समय', 'अवधि', 'ईमेल', 'भूमिका']),
  meet(['First name', 'Last name', 'Email', 'Duration', 'Time joined', 'Time exited']),
  meet(['Vorname', 'Nachname', 'E-Mail', 'Dauer', 'Beitritt', 'Ende']),
];

const two = (value: number) => String(value).padStart(2, '0');

/** How a clock writes a moment, of those that products use. */
const styles: readonly ((wall: Date) => string)[] = [
  (w) =>
    `${two(w.getUTCMonth() + 1)}/${two(w.getUTCDate())}/${w.getUTCFullYear()} ${two(w.getUTCHours() % 12 || 12)}:${two(w.getUTCMinutes())}:00 ${w.getUTCHours() < 12 ? 'AM' : 'PM'}`,
  (w) =>
    `${w.getUTCMonth() + 1}/${w.getUTCDate()}/${String(w.getUTCFullYear()).slice(2)}, ${w.getUTCHours() % 12 || 12}:${two(w.getUTCMinutes())}:00 ${w.getUTCHours() < 12 ? 'AM' : 'PM'}`,
  (w) =>
    `${two(w.getUTCDate())}/${two(w.getUTCMonth() + 1)}/${w.getUTCFullYear()} ${two(w.getUTCHours())}:${two(w.getUTCMinutes())}`,
  (w) =>
    `${two(w.getUTCDate())}.${two(w.getUTCMonth() + 1)}.${w.getUTCFullYear()}, ${two(w.getUTCHours())}:${two(w.getUTCMinutes())}:00`,
  (w) =>
    `${w.getUTCFullYear()}-${two(w.getUTCMonth() + 1)}-${two(w.getUTCDate())} ${two(w.getUTCHours())}:${two(w.getUTCMinutes())}:00`,
];

const csv = (rows: readonly (readonly string[])[], separator: string) =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[",\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
    )
    .join('\r\n');

function fileOf(rows: string[][], kind: number): Uint8Array {
  if (kind === 0) return new TextEncoder().encode(csv(rows, ','));
  if (kind === 1) return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv(rows, '\t'), 'utf16le')]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Report');
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}

const wallOf = (instant: number, zone: string) =>
  new Date(
    `${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(instant).replace(' ', 'T')}Z`,
  );

test(`${reports} reports of three products: what is not asked is right`, async () => {
  const classes = await Promise.all(zones.map(foundClass));
  const day = dayFromToday(-2);
  const tally = { students: 0, right: 0, silentlyWrong: [] as string[], certain: 0 };
  for (let number = 0; number < reports; number += 1) {
    const { classId, slotId, zone, students } = classes[number % classes.length]!;
    const place = { course_id: courseId, class_id: classId, attendance_date: day, slot_id: slotId };
    const { body } = await call('attendance.get_roll', place, { as: 'guru@office.test' });
    const roll = body.data as Roll;
    const meeting: MeetingTime = {
      starts: Date.parse(roll.starts_at!),
      ends: Date.parse(roll.ends_at!),
      zone,
      viewerZone: pick(zones),
    };
    const { stays, truth } = stage(students);
    const isUtc = chance(0.15);
    const style = pick(styles);
    const at = (minutes: number) => {
      const instant = meeting.starts + minutes * 60_000;
      return isUtc ? new Date(instant).toISOString().replace('.000', '') : style(wallOf(instant, zone));
    };
    const rows = formats[number % formats.length]!(stays, at, ({ from, until }) => until - from);
    const sheet = readLines(fileOf(rows, below(3)), { rowsMax: 5000, isExact: true });
    if (sheet.kind === 'fault') throw new Error(`report ${number}: ${sheet.fault}`);
    const report = readReport(
      sheet.sheets.flatMap(({ lines }) => lines),
      meeting,
    );
    if (report.kind !== 'report') throw new Error(`report ${number}: ${report.kind}`);
    const participants = report.people.map(({ name, email }) => ({ name, email }));
    const answer = await call(
      'attendance.match_participants',
      { ...place, participants },
      { as: 'guru@office.test' },
    );
    const data = answer.body.data as MatchedParticipant[];
    const matched = report.people.map((person, index): MatchedPerson => ({ ...person, ...data[index]! }));
    // The teacher knows who was in front of which device.
    const answers: Answers = Object.fromEntries(
      matched
        .filter((person) => isOpen(person, {}))
        .map(({ name, email }) => {
          const of = stays.filter(
            (stay) => stay.name === name && (email === '' || stay.email === email || stay.email === ''),
          );
          return [`${name} ${email}`, [...new Set(of.flatMap(({ who }) => who.map(({ id }) => id)))]];
        }),
    );
    tally.certain += matched.filter(({ outcome }) => outcome === 'student').length;
    const given = { answers, meeting, share: 50, handMade: new Map() };
    const lines = marksOf(roll, matched, given);
    // Of the answered questions two of one name may be one line; nobody but the teacher can tell them apart.
    const asked = new Set(Object.values(answers).flatMap((ids) => ids ?? []));
    for (const { student, status } of lines) {
      tally.students += 1;
      if ((status === 'present') === truth.get(student.student_id)) tally.right += 1;
      else if (status !== null && !asked.has(student.student_id))
        tally.silentlyWrong.push(`report ${number}: ${student.student_name} is ${status}`);
    }
    // The same file once more, when the roll is saved.
    const handMade = new Map(lines.map(({ student, status }) => [student.student_id, status ?? 'moved']));
    const again = marksOf(roll, matched, { ...given, share: 90, handMade });
    expect(again.map(({ status }) => status)).toEqual([...handMade.values()]);
    expect(namesOf(matched, answers).every(({ student_id }) => asked.has(student_id))).toBe(true);
  }
  expect(tally.silentlyWrong).toEqual([]);
  // Most are known without a question.
  expect(tally.certain).toBeGreaterThan(reports * 12);
  expect(tally.right / tally.students).toBeGreaterThanOrEqual(0.97);
});

const known = ['Asha Rao', 'Meera Iyer', 'Ravi Kumar'];

test.each(labelledReports)('$title: nobody is wrong without a question', ({ text, truth, asks, says }) => {
  const meeting: MeetingTime = {
    starts: Date.parse('2026-11-28T05:00:00+05:30'),
    ends: Date.parse('2026-11-28T06:00:00+05:30'),
    zone: 'Asia/Kolkata',
    viewerZone: 'Asia/Kolkata',
  };
  const sheet = readLines(new TextEncoder().encode(text), { rowsMax: 5000, isExact: true });
  if (sheet.kind === 'fault') throw new Error(sheet.fault);
  const lines = sheet.sheets.flatMap((one) => one.lines);
  const first = readReport(lines, meeting);
  const answered = () => {
    if (first.kind === 'several') return readReport(lines, meeting, { meeting: 0 });
    if (first.kind !== 'columns') return first;
    const columns = Object.fromEntries(
      first.questions.map((question) => [questionKey(question), says ?? '']),
    );
    return readReport(lines, meeting, { columns });
  };
  const report = answered();
  if (report.kind !== 'report') throw new Error(report.kind);
  const question = report.clock === 'class' || report.clock === 'said' ? undefined : 'clock';
  expect(
    first.kind === 'several'
      ? 'which'
      : first.kind === 'columns'
        ? 'columns'
        : report.isUndated
          ? 'day'
          : question,
  ).toBe(asks);
  const roll = {
    students: known.map((student_name, student_id) => ({ student_id, student_name })),
  } as unknown as Roll;
  const matched = report.people.map((person): MatchedPerson => {
    const id = known.indexOf(person.name);
    return { ...person, outcome: id < 0 ? 'ask' : 'student', student_ids: id < 0 ? [] : [id] };
  });
  const marks = marksOf(roll, matched, {
    answers: {},
    meeting,
    share: 50,
    handMade: new Map(),
    isPartial: report.isPartial,
  });
  const letters = { present: 'p', absent: 'a', moved: 'm', 'drop-out': 'd' } as const;
  expect(
    Object.fromEntries(
      marks.map(({ student, status }) => [
        student.student_name.split(' ')[0],
        status === null ? '?' : letters[status],
      ]),
    ),
  ).toEqual(truth);
});
