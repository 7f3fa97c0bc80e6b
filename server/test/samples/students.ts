import { nothing } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, paged, among } from './sample.ts';
import type { Asker, Sample, SamplesOf } from './sample.ts';

const newNotes: Sample['extra'] = async ({ ask, word }, { own, far }) => {
  const written = async ({ student: user_id }: Objects, by: Asker) => {
    const note = { user_id, body: `Sings, ${word}`, readers: 'teachers' };
    return (await ask('students.save_note', note, by)).body.data.note_id;
  };
  return { own: await written(own, 'self'), far: await written(far, 'stranger'), missing: nothing };
};

const shown = { course_status: 'all', ...paged };

const nobodyFound = { course: 200, class: 200, teacher: 200, all: 200 };

export const students: SamplesOf<'students'> = {
  'students.get_roster': inputOf((o, { role }) => ({
    course_id: o.course,
    class_id: o.class,
    payment: role === 'teacher' ? null : 'unpaid',
    search: '',
    sort: 'attendance',
    page: 1,
    pageSize: 10,
  })),
  'students.get_all_students': inputOf(() => shown),
  'students.getallstudents_under_courseadmin': inputOf(
    (o, { me }) => ({ ...shown, user_id: me, ...among(o) }),
    { instead: nobodyFound },
  ),
  'students.export_students': inputOf(
    (o) => ({
      format: 'csv',
      course_status: 'all',
      ...among(o),
      rows: [{ student_id: o.student, course_id: o.course }],
    }),
    // Rows out of reach are left out of the file.
    { instead: { ...nobodyFound, student: 200 } },
  ),
  'students.get_single_student': inputOf((o) => ({ id: o.student })),
  'students.add_student': inputOf(
    (o, { word }) => ({
      first_name: 'Asha',
      last_name: 'Rao',
      email_id: `new.${word}@office.test`,
      phone_number: '9876543210',
      course_id: o.secondCourse,
      class_id: o.secondClass,
      gender: 'female',
      dob: '2001-02-03',
      address: '1 Main Road',
      address2: '',
      city: 'Mysuru',
      state: 'Karnataka',
      country: 'India',
      region: 'India',
      pincode: '570001',
      language: 'English',
      timezone: 'Asia/Kolkata',
      answer: 'new',
      answers: [{ question_id: o.question, answer: 'Of the hill' }],
      consent: { said_name: 'Meera Rao', how: 'paper_form' },
    }),
    { free: ['question'] },
  ),
  'students.propose_clock': inputOf((o) => ({
    user_id: o.student,
    course_id: o.course,
    class_id: o.class,
    phone_number: '9876543211',
    address: '1 Main Road',
    address2: '',
    city: 'Mysuru',
    state: 'Karnataka',
    country: 'India',
    region: 'India',
  })),
  'students.get_about': inputOf((o) => ({ id: o.student })),
  'students.update_student': inputOf((o, { word }) => ({
    user_id: o.student,
    first_name: 'Asha',
    last_name: 'Rao',
    email_id: `asha.${word}@office.test`,
    phone_number: '9876543211',
    gender: 'female',
    dob: '2001-02-04',
    address: '2 Main Road',
    address2: 'Flat 1',
    city: 'Mysuru',
    state: 'Karnataka',
    country: 'India',
    region: 'India',
    pincode: '570002',
    language: 'Telugu',
    timezone: 'Asia/Dubai',
    contacts: [{ kind: 'email', value: `second.${word}@office.test` }],
    guardians: [
      {
        name: 'Sita Rao',
        relation: 'Mother',
        email_id: `sita.${word}@office.test`,
        phone_number: '9876543212',
        may_see: true,
        pays: true,
      },
    ],
    other_names: ['Aasha Rao'],
  })),
  'students.get_notes': inputOf((o) => ({ id: o.student, page: 1, pageSize: 10 })),
  'students.save_note': inputOf(
    (o, { extra, word }) => ({
      user_id: o.student,
      note_id: extra,
      body: `Sings well, ${word}`,
      readers: 'teachers',
    }),
    { extra: newNotes },
  ),
  'students.delete_note': inputOf((_, { extra }) => ({ note_id: extra }), { extra: newNotes }),
  'students.update_payment_status': inputOf((o) => ({
    user_id: o.student,
    course_id: o.course,
    payment_status: 'Sponsored',
  })),
  'students.update_registration_status': inputOf((o) => ({
    user_id: o.student,
    course_id: o.course,
    registration_status: 'Memorizer',
  })),
  'students.update_region': inputOf((o) => ({ user_id: o.student, course_id: o.course, region: 'India' })),
  'students.delete_student': inputOf((o, { me, role }) => ({
    student_id: o.student,
    user_id: me,
    role,
    ...shown,
  })),
  'students.remove_student_association': inputOf((o, { me, role }) => ({
    student_id: o.student,
    course_id: o.course,
    user_id: me,
    role,
    ...shown,
  })),
  'students.get_student_details_by_email': inputOf((o) => ({ email_id: o.email, user_id: o.student }), {
    instead: { all: 200, email: 200, student: 200 },
  }),
  'students.get_single_student_details_by_email': inputOf(
    (o) => ({ email_id: o.email, user_id: o.student }),
    {
      instead: { all: 200, email: 200, student: 200 },
    },
  ),
  'students.update_course_to_student': inputOf((o, { me }) => ({
    email_id: o.email,
    user_id: o.student,
    course_id: o.secondCourse,
    class_id: o.secondClass,
    courseadmin_id: me,
    from_course_id: o.course,
    even_if_full: true,
  })),
};
