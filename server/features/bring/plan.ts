import { bringMarksMax, bringRowsMax } from '@gurukul/contract/bring';
import type { BringCounts, BringInput, BringPreview, BringRow } from '@gurukul/contract/bring';
import { isLeft } from '@gurukul/contract/shared/files/bring-layouts';
import type { BringColumn, BringOutcome } from '@gurukul/contract/shared/files/bring-layouts';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { StudentImportRow } from '@gurukul/contract/student-import';
import { digestOf } from '#server/http/requests/checked.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { mapInSlices } from '#server/slices.ts';
import { today } from '#server/time/today.ts';
import { fullnameOf } from '../student-import/cells.ts';
import { sameName } from '@gurukul/contract/shared/words/same-name';
import { planStudents } from '../student-import/plan-students.ts';
import type { StudentPlan } from '../student-import/plan-students.ts';
import { waits } from '../student-import/rules.ts';
import type { PlannedRow as PlannedStudent } from '../student-import/rules.ts';
import { shownBehind } from '../student-import/who-is-meant.ts';
import { planMarks, readsOf } from './plan-marks.ts';
import type { Marks } from './plan-marks.ts';
import { planPlaces, unknownKey } from './plan-places.ts';
import type { Places, PlannedRow } from './plan-places.ts';
import { listCourseStarts } from './queries.ts';
import { readFiles } from './read-files.ts';
import type { RawRow, ReadFiles } from './read-files.ts';

export interface Plan {
  readonly read: ReadFiles;
  readonly places: Places;
  readonly students: StudentPlan;
  readonly marks: Marks;
  readonly onDay: string;
}

/** The optional cells of a student. */
const further = [
  'gender',
  'dob',
  'city',
  'state',
  'country',
  'language',
  'timezone',
] as const satisfies readonly BringColumn[];

const studentOf = (row: RawRow): StudentImportRow => ({
  row: row.n,
  first_name: row.cell('first_name'),
  last_name: row.cell('last_name'),
  email_id: row.cell('email_id'),
  phone_number: row.cell('phone_number'),
  course_name: row.cell('course_name'),
  class_name: row.cell('class_name'),
  ...Object.fromEntries(
    further.flatMap((column) => (row.cell(column) === '' ? [] : [[column, row.cell(column)]])),
  ),
});

/** Problems that the import of students does not know. */
function problemsOf(row: RawRow, isClass: (name: string) => boolean, onDay: string): Sentence[] {
  const problems: Sentence[] = [];
  const since = row.day('since');
  if (row.cell('since') !== '' && since === null) problems.push(said('bring_date_unreadable'));
  if (since !== null && since > onDay) problems.push(said('bring_future', { dates: since }));
  const groups = row.cell('class_name');
  if (groups.includes(',') && !isClass(groups)) problems.push(said('bring_several_groups'));
  return problems;
}

/** What the files would do. Preview and saving use the same plan. */
export async function planBring(ctx: Ctx, input: BringInput): Promise<Plan> {
  const onDay = await today(ctx.db);
  const courseStarts = async () => {
    const starts = await listCourseStarts(ctx.db, ctx.person);
    return new Map(starts.map(({ name, start }) => [sameName(name), start]));
  };
  const clock = { today: onDay, now: new Date().toISOString() };
  const read = await readFiles(input.files, clock, courseStarts, input.meant);
  const cells = read.rows.reduce((sum, { marks }) => sum + marks.length, 0);
  if (read.rows.length > bringRowsMax * 2 || cells > bringMarksMax) throw fail('too_large');
  const places = await planPlaces(ctx.db, ctx.person, read.rows, input, onDay);

  const named = new Set(places.classes.map(({ name }) => name));
  const enrolling = read.rows.filter(
    ({ kind, isNobody, isOther }) => kind === 'enrolments' && !isNobody && !isOther,
  );
  const problems = new Map(
    enrolling.map((row) => {
      const ofCourse = places.unmade.get(sameName(row.cell('course_name'))) ?? [];
      return [row.n, [...problemsOf(row, (name) => named.has(name), onDay), ...ofCourse]] as const;
    }),
  );
  const students =
    enrolling.length === 0
      ? { rows: [], taken: new Set<string>() }
      : await planStudents(
          ctx,
          {
            file_name: fileNames(input),
            rows: enrolling.map(studentOf),
            answers: input.answers ?? [],
          },
          onDay,
          { courses: places.newCourses, classes: places.newClasses, problems },
        );
  const marks = await planMarks(readsOf(ctx.db), read.rows, places, students.rows, {
    today: onDay,
    evenIfFull: input.even_if_full === true,
  });
  return { read, places, students, marks, onDay };
}

export const fileNames = ({ files }: BringInput) =>
  files
    .map(({ file_name }) => file_name)
    .join(', ')
    .slice(0, 255)
    .toWellFormed();

/** Values of a row that are not stored. Of a student who is there already, nothing of the row is. */
const lostOf = ({ outcome, person, tidy }: PlannedStudent) =>
  person === null && ['new', 'enrol', 'ask'].includes(outcome) ? tidy.lost : [];

const outcomeOf = (row: PlannedStudent): BringOutcome => {
  const { outcome, notes } = row;
  if (outcome !== 'ask' && lostOf(row).length > 0) return 'partly';
  if (outcome === 'problem') return notes.some(({ code }) => code === 'same_as_row') ? 'skip' : 'problem';
  return outcome === 'enrol' ? 'new' : outcome;
};

