import type { UploadTarget } from '@gurukul/contract/files';
import type { CallName } from '@gurukul/contract/index';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { demoPassword } from './app.ts';
import { inKolkata } from './events.ts';
import { markedDay, nothing } from './planted-school.ts';
import type { Objects } from './planted-school.ts';
import { dayFromToday } from './small-school.ts';

export interface SampleTools {
  readonly word: string;
  /** Makes a call first, as whoever the sample is for or as somebody of the same role far away; its body. */
  // Answers are looked into freely, as everywhere in tests.
  // oxlint-disable-next-line typescript/no-explicit-any
  ask(name: CallName, input: unknown, by: Asker): Promise<any>;
  /** Sends bytes to where an upload was offered. */
  put(target: UploadTarget, bytes: Buffer): Promise<void>;
}

type Asker = 'self' | 'stranger';

/** What one call alone needs: the caller's, a stranger's, and a name of nothing. */
export interface Extra {
  readonly own: string | number;
  readonly far: string | number;
  readonly missing: string | number;
}

/** Besides the objects that a sample names. */
export interface Given {
  /** Another one each time, for names that are there once. */
  readonly word: string;
  readonly role: PortalRole;
  readonly extra: string | number;
}

export interface Sample {
  readonly input: (objects: Objects, given: Given) => unknown;
  readonly extra?: (
    tools: SampleTools,
    objects: { readonly own: Objects; readonly far: Objects },
  ) => Promise<Extra>;
  /** `extra` is the caller's alone: not even an account admin reaches a stranger's. */
  readonly isPrivate?: true;
  /** Whoever may make the call may name any of these, whosever they are: he has them from a directory he may read. */
  readonly free?: readonly (keyof Objects)[];
  /** Where something out of reach is not answered with 404 but told in another way; `all`: of everything at once. */
  readonly instead?: Readonly<Partial<Record<keyof Objects | 'all' | 'extra', number>>>;
  /** There may be nothing to change. */
  readonly mayBeIdle?: true;
}

/** Nothing that could be named. */
export const none: Extra = { own: '', far: '', missing: '' };

const inputOf = (input: Sample['input'], rest: Omit<Sample, 'input'> = {}): Sample => ({ input, ...rest });
const empty = inputOf(() => ({}));

const tomorrow = dayFromToday(1);
const event = (o: Objects, word: string) => ({
  event_name: `Talk ${word}`,
  course_id: o.course,
  meeting_link: 'https://meet.test/a',
  event_date: tomorrow,
  start_time: inKolkata(tomorrow, '18:30'),
  end_time: inKolkata(tomorrow, '20:00'),
});

const course = (word: string) => ({
  course_name: `Course ${word}`,
  course_duration: 'quarterly',
  start_date: '2026-01-05',
});

const weekly = (o: Objects, word: string) => ({
  course_id: o.course,
  class_name: `Class ${word}`,
  class_day: 'sunday',
  time: '05:30',
  time_zone: 'IST',
});

const day = (o: Objects) => ({ course_id: o.course, class_id: o.class, attendance_date: markedDay });
const period = (o: Objects) => ({
  course_id: o.course,
  class_id: o.class,
  start_date: dayFromToday(-30),
  end_date: dayFromToday(0),
});
const otherDay = dayFromToday(-3);

const studentRow = (o: Objects, word: string) => ({
  row: 2,
  first_name: 'Asha',
  last_name: 'Rao',
  email_id: `asha.${word}@office.test`,
  phone_number: '9876543210',
  course_name: o.courseName,
  class_name: o.className,
});
const paymentRow = (o: Objects, word: string) => ({
  row: 2,
  full_name: `Payer ${word}`,
  course_name: o.courseName,
  payment_id: `pay-${word}`,
  created_at: '2026-01-15',
  amount: '1250',
  status: 'success',
  email_id: o.email,
});
/** A sheet is answered row by row. */
const told = { all: 200, courseName: 200, className: 200, email: 200 };
const sheet = (row: object) => ({ file_name: 'sheet.xlsx', rows: [row] });

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
// The smallest picture there is.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const nowhere = '00000000-0000-4000-8000-000000000000';

