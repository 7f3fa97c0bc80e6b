import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import {
  answer,
  date,
  done,
  httpsUrl,
  id,
  idOrAll,
  idOrNone,
  instant,
  line,
  localTime,
  requiredLine,
  wholeNumber,
} from './shared/fields.ts';
import { joinLink } from './shared/meetings/joinable.ts';
import { can, wireCount, wireId, wireInstant } from './shared/wire.ts';

/** What an examiner decides. `no_show`: the student did not come. */
export const testResults = ['passed', 'again', 'no_show'] as const;
export type TestResult = (typeof testResults)[number];

/** `booked`: nobody has decided. */
export const testStates = ['booked', ...testResults, 'canceled'] as const;
export type TestState = (typeof testStates)[number];

/** A test by appointment. */
export const testRow = z.object({
  test_id: wireId,
  course_id: wireId,
  course_name: z.string(),
  portion_id: wireId,
  portion_name: z.string(),
  student_id: wireId,
  student_name: z.string(),
  /** The zone by which the student reads times. */
  student_zone: z.string(),
  /** The student is no longer in the course. */
  has_left: z.boolean(),
  examiner_id: wireId,
  examiner_name: z.string(),
  /** The zone by which the examiner reads times. */
  examiner_zone: z.string(),
  /** The examiner takes no tests of the course any more. */
  examiner_left: z.boolean(),
  starts_at: wireInstant,
  ends_at: wireInstant,
  join_link: joinLink,
  state: z.enum(testStates),
  /** What the examiner wrote with the result. */
  words: z.string(),
  decided_by: z.nullable(z.string()),
  /** `decide`: also another result than before. `change`: another time or examiner, or cancel it. */
  can: can('decide', 'change'),
});
export type TestRow = z.infer<typeof testRow>;

export const testPortion = z.object({ portion_id: wireId, name: z.string() });
export type TestPortion = z.infer<typeof testPortion>;

/** Hours that an examiner opened and that are not over. */
export const testHours = z.object({
  hours_id: wireId,
  course_id: wireId,
  examiner_id: wireId,
  examiner_name: z.string(),
  examiner_zone: z.string(),
  starts_at: wireInstant,
  ends_at: wireInstant,
  minutes: wireCount,
  join_link: joinLink,
  booked: wireCount,
  can: can('withdraw'),
});
export type TestHours = z.infer<typeof testHours>;

export const testCourse = z.object({
  course_id: wireId,
  course_name: z.string(),
  portions: z.array(testPortion),
  /** Who can open hours: the teachers of the course; for a teacher, themselves. */
  examiners: z.array(
    z.object({
      examiner_id: wireId,
      fullname: z.string(),
      zone: z.string(),
      /** The link that they gave last. */
      join_link: joinLink,
    }),
  ),
  can: can('edit'),
});
export type TestCourse = z.infer<typeof testCourse>;

/** A time at which the student and the examiner are free. */
export const openTime = z.object({
  examiner_id: wireId,
  examiner_name: z.string(),
  starts_at: wireInstant,
  ends_at: wireInstant,
});
export type OpenTime = z.infer<typeof openTime>;

/** The most portions of a course. */
export const mostPortions = 100;

const chosenTime = { examiner_id: id, starts_at: instant };

export const tests = {
  get_tests: call(
    'GET /tests/get_tests',
    {
      summary:
        'Tests by appointment of the courses within reach: those to come and of the last 90 days, the open hours, and the portions of each course',
      action: 'teaching.tests',
      additive: true,
    },
    z.object({}),
    answer({
      data: z.object({
        courses: z.array(testCourse),
        hours: z.array(testHours),
        /** What is booked, the earliest first, then the latest; at most 1,000. */
        tests: z.array(testRow),
      }),
    }),
  ),
  get_student_tests: call(
    'GET /tests/get_student_tests/{student_id}',
    {
      summary: 'Tests by appointment of a student in the courses within reach, the latest first',
      action: 'students.see',
      additive: true,
      log: { kind: 'read_student', about: 'student_id' },
    },
    z.object({ student_id: id }),
    answer({
      data: z.array(testRow),
      /** The portions that can be booked: neither passed nor booked. */
      open: z.array(
        z.object({ course_id: wireId, course_name: z.string(), portion_id: wireId, name: z.string() }),
      ),
      /** By which the student reads times. */
      zone: z.string(),
    }),
  ),
  set_portions: call(
    'POST /tests/set_portions',
    {
      summary:
        'Name the portions of a course that are tested, in order; a portion that is neither named nor removed stays behind them',
      action: 'courses.edit',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({
      course_id: id,
      /** Without an id: a new one. */
      portions: z.array(z.object({ portion_id: idOrNone, name: requiredLine(200) })).max(mostPortions),
      removed: z.array(id).max(mostPortions),
    }),
    answer({ data: z.array(testPortion) }),
  ),
  offer_hours: call(
    'POST /tests/offer_hours',
    {
      summary:
        "Open hours for tests on a day, on the examiner's clock: an examiner their own, the office those of a teacher of the course",
      action: 'teaching.tests',
      changes: true,
      additive: true,
    },
    z
      .object({
        course_id: id,
        /** For the office. A teacher's own when absent. */
        examiner_id: idOrNone,
        day: date,
        from: localTime,
        to: localTime,
        /** Of one test. */
        minutes: wholeNumber(5, 180),
        join_link: httpsUrl.default(''),
      })
      .refine(({ from, to }) => from < to, { path: ['to'] }),
    answer({ data: z.object({ hours_id: wireId }) }),
  ),
  withdraw_hours: call(
    'POST /tests/withdraw_hours',
    {
      summary: 'Take back open hours in which nobody has booked a test',
      action: 'teaching.tests',
      changes: true,
      additive: true,
    },
    z.object({ hours_id: id }),
    done,
  ),
  get_open_times: call(
    'GET /tests/get_open_times/{course_id}/{student_id}/{test_id}',
    {
      summary:
        'The times at which a student can be tested in a course; with a test that is to be changed, also other examiners who are free at its time',
      action: 'teaching.tests',
      additive: true,
    },
    z.object({ course_id: id, student_id: id, test_id: idOrAll }),
    answer({ data: z.array(openTime) }),
  ),
  book: call(
    'POST /tests/book',
    {
      summary:
        'Book a test for a student, as with a parent on the phone; the family and the examiner are told',
      action: 'teaching.tests',
      changes: true,
      additive: true,
    },
    z.object({ portion_id: id, student_id: id, ...chosenTime }),
    answer({ data: z.object({ test_id: wireId }) }),
  ),
  move: call(
    'POST /tests/move',
    {
      summary: 'Give a test another time or another examiner; the family and the examiners are told',
      action: 'courses.plan',
      changes: true,
      additive: true,
    },
    z.object({ test_id: id, ...chosenTime }),
    done,
  ),
  cancel: call(
    'POST /tests/cancel',
    {
      summary: 'Cancel a test that nobody has decided; the family and the examiner are told',
      action: 'courses.plan',
      changes: true,
      additive: true,
    },
    z.object({ test_id: id, reason: line(200).default('') }),
    done,
  ),
  decide: call(
    'POST /tests/decide',
    {
      summary: 'Decide a test that has begun, or correct what was decided; nobody decides their own',
      action: 'teaching.tests',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({ test_id: id, result: z.enum(testResults), words: line(300).default('') }),
    done,
  ),
};