/** Every row of the files, in their order. */
async function rowsOf({ read, places, students, marks }: Plan): Promise<BringRow[]> {
  const lineOf = new Map(read.rows.map((row) => [row.n, row]));
  /** A remark about another row has its `n`. People know the row by its number in its file. */
  const inFile =
    (file: number) =>
    (note: Sentence): Sentence[] => {
      const other = note.facts?.['row'];
      const line = typeof other === 'number' ? lineOf.get(other) : undefined;
      if (line === undefined) return [note];
      const { row } = line;
      const message = note.message.replace(String(other), String(row));
      const there = { row, file: read.files[line.file]?.file_name ?? '' };
      return [
        { ...note, facts: { ...note.facts, row }, message },
        ...(line.file === file ? [] : [said('bring_row_elsewhere', there)]),
      ];
    };
  const unknownAt = new Map(
    places.unknown.map((each, at) => [unknownKey(each.course_name, each.class_name), at]),
  );
  /** Where the name that a row lacks is asked about. */
  const unknownOf = (n: number, notes: readonly Sentence[]) => {
    const { cell } = lineOf.get(n)!;
    const isCourse = notes.some(({ code }) => code === 'unknown_course');
    if (!isCourse && !notes.some(({ code }) => code === 'unknown_class')) return {};
    const at = unknownAt.get(unknownKey(cell('course_name'), isCourse ? '' : cell('class_name')));
    return at === undefined ? {} : { unknown: at };
  };
  const rows = new Map<number, BringRow>();
  const put = ({ raw, kind, what, courseName, className, outcome, notes, invite }: PlannedRow) => {
    const counted = marks.counts.get(raw.n);
    rows.set(raw.n, {
      ...raw,
      kind,
      what,
      course_name: courseName,
      class_name: className,
      outcome,
      ...(counted === undefined ? {} : { marks: counted }),
      notes: notes.flatMap(inFile(raw.file)),
      ...(invite && { invite }),
      ...unknownOf(raw.n, notes),
      behind: [],
      alike: [],
    });
  };
  await mapInSlices([...places.rows, ...marks.rows], put);
  await mapInSlices(students.rows, (one) => {
    const { tidy, course, class: klass, notes, behind, alike } = one;
    const raw = lineOf.get(tidy.row)!;
    const since = marks.since.get(tidy.row);
    const begins =
      since !== undefined && ['new', 'enrol', 'ask'].includes(one.outcome)
        ? [said('bring_since', { dates: since })]
        : [];
    rows.set(tidy.row, {
      n: raw.n,
      file: raw.file,
      row: raw.row,
      kind: 'enrolments',
      what: [fullnameOf(tidy), tidy.email_id || tidy.typedEmail].filter(Boolean).join(' · '),
      course_name: course?.name ?? tidy.courseName,
      class_name: klass?.name ?? tidy.className,
      outcome: outcomeOf(one),
      notes: [...notes.flatMap(inFile(raw.file)), ...lostOf(one), ...begins],
      ...unknownOf(raw.n, notes),
      behind: shownBehind(behind),
      alike: shownBehind(alike),
    });
  });
  for (const row of read.rows) {
    if (rows.has(row.n)) continue;
    const outcome = row.isNobody ? 'problem' : 'skip';
    const note = said(row.isNobody ? 'bring_username_unknown' : 'bring_not_a_student');
    put({
      raw: { n: row.n, file: row.file, row: row.row },
      kind: row.kind,
      what: row.cell('full_name') || row.cell('email_id') || row.cell('username'),
      courseName: row.cell('course_name'),
      className: row.cell('class_name'),
      outcome,
      notes: [note],
    });
  }
  return [...rows.values()].toSorted((a, b) => a.n - b.n);
}

function countsOf({ read, places, students, marks }: Plan, rows: readonly BringRow[]): BringCounts {
  const begun = students.rows.filter(
    ({ outcome }) => outcome === 'new' || outcome === 'enrol' || outcome === 'ask',
  );
  // Of files that nobody can read yet.
  const unread = read.files.reduce(
    (sum, { kind, missing, rows: lines }) => sum + (kind === null || missing.length > 0 ? lines : 0),
    0,
  );
  return {
    courses: places.newCourses.length,
    classes: places.newClasses.length,
    times: places.newSlots.length,
    teachers: new Set([...places.associations, ...places.assignments].map(({ teacherId }) => teacherId)).size,
    students: begun.filter(({ addedBy, tidy }) => addedBy === tidy.row).length,
    enrolments: begun.length,
    marks: marks.marks.length,
    left: unread + rows.filter(isLeft).length,
    questions: rows.filter(({ outcome }) => outcome === 'question').length,
    waiting: students.rows.filter(({ notes }) => notes.some(({ code }) => code === waits.code)).length,
  };
}

/** Everything that is saved, and every row as it is shown. */
const factsOf = ({ places, students, marks }: Plan, rows: readonly BringRow[]) => [
  ...rows,
  ...places.newCourses,
  ...places.newClasses,
  ...places.newSlots,
  ...places.associations,
  ...places.assignments,
  ...students.rows.map(({ tidy, person, addedBy, course, class: klass, outcome }) => [
    tidy,
    person?.id,
    addedBy,
    course?.id,
    klass?.id,
    outcome,
  ]),
  ...marks.marks,
  [...marks.since],
];

export const nothing = ({ courses, classes, times, teachers, enrolments, marks }: BringCounts) =>
  courses + classes + times + teachers + enrolments + marks === 0;

export async function previewOf(plan: Plan): Promise<BringPreview> {
  const rows = await rowsOf(plan);
  return {
    files: [...plan.read.files],
    rows,
    counts: countsOf(plan, rows),
    unknown: [...plan.places.unknown],
    asks: [...plan.places.asks],
    digest: await digestOf(factsOf(plan, rows)),
  };
}
