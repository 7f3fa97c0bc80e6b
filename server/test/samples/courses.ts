import { runningSince } from '#server/test/office.ts';
import { dayFromToday } from '#server/test/small-school.ts';
import { checkedInput, inputOf, empty } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const course = (word: string) => ({
  course_name: `Course ${word}`,
  course_image: '/defaults/course.svg',
  course_duration: 'quarterly',
  start_date: runningSince,
});

const description = '{"description":"<p>A</p>"}';

const explained = { what_we_learn: '{"what":"<p>B</p>"}', note: '{"note":"<p>C</p>"}' };

export const courses: SamplesOf<'courses'> = {
  'courses.get_all_courses': empty,
  'courses.get_single_course': inputOf((o) => ({ student_id: '', course_id: o.course })),
  'courses.add_course': inputOf((o, { word, me }) => ({
    ...course(word),
    start_date: dayFromToday(30),
    courseadmin_id: o.courseadmin,
    course_description: description,
    ...explained,
    price: '100',
    user_id: me,
    course_id: '',
  })),
  'courses.next_term': checkedInput((o, { word }) => ({
    course_id: o.course,
    course_name: `Course ${word}`,
    start_date: dayFromToday(400),
    until: dayFromToday(300),
  })),
  'courses.set_level': inputOf((o) => ({ course_id: o.course, level_after: o.secondCourse })),
  'courses.except_from_level': inputOf((o) => ({
    course_id: o.course,
    student_id: o.student,
    reason: 'Learned it elsewhere',
  })),
  'courses.edit_course_by_admin': inputOf((o, { word, me }) => ({
    ...course(word),
    version: 1,
    courseadmin_id: o.courseadmin,
    course_description: description,
    user_id: me,
    course_id: o.secondCourse,
  })),
  'courses.edit_course_by_courseadmin': inputOf(
    (o, { word, me }) => ({
      ...course(word),
      version: 1,
      added_by: me,
      type: o.courseType,
      description,
      course_id: o.secondCourse,
      ...explained,
      prices: [
        {
          id: o.price,
          country_name: 'India',
          currency_code: 'INR',
          country_code: 'IN',
          price_value: '200',
          state: 'EDIT',
        },
      ],
      glimpse: [
        {
          glimpse_id: o.glimpse,
          glimpse_name: 'Look',
          glimpse_description: '<p>D</p>',
          glimpse_image: '',
          position: 1,
          state: 'EDIT',
        },
      ],
      total_topics: [
        {
          topic_id: o.topic,
          weekCount: 2,
          week: '',
          topicName: 'Middles',
          video: 'https://video.test/1',
          homework: 'true',
          pdf: '',
          pdfName: '',
          position: 1,
          state: 'EDIT',
        },
      ],
      email_id: '',
    }),
    { instead: { courseType: 400 } },
  ),
  'courses.get_all_courses_for_courseadmin': inputOf((o) => ({ uid: o.courseadmin })),
  'courses.get_all_courses_for_teacher': inputOf((o) => ({
    user_id: o.teacher,
    course_id: o.course,
    class_id: o.class,
  })),
  'courses.edit_course_type': inputOf((o, { word }) => ({
    id: o.courseType,
    type: `Type ${word}`,
    state: 'EDIT',
  })),
  'courses.add_course_type': inputOf((_, { word }) => ({ id: 1, type: `Type ${word}` })),
  'courses.get_coverage': inputOf((o) => ({ course_id: o.course })),
  'courses.course_publish': inputOf((o, { me }) => ({
    course_id: o.course,
    user_id: me,
    flag: 'published',
    expected: 'unpublished',
  })),
  'courses.course_reg_status': inputOf((o, { me }) => ({
    course_id: o.course,
    user_id: me,
    expected: 'closed',
  })),
};
