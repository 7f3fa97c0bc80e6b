import { dashboards } from '@gurukul/contract/dashboards';
import type { Call } from '@gurukul/contract/shared/calls/call';
import * as fc from 'fast-check';
import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { patientPool } from '#server/test/patient-pool.ts';
import type { TestApp } from '#server/test/app.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { addSchool, anySchool, inIndia } from '#server/test/random-school.ts';

/** `PROOF=full vitest run --project unit server/features/dashboards/recount.test.ts` fills more schools. */
const schools = process.env['PROOF'] === 'full' ? 40 : 3;
const seed = Number(process.env['PROOF_SEED'] ?? Date.now() % 2_147_483_647);

const demo = await testApp();
const empty = await testApp({ database: 'empty' });
await office(empty.db).person('Admin', 'admin');

interface Row {
  // Rows with the columns of their tables.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [column: string]: any;
}

type Tables = Awaited<ReturnType<typeof read>>;

async function read(db: pg.Pool) {
  const rows = async (table: string) => (await db.query<Row>(`select * from ${table}`)).rows;
  return {
    people: await rows('people'),
    courses: await rows('courses'),
    classes: await rows('classes'),
    slots: await rows('class_slots'),
    taught: await rows('slot_teachers'),
    associations: await rows('course_teachers'),
    enrolments: await rows('enrolments'),
  };
}

const living = (rows: readonly Row[]) => rows.filter(({ deleted_at }) => deleted_at === null);
const holds = (role: string) => (row: Row) => row['main_role'] === role || row['as_role'] === role;
const isIn = (rows: readonly Row[], column: string) => {
  const ids = new Set(rows.map(({ id }) => id));
  return (row: Row) => ids.has(row[column]);
};

/** The number of birthdays, counted on the calendar one by one. */
function ageOf(dob: string): number {
  const today = inIndia(Date.now()).toISOString().slice(0, 10);
  let age = -1;
  for (let year = Number(dob.slice(0, 4)); `${year}${dob.slice(4)}` <= today; year += 1) age += 1;
  return age;
}

function ageField(dob: string | null): string {
  const age = dob === null ? -1 : ageOf(dob);
  if (age < 0) return 'not_selected_age';
  if (age < 16) return 'age_01to15';
  if (age < 31) return 'age_16to30';
  return age < 46 ? 'age_31to45' : 'age_46to100';
}

function regionField(region: string): string {
  const letters =
    region
      .toUpperCase()
      .match(/\p{L}|\p{M}/gu)
      ?.join('') ?? '';
  if (letters === 'INDIA') return 'India';
  if (['UK', 'UNITEDKINGDOM'].includes(letters)) return 'UK';
  return ['US', 'USA', 'UNITEDSTATES'].includes(letters) ? 'USA' : 'Others';
}

function perMonth(instants: readonly string[]): number[] {
  const monthOf = (at: string | number) => inIndia(at).toISOString().slice(0, 7);
  const [year, month] = monthOf(Date.now()).split('-').map(Number) as [number, number];
  return [5, 4, 3, 2, 1, 0].map((back) => {
    const wanted = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
    return instants.filter((at) => monthOf(at) === wanted).length;
  });
}

function describeStudents(students: readonly Row[]) {
  const by = (field: (student: Row) => string, name: string) =>
    students.filter((student) => field(student) === name).length;
  const gender = ({ gender: given }: Row) => (given === 'male' || given === 'female' ? given : 'neither');
  const age = ({ dob }: Row) => ageField(dob);
  const region = (student: Row) => regionField(student['region']);
  return {
    total_students: students.length,
    male_count: by(gender, 'male'),
    female_count: by(gender, 'female'),
    not_selected: by(gender, 'neither'),
    age_01to15: by(age, 'age_01to15'),
    age_16to30: by(age, 'age_16to30'),
    age_31to45: by(age, 'age_31to45'),
    age_46to100: by(age, 'age_46to100'),
    not_selected_age: by(age, 'not_selected_age'),
    India: by(region, 'India'),
    UK: by(region, 'UK'),
    USA: by(region, 'USA'),
    Others: by(region, 'Others'),
  };
}

interface Count {
  readonly students: readonly Row[];
  readonly enrolments: readonly Row[];
  readonly courses: readonly Row[];
  readonly totals: {
    readonly total_teachers: number;
    readonly total_course_admin?: number;
    readonly total_course_coordinates?: number;
  };
}

interface Counts {
  readonly data: ReturnType<typeof describeStudents> & {
    readonly total_courses: number;
    readonly total_teachers: number;
  };
  readonly students: readonly number[];
  readonly courses: readonly number[];
}

const expected = ({ students, enrolments, courses, totals }: Count): Counts => ({
  data: {
    ...describeStudents(students),
    ...totals,
    total_courses: courses.length,
  },
  students: perMonth(enrolments.map(({ registered_at }) => registered_at)),
  courses: perMonth(courses.map(({ created_at }) => created_at)),
});

