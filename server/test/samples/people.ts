import { inputOf, empty } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const people: SamplesOf<'people'> = {
  'people.get_all_teachers': empty,
  'people.get_single_courseadmin': inputOf((o) => ({ id: o.courseadmin })),
  'people.delete_course_admin': inputOf((o) => ({ user_id: o.courseadmin })),
  'people.getallteachers_for_courseadmin': inputOf((o) => ({ user_id: o.courseadmin })),
  'people.get_colleague': inputOf((o) => ({ id: o.teacher })),
  'people.update_colleague': inputOf((o) => ({
    user_id: o.teacher,
    first_name: 'Tara',
    last_name: 'Rao',
    phone_number: '9876543212',
    gender: 'female',
    dob: '1981-02-04',
    address: '3 Main Road',
    address2: 'Flat 2',
    city: 'Mysuru',
    state: 'Karnataka',
    country: 'India',
    region: 'India',
    pincode: '570003',
    language: 'Telugu',
    timezone: 'Asia/Dubai',
    contacts: [{ kind: 'email', value: 'tara.second@office.test' }],
  })),
  'people.get_checks': inputOf((o) => ({ id: o.teacher })),
  'people.save_checks': inputOf((o, { word }) => ({
    user_id: o.teacher,
    path: { stage: 'approved', course_ids: [o.course], languages: ['te'], for_children: true },
    checks: [{ kind: 'Police check', number: word, valid_until: '2099-12-31' }],
  })),
  'people.get_single_teacher': inputOf((o) => ({ id: o.teacher })),
  'people.delete_teacher': inputOf((o, { me, role }) => ({ teacher_id: o.teacher, user_id: me, role })),
  'people.get_teacher_bycourse': inputOf((o) => ({ courseId: o.course })),
  'people.getstudents_under_teacher': inputOf((o) => ({
    user_id: o.teacher,
    course_id: o.course,
    class_id: o.class,
  })),
};
