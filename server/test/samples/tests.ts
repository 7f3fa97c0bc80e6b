import { dayFromToday } from '#server/test/small-school.ts';
import { plantedTime } from '#server/test/planted-school.ts';
import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

/** No hours of the examiner: their time is no longer free. */
const instead = { teacher: 409 } as const;

export const tests: SamplesOf<'tests'> = {
  'tests.get_student_tests': inputOf((o) => ({ student_id: o.student })),
  'tests.set_portions': inputOf((o) => ({
    course_id: o.course,
    portions: [{ portion_id: o.portion, name: 'Chapters 12 and 15' }],
    removed: [],
  })),
  'tests.offer_hours': inputOf((o) => ({
    course_id: o.course,
    examiner_id: o.teacher,
    day: dayFromToday(30),
    from: '17:00',
    to: '19:00',
    minutes: 15,
    join_link: 'https://meet.test/tests',
  })),
  'tests.withdraw_hours': inputOf((o) => ({ hours_id: o.testHours })),
  'tests.get_open_times': inputOf((o) => ({
    course_id: o.course,
    student_id: o.student,
    test_id: o.test,
  })),
  'tests.book': inputOf(
    (o) => ({
      portion_id: o.portion,
      student_id: o.student,
      examiner_id: o.teacher,
      starts_at: plantedTime,
    }),
    { instead },
  ),
  'tests.move': inputOf((o) => ({ test_id: o.test, examiner_id: o.teacher, starts_at: plantedTime }), {
    instead,
  }),
  'tests.cancel': inputOf((o) => ({ test_id: o.test, reason: 'The examiner is ill' })),
  'tests.decide': inputOf((o) => ({ test_id: o.test, result: 'passed', words: 'Clear and sure' })),
};