function recount(tables: Tables) {
  const people = living(tables.people);
  // Who has not signed up yet is no colleague yet.
  const staff = people.filter(({ password_hash }) => password_hash !== null);
  const students = people.filter(({ main_role }) => main_role === 'student');
  const courses = living(tables.courses);
  const enrolments = tables.enrolments
    .filter(({ ended_on }) => ended_on === null)
    .filter(isIn(students, 'student_id'))
    .filter(isIn(courses, 'course_id'));
  const among = (chosen: readonly Row[]) =>
    students.filter(({ id }) => chosen.some(({ student_id }) => student_id === id));

  return {
    admin: () =>
      expected({
        students,
        enrolments,
        courses,
        totals: {
          total_course_admin: staff.filter(holds('courseadmin')).length,
          total_teachers: staff.filter(holds('teacher')).length,
          total_course_coordinates: staff.filter(({ main_role }) => main_role === 'coordinator').length,
        },
      }),

    courseAdmin: (id: number) => {
      const own = courses.filter(({ courseadmin_id }) => courseadmin_id === id);
      const ownEnrolments = enrolments.filter(isIn(own, 'course_id'));
      const associated = tables.associations
        .filter((row) => row['associated'])
        .filter(isIn(own, 'course_id'));
      const ownTeachers = staff
        .filter(holds('teacher'))
        .filter((person) => associated.some(({ teacher_id }) => teacher_id === person['id']));
      return expected({
        students: among(ownEnrolments),
        enrolments: ownEnrolments,
        courses: own,
        totals: { total_teachers: ownTeachers.length },
      });
    },

    teacher: (id: number) => {
      const given = tables.taught.filter(
        ({ teacher_id, ended_at }) => teacher_id === id && ended_at === null,
      );
      const slots = living(tables.slots).filter((slot) =>
        given.some(({ slot_id }) => slot_id === slot['id']),
      );
      const classes = living(tables.classes)
        .filter(isIn(courses, 'course_id'))
        .filter((each) => slots.some(({ class_id }) => class_id === each['id']));
      const own = courses.filter((course) => classes.some(({ course_id }) => course_id === course['id']));
      const ownEnrolments = enrolments.filter(isIn(classes, 'class_id'));
      const strength = tables.associations
        .filter(({ teacher_id, associated }) => teacher_id === id && associated)
        .filter(isIn(courses, 'course_id'))
        .reduce((sum, row) => sum + Number(row['strength']), 0);
      return expected({
        students: among(ownEnrolments),
        enrolments: ownEnrolments,
        courses: own,
        totals: { total_teachers: Math.max(0, strength - ownEnrolments.length) },
      });
    },
  };
}

/** Compares the dashboards of all people who have one, and of former ones. Returns the number of compared values. */
async function compareAll(server: TestApp, as: string) {
  const tables = await read(server.db);
  const { admin, courseAdmin, teacher } = recount(tables);
  const shown = async (call: Call, id: number) => {
    const { status, body } = await server.call(call, { uid: id, user_id: id }, { as });
    if (status !== 200) return status;
    const { associated_from: _, ...data } = body.data;
    return { data, students: body.months.students.counts, courses: body.months.courses.counts };
  };
  const seen = { courses: 0, students: 0, places: 0, enrolments: 0 };
  const compare = async (call: Call, role: string, count: (id: number) => Counts) => {
    for (const { id, deleted_at } of tables.people.filter(holds(role))) {
      const counts = count(id);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a difference names its person
      expect({ id, shown: await shown(call, id) }).toEqual({ id, shown: deleted_at === null ? counts : 404 });
      seen.courses += counts.data.total_courses;
      seen.students += counts.data.total_students;
      seen.places += role === 'teacher' ? counts.data.total_teachers : 0;
      seen.enrolments += counts.students[0] ?? 0;
    }
  };
  await compare(dashboards.admin_dashboard, 'admin', admin);
  await compare(dashboards.course_admin_dashboard, 'courseadmin', courseAdmin);
  await compare(dashboards.teacher_dashboard, 'teacher', teacher);
  return seen;
}

/** Writes rows as the first data does, without a trail and without checks. */
const owner = patientPool(empty.database.owner);
const silent = await owner.connect();
await silent.query(`select set_config('gurukul.audit', 'off', false)`);
afterAll(async () => {
  silent.release();
  await owner.end();
});

describe(`every number of every dashboard, and a count by hand (PROOF_SEED=${seed})`, () => {
  it('agree for everybody of the demo', async () => {
    for (const count of Object.values(await compareAll(demo, 'admin'))) expect(count).toBeGreaterThan(0);
  });

  it.each(fc.sample(anySchool, { numRuns: schools, seed }).map((school, n) => [n + 1, school] as const))(
    'agree with random school %i beside the others',
    async (_, school) => {
      await addSchool(silent, school);
      await compareAll(empty, 'admin@office.test');
    },
  );
});