/** An upload that is on its way, of the caller and of a stranger. */
const uploaded =
  (begin: CallName, wanted: object, bytes: Buffer): NonNullable<Sample['extra']> =>
  async ({ ask, put }) => {
    const send = async (by: Asker) => {
      const { file_id, upload } = await ask(begin, { ...wanted, size: bytes.length }, by);
      await put(upload, bytes);
      return file_id as string;
    };
    return { own: await send('self'), far: await send('stranger'), missing: nowhere };
  };

const items = (item: object) => ({ items: [item] });

/** One valid input of every call, made of whatever objects are to be named. */
export const samples: Readonly<Record<CallName, Sample>> = {
  'accounts.login': inputOf((o) => ({
    email_id: o.email.replace(/student@/, 'head@'),
    password: demoPassword,
  })),
  'accounts.logout': empty,
  'accounts.forget_browser': empty,
  'accounts.sealing_key': empty,
  'accounts.act_as': inputOf((_, { role }) => ({ role })),
  'accounts.invite': inputOf((_, { word }) => ({ email_id: `new.${word}@office.test`, role: 'teacher' })),
  'accounts.getinviting': inputOf(() => ({ hash_id: 'x'.repeat(43) })),
  'accounts.registration': inputOf((_, { word }) => ({
    email_id: `new.${word}@office.test`,
    password: demoPassword,
    cpassword: demoPassword,
    first_name: 'Asha',
    last_name: 'Rao',
    role: 'teacher',
    hash_id: 'x'.repeat(43),
  })),
  'accounts.forgetPassword_otp_send': inputOf((o) => ({ email_id: o.email })),
  'accounts.forgetPassword_otp_verify': inputOf((o) => ({ email_id: o.email, otp: 'c_x', code: '1234' })),
  'accounts.changepassword_otp': inputOf((o) => ({
    email_id: o.email,
    new_password: demoPassword,
    otp: 'g_x',
  })),
  'accounts.change_password': inputOf(() => ({ old_password: demoPassword, new_password: 'Tabla#Veena4' })),
  'accounts.get_sessions': inputOf((o) => ({ uid: o.self })),
  'accounts.end_sessions': inputOf((o) => ({ uid: o.self, password: demoPassword })),
  'accounts.get_user_details': inputOf((o) => ({ uid: o.self })),
  'accounts.get_user_profile': inputOf((o) => ({ uid: o.self })),
  'accounts.update_profile': inputOf(() => ({
    first_name: 'Asha',
    last_name: 'Rao',
    gender: 'female',
    phone_number: '9876543210',
    description: '<p>Teaches</p>',
    city: 'Pune',
    state: 'Maharashtra',
    region: 'India',
    dob: '1990-01-01',
    address: '1 Temple Road',
    pincode: '411001',
  })),
  'accounts.update_user_preference_admin': inputOf((o) => ({
    user_id: o.student,
    preference_name: 'Language',
    preference_value: 'Telugu',
  })),
  'accounts.switch_role': inputOf((_, { role }) => ({
    role: role === 'teacher' ? 'courseadmin' : 'teacher',
  })),
  'accounts.get_role_reach': empty,
  'accounts.release_codes': inputOf(() => ({}), { mayBeIdle: true }),

  'people.get_course_admin_names': empty,
  'people.get_all_courseadmins': empty,
  'people.get_single_courseadmin': inputOf((o) => ({ id: o.courseadmin })),
  'people.delete_course_admin': inputOf((o) => ({ user_id: o.courseadmin })),
  'people.getallteachers_for_courseadmin': inputOf((o) => ({ user_id: o.courseadmin })),
  'people.get_all_teachers': empty,
  'people.get_single_teacher': inputOf((o) => ({ id: o.teacher })),
  'people.delete_teacher': inputOf((o) => ({ teacher_id: o.teacher })),
  'people.teacher_schedule': inputOf((o) => ({ uid: o.teacher, courseId: o.course })),
  'people.get_teacher_bycourse': inputOf((o) => ({ courseId: o.course })),
  'people.get_class_teacher': inputOf((o) => ({ course_id: o.course, id: o.slot })),
  'people.add_teacher_to_class': inputOf(
    (o) => ({ course_id: o.course, id: o.freeSlot, user_id: o.helper }),
    { free: ['helper'] },
  ),
  'people.replace_teacher_to_class': inputOf(
    (o) => ({
      course_id: o.course,
      class_id: o.slot,
      assigned_id: o.assignment,
      user_id: o.helper,
    }),
    { free: ['helper'] },
  ),
  'people.teacher_count_change': inputOf((o) => ({ course_id: o.course, user_id: o.helper, count: 7 }), {
    free: ['helper'],
  }),
  'people.course_assign': inputOf((o) => ({ course_id: o.course, user_id: o.newcomer }), {
    free: ['newcomer'],
  }),
  'people.getstudents_under_teacher': inputOf((o) => ({
    user_id: o.teacher,
    course_id: o.course,
    class_id: o.class,
  })),

  'courses.get_single_course': inputOf((o) => ({ course_id: o.course })),
  'courses.add_course': inputOf((o, { word }) => ({
    ...course(word),
    start_date: dayFromToday(30),
    courseadmin_id: o.courseadmin,
  })),
  'courses.edit_course_by_admin': inputOf((o, { word }) => ({
    ...course(word),
    course_id: o.course,
    courseadmin_id: o.courseadmin,
  })),
  'courses.edit_course_by_courseadmin': inputOf((o, { word }) => ({ ...course(word), course_id: o.course })),
  'courses.get_all_courses': empty,
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
  'courses.add_course_type': inputOf((_, { word }) => ({ type: `Type ${word}` })),
  'courses.course_publish': inputOf((o) => ({ course_id: o.course, flag: 'published' })),
  'courses.course_reg_status': inputOf((o) => ({ course_id: o.course })),

  'classes.create_class': inputOf((o, { word }) => ({ ...weekly(o, word), teacher_id: o.helper }), {
    free: ['helper'],
  }),
  'classes.update_class': inputOf((o, { word }) => ({ ...weekly(o, word), id: o.slot })),
  'classes.delete_class': inputOf((o) => ({ course_id: o.course, id: o.emptySlot })),

  'students.get_all_students': inputOf(() => ({ course_status: 'all' })),
  'students.getallstudents_under_courseadmin': inputOf(() => ({ course_status: 'active' })),
  'students.export_students': inputOf(() => ({ format: 'csv' })),
  'students.get_single_student': inputOf((o) => ({ id: o.student })),
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
  'students.delete_student': inputOf((o) => ({ student_id: o.student })),
  'students.remove_student_association': inputOf((o) => ({ student_id: o.student, course_id: o.course })),
  'students.get_student_details_by_email': inputOf((o) => ({ email_id: o.email }), {
    instead: { all: 200, email: 200 },
  }),
  'students.get_single_student_details_by_email': inputOf((o) => ({ email_id: o.email }), {
    instead: { all: 200, email: 200 },
  }),
  'students.update_course_to_student': inputOf((o) => ({
    email_id: o.email,
    user_id: o.student,
    course_id: o.secondCourse,
    from_course_id: o.course,
  })),

  'payments.excel_payment_details_upload': inputOf(
    (o, { word }) => {
      const { row: _, ...cells } = paymentRow(o, `sheet-${word}`);
      return [cells];
    },
    { free: ['email'], instead: { email: 200 } },
  ),
  'payments.get_payment_details_course_admin': inputOf((o) => ({ uid: o.courseadmin, course_id: o.course }), {
    instead: { course: 200 },
  }),
  'payments.get_payment_details': empty,
  'payments.get_ticket_payment_details': empty,
  'payments.get_single_payment': inputOf((o) => ({ id: o.payment })),

  'dashboards.admin_dashboard': inputOf((o) => ({ uid: o.self })),
  'dashboards.course_admin_dashboard': inputOf((o) => ({ uid: o.courseadmin })),
  'dashboards.teacher_dashboard': inputOf((o) => ({ user_id: o.teacher })),
  'dashboards.get_today': empty,

  'events.get_events': empty,
  'events.get_single_events': inputOf((o) => ({ event_id: o.event })),
  'events.add_event': inputOf((o, { word }) => event(o, word)),
  'events.edit_event': inputOf((o, { word }) => ({ ...event(o, word), event_id: o.event })),
  'events.cancel_event': inputOf((o) => ({ event_id: o.liveEvent })),
  'events.publish_event': inputOf((o) => ({ event_id: o.event, flag: 1 })),
  'events.delete_event': inputOf((o) => ({ event_id: o.event })),
  'events.event_registrations': inputOf((o) => ({ event_id: o.liveEvent })),
  'events.add_student_to_event': inputOf(
    (o) => ({
      course_id: o.course,
      event_id: o.event,
      email_id: o.email,
    }),
    { instead: { email: 200 } },
  ),
  'events.get_register_students_event': empty,
  'events.delete_student_from_event': inputOf((o) => ({ register_id: o.registration })),

  'enquiries.get_types': empty,
  'enquiries.get_mappings': empty,
  'enquiries.add_type': inputOf((_, { word }) => ({ course_type_name: `Query ${word}` })),
  'enquiries.submit': inputOf((o) => [
    { flag: 2, course_type_mapp_id: o.mapping, course_type_id: o.queryType, email_id: 'other@office.test' },
  ]),

  'mails.get_mails': inputOf((o) => ({ event_id: o.liveEvent })),
  'mails.retry_mails': inputOf((o) => ({ mail_ids: [o.mail] })),
  'mails.preview_letter': inputOf((o) => ({ kind: 'event_published', event_id: o.liveEvent })),

  'attendance.get_attendence_for_teacher': inputOf((o) => ({
    user_id: o.teacher,
    course: o.course,
    class: o.class,
  })),
  'attendance.student_attendence': inputOf((o) => ({
    attendence: [
      {
        student_id: o.student,
        course_id: o.course,
        class_id: o.class,
        date: otherDay,
        attendence: 'present',
      },
    ],
  })),
  'attendance.get_courses_students': inputOf((o) => ({ course_id: o.course })),
  'attendance.get_students_attendence': inputOf(day),
  'attendance.update_students_attendance': inputOf((o) => ({
    ...day(o),
    students: [{ student_id: o.student, attendance_status: 'absent' }],
  })),
  'attendance.attendance_report': inputOf(period),
  'attendance.get_rolls': empty,
  'attendance.save_roll': inputOf(
    (o) => ({
      ...day(o),
      marks: [{ student_id: o.student, attendance_status: 'absent', seen: 'present' }],
    }),
    { instead: { student: 409 } },
  ),
  'attendance.get_mark_changes': inputOf((o) => ({ student_attendance_id: o.mark })),
  'attendance.get_report_sheet': inputOf(period),
  'attendance.export_report': inputOf((o) => ({ ...period(o), format: 'csv' })),
  'attendance.export_history': inputOf((o) => ({
    user_id: o.teacher,
    course: o.course,
    class: o.class,
    format: 'csv',
  })),

  'homework.get_teacher_homework': inputOf((o) => ({ user_id: o.teacher, course: o.course, class: o.class })),
  'homework.accept_homework': inputOf((o) => ({ id: o.homework, status: 'accepted' })),
  'homework.decide_homework': inputOf((o) => ({ ids: [o.homework], status: 'rejected' })),

  'files.begin': inputOf(() => ({
    kind: 'profile_image',
    name: 'a.png',
    type: 'image/png',
    size: png.length,
  })),
  'files.finish': inputOf((_, { extra: file_id }) => ({ file_id }), {
    extra: uploaded('files.begin', { kind: 'profile_image', name: 'a.png', type: 'image/png' }, png),
    isPrivate: true,
  }),

  'imports.students_preview': inputOf((o, { word }) => sheet(studentRow(o, word)), { instead: told }),
  'imports.students': inputOf((o, { word }) => ({ ...sheet(studentRow(o, word)), confirm: true }), {
    instead: told,
  }),
  'imports.payments_preview': inputOf((o, { word }) => sheet(paymentRow(o, `seen-${word}`)), {
    instead: told,
  }),
  'imports.payments': inputOf(
    (o, { word, extra: digest }) => ({ ...sheet(paymentRow(o, word)), confirm: true, digest }),
    {
      async extra({ ask, word }, { own, far }) {
        const digestOf = async (o: Objects, by: Asker) =>
          (await ask('imports.payments_preview', sheet(paymentRow(o, word)), by)).data.digest;
        return { own: await digestOf(own, 'self'), far: await digestOf(far, 'stranger'), missing: 'none' };
      },
      free: ['email'],
      instead: { ...told, email: 409, extra: 409 },
    },
  ),
  'imports.payments_list': empty,
  'imports.payments_undo': inputOf((_, { extra: import_id }) => ({ import_id }), {
    async extra({ ask, word }, { own, far }) {
      const uploadOf = async (o: Objects, by: Asker) => {
        const given = sheet(paymentRow(o, `undone-${word}-${by}`));
        const { digest } = (await ask('imports.payments_preview', given, by)).data;
        return (await ask('imports.payments', { ...given, confirm: true, digest }, by)).data.import_id;
      };
      return { own: await uploadOf(own, 'self'), far: await uploadOf(far, 'stranger'), missing: nothing };
    },
  }),

  'intake.keys': empty,
  'intake.create_key': inputOf((_, { word }) => ({ name: `Key ${word}`, scopes: ['students'] })),
  'intake.revoke_key': inputOf((o) => ({ id: o.key })),
  'intake.students': inputOf((o, { word }) =>
    items({ email_id: `${word}@office.test`, first_name: 'Asha', course_id: o.course }),
  ),
  'intake.payments': inputOf((o, { word }) =>
    items({
      payment_id: `in-${word}`,
      course_id: o.course,
      full_name: 'Asha Rao',
      email_id: o.email,
      amount: '1250.00',
      status: 'success',
      paid_at: '2026-01-15T10:00:00Z',
    }),
  ),
  'intake.signed_payments': inputOf((o, { word }) => ({
    key_id: o.key,
    ...items({
      payment_id: `signed-${word}`,
      course_id: o.course,
      full_name: 'Asha Rao',
      email_id: o.email,
      amount: '1250.00',
      status: 'success',
      paid_at: '2026-01-15T10:00:00Z',
    }),
  })),
  'intake.tickets': inputOf((_, { word }) =>
    items({
      payment_id: `ticket-${word}`,
      name: 'Asha',
      email: 'asha@office.test',
      course_type: 'Festival',
      registration_code: 'F1',
      adult: 1,
      child: 0,
      amount: '100.00',
      status: 'success',
      paid_at: '2026-01-15T10:00:00Z',
    }),
  ),
  'intake.registrations': inputOf((o) => items({ event_id: o.liveEvent, email_id: o.email })),
  'intake.homework': inputOf(
    (o, { extra: file_id }) =>
      items({ file_id, email_id: o.email, course_id: o.course, week_name: 'Week 1' }),
    {
      async extra(tools, objects) {
        const begun = await uploaded('intake.begin_file', { name: 'h.pdf' }, pdf)(tools, objects);
        await tools.ask('intake.finish_file', { file_id: begun.own }, 'self');
        await tools.ask('intake.finish_file', { file_id: begun.far }, 'stranger');
        return begun;
      },
      instead: { extra: 200 },
    },
  ),
  'intake.enquiries': inputOf((o, { word }) =>
    items({
      enquiry_id: word,
      course_type_id: o.queryType,
      name: 'Asha',
      email_id: 'asha@office.test',
      message: 'When does it begin?',
    }),
  ),
  'intake.begin_file': inputOf(() => ({ name: 'h.pdf', size: pdf.length })),
  'intake.finish_file': inputOf((_, { extra: file_id }) => ({ file_id }), {
    extra: uploaded('intake.begin_file', { name: 'h.pdf' }, pdf),
  }),

  'calendar.feed': empty,
  'calendar.create_feed': empty,
  'calendar.revoke_feed': inputOf(() => ({}), {
    async extra({ ask }) {
      await ask('calendar.create_feed', {}, 'self');
      return none;
    },
  }),

  'search.find': inputOf((o) => ({ text: o.courseName }), { instead: { all: 200, courseName: 200 } }),

  'audit.get_timeline': inputOf((o) => ({ course_id: o.course })),
  'audit.get_bin': empty,
  'audit.undo_change': inputOf((_, { extra: change_id }) => ({ change_id }), {
    async extra({ ask }, { own, far }) {
      const changeOf = async (o: Objects, by: Asker) => {
        await ask('courses.course_publish', { course_id: o.course, flag: 'published' }, by);
        return (await ask('audit.get_timeline', { course_id: o.course }, by)).data[0].change_id;
      };
      return { own: await changeOf(own, 'self'), far: await changeOf(far, 'stranger'), missing: nothing };
    },
  }),
};
