import { randomBytes } from 'node:crypto';
import type { CallName } from '@gurukul/contract/index';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import sharp from 'sharp';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { one, run } from '../db/rows.ts';
import { hashToken } from '../http/sign-in.ts';
import type { TestApp } from './app.ts';
import { demoPassword } from './app.ts';
import { eventOffice, satsang } from './events.ts';
import { office } from './office.ts';
import { dayFromToday, foundSchool } from './small-school.ts';

/** Who makes a call of that role in the sample office. */
export const sampleCallers: Readonly<Record<PortalRole, string>> = {
  admin: 'admin@office.test',
  courseadmin: 'own@office.test',
  teacher: 'teach@office.test',
};

export type SampleOffice = Awaited<ReturnType<typeof foundSampleOffice>>;

/** The small school with one of everything that a call can be about. To be made where tests are declared. */
export async function foundSampleOffice(test: TestApp) {
  const { db, call } = test;
  const school = await foundSchool(db);
  const add = office(db);
  const insert = async (query: Sql) => (await one<{ id: number }>(db, query)).id;
  const { gita, draft, staff, students } = school;

  const spare = await add.person('Spare', 'teacher');
  await add.associate(gita.id, spare, 5);
  const emptyClass = await add.class(gita.id, 'Empty');
  const emptySlot = await add.slot(gita.id, emptyClass, 'sunday', '09:00');
  const taught = await one<{ slot: number; assigned: number }>(
    db,
    sql`
      select s.id as slot, t.id as assigned
      from class_slots s
      join slot_teachers t on t.slot_id = s.id
      where s.class_id = ${gita.morning}
        and s.class_day = 'monday'
    `,
  );
  const courseType = await insert(sql`insert into course_types (type) values ('Scripture') returning id`);
  const price = await insert(sql`
    insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
    values (${draft.id}, 'India', 'IN', 'INR', 100)
    returning id
  `);
  const glimpse = await insert(sql`
    insert into glimpses (course_id, glimpse_name) values (${draft.id}, 'A first look') returning id
  `);
  const topic = await insert(sql`
    insert into topics (course_id, week_count, topic_name) values (${draft.id}, 1, 'Beginnings') returning id
  `);

  const events = eventOffice(test, gita.id, sampleCallers.courseadmin);
  const pending = await events.add();
  const published = await events.published(1);
  await events.addStudent(published, 'anu');
  const registration = await insert(
    sql`select id from event_registrations where event_id = ${published} limit 1`,
  );
  const deadLetter = await insert(sql`
    update mails
    set failed_at = now(), failure = 'refused'
    where id = (select id from mails where event_id = ${published} order by id limit 1)
    returning id
  `);

  const homework = await insert(sql`
    insert into homework (student_id, course_id, class_id, week_name, home_work)
    values (${students.anu}, ${gita.id}, ${gita.morning}, 'Week 1', '')
    returning id
  `);
  const payment = await insert(sql`
    insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
    values ('pay-1', ${gita.id}, ${students.anu}, 'Anu', 'anu@office.test', 100, 'success', now())
    returning id
  `);
  const queryType = await insert(sql`insert into query_types (name) values ('Fees') returning id`);
  const queryEmail = await insert(sql`
    insert into query_emails (query_type_id, email_id) values (${queryType}, 'fees@office.test') returning id
  `);
  const marked = dayFromToday(-7);
  const register = await insert(sql`
    insert into attendance_registers (course_id, class_id, attendance_date)
    values (${gita.id}, ${gita.morning}, ${marked}::date)
    returning id
  `);
  const mark = await insert(sql`
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
    values (${marked}::date, ${students.anu}, ${gita.id}, ${gita.morning}, ${register}, 'present')
    returning id
  `);

  await call(
    'students.update_payment_status',
    { user_id: students.bala, payment_status: 'Failed', course_id: gita.id },
    { as: sampleCallers.courseadmin },
  );
  const bin = await call('audit.get_bin', { search: '' }, { as: sampleCallers.courseadmin });

  const invitation = `i_${randomBytes(32).toString('base64url')}`;
  await run(
    db,
    sql`
      insert into invites (hash, email_id, role, invited_by, expires_at)
      values (${hashToken(invitation)}, 'new@office.test', 'teacher', ${staff.admin}, now() + interval '1 day')
    `,
  );

  const paymentRows = [
    {
      row: 2,
      full_name: 'Bala',
      course_name: 'Gita',
      payment_id: 'pay-2',
      created_at: '2026-03-02',
      amount: '250.00',
      status: 'success',
      phone_number: '9876543210',
      email_id: 'bala@office.test',
    },
  ];
  const asOwn = { as: sampleCallers.courseadmin };
  const sheet = { file_name: 'march.csv', rows: paymentRows };
  const { digest } = (await call('imports.payments_preview', sheet, asOwn)).body.data;
  const earlier = {
    file_name: 'february.csv',
    rows: [{ ...paymentRows[0], payment_id: 'pay-3', created_at: '2026-02-02' }],
  };
  const seen = (await call('imports.payments_preview', earlier, asOwn)).body.data.digest;
  const upload = await call('imports.payments', { ...earlier, confirm: true, digest: seen }, asOwn);

  const scopes = ['students', 'payments', 'tickets', 'registrations', 'homework', 'enquiries'];
  const key = (await call('intake.create_key', { name: 'Site', scopes }, { as: sampleCallers.admin })).body
    .data as { id: number; key: string; signing_key: string };
  const byKey = { headers: { authorization: `Bearer ${key.key}` } };

  const send = async (
    offer: { file_id: string; upload: { url: string; headers: Record<string, string> } },
    bytes: Buffer,
  ) => {
    const { url, headers } = offer.upload;
    await test.app.inject({ method: 'PUT', url, headers, payload: bytes });
    return offer.file_id;
  };
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c0563d' } })
    .png()
    .toBuffer();
  const photo = { kind: 'profile_image', name: 'me.png', type: 'image/png', size: picture.length };
  const uploads = new Map<string, string>();
  for (const as of Object.values(sampleCallers)) {
    uploads.set(as, await send((await call('files.begin', photo, { as })).body, picture));
  }
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
  const handIn = async () =>
    send((await call('intake.begin_file', { name: 'w1.pdf', size: pdf.length }, byKey)).body, pdf);
  const handedIn = await handIn();
  await call('intake.finish_file', { file_id: handedIn }, byKey);

  return {
    ...school,
    spare,
    emptySlot,
    taught,
    courseType,
    price,
    glimpse,
    topic,
    pending,
    published,
    registration,
    deadLetter,
    homework,
    payment,
    queryType,
    queryEmail,
    marked,
    mark,
    register,
    invitation,
    change: Number(bin.body.data?.[0]?.change_id),
    sheet,
    digest: String(digest),
    upload: Number(upload.body.data.import_id),
    key,
    uploads,
    handedIn,
    waitingFile: await handIn(),
  };
}

interface Caller {
  readonly role: PortalRole | null;
  readonly id: number;
  readonly email: string;
}

type Sample = (at: SampleOffice, me: Caller) => object;

/** Who the rows of a call are about: for `self` the caller, else the named person. */
const whose = (me: Caller, role: PortalRole, id: number) => (me.role === role ? me.id : id);

const none = () => ({});
const wholeCourse = {
  course_name: 'Yoga',
  course_image: '/defaults/course.svg',
  course_duration: 'quarterly',
  start_date: '2026-01-05',
};
const weekly = { class_name: 'Night', class_day: 'saturday', time: '21:00', time_zone: 'IST', duration: 60 };
const paged = { page: 1, pageSize: 10, search: '', sort: '' };
const shown = { course_status: 'all', ...paged };
const money = { ...paged, status: '', from: '', to: '', course_id: '', sort: '-created_at' };
const span = { start_date: '2026-01-05', end_date: '2026-03-05' };
const student = {
  first_name: 'Hema',
  last_name: 'Rao',
  email_id: 'hema@office.test',
  phone_number: '9876543210',
  course_name: 'Gita',
  class_name: 'Morning',
  gender: 'female',
  dob: '2001-02-03',
  address: '1 Main Road',
  city: 'Mysuru',
  state: 'Karnataka',
  country: 'India',
  region: 'India',
  pincode: '570001',
  language: 'English',
};
const ofClass = ({ gita }: SampleOffice) => ({ course_id: gita.id, class_id: gita.morning });
const taughtBy = (at: SampleOffice, me: Caller) => whose(me, 'teacher', at.staff.teach);
const newPayment = ({ gita }: SampleOffice) => ({
  payment_id: 'site-1',
  course_id: gita.id,
  course_name: 'Gita',
  full_name: 'Anu',
  email_id: 'anu@office.test',
  phone_number: '9876543210',
  amount: '10.00',
  status: 'success',
  paid_at: '2026-03-02T10:00:00Z',
});
const speakers = [{ id: '', speaker_name: 'Ravi', speaker_image: '/defaults/speaker.svg', state: 'ADD' }];
const event = ({ gita }: SampleOffice, me: Caller) =>
  satsang(gita.id, { course_name: 'Gita', image_url: '/defaults/event.svg', created_by: me.id, speakers });
const marks = ({ students }: SampleOffice) => [
  { student_id: students.anu, attendance_status: 'present', seen: null },
];
const studentSheet = { file_name: 'students.csv', rows: [{ row: 2, ...student }] };
const paymentSheet = ({ sheet }: SampleOffice) => ({ ...sheet, date_order: 'day_first' });

/**
 * An input of every call that is answered with 200, with every field that the call knows, as far as they go together.
 * `me` is who makes it.
 */
export const sampleInputs: Readonly<Partial<Record<CallName, Sample>>> = {
  'accounts.login': () => ({
    email_id: sampleCallers.teacher,
    password: demoPassword,
    flag: 'teacher',
    remember: 0,
  }),
  'accounts.logout': none,
  'accounts.forget_browser': none,
  'accounts.sealing_key': none,
  'accounts.act_as': (_, me) => ({ role: me.role }),
  'accounts.invite': () => ({ email_id: 'newer@office.test', role: 'teacher' }),
  'accounts.getinviting': ({ invitation }) => ({ hash_id: invitation }),
  'accounts.registration': ({ invitation }) => ({
    email_id: 'new@office.test',
    password: 'Quiet-River-7',
    cpassword: 'Quiet-River-7',
    first_name: 'Asha',
    last_name: 'Rao',
    role: 'teacher',
    phone_number: null,
    hash_id: invitation,
  }),
  'accounts.forgetPassword_otp_send': () => ({ email_id: sampleCallers.teacher }),
  'accounts.forgetPassword_otp_verify': () => ({
    email_id: sampleCallers.teacher,
    otp: 'c_nobody',
    code: '1234',
  }),
  'accounts.changepassword_otp': () => ({
    email_id: sampleCallers.teacher,
    new_password: 'Quiet-River-8',
    otp: 'g_nobody',
  }),
  'accounts.change_password': (_, me) => ({
    old_password: demoPassword,
    new_password: 'Quiet-River-8!',
    user_id: me.id,
  }),
  'accounts.get_sessions': (_, me) => ({ uid: me.id }),
  'accounts.end_sessions': (_, me) => ({ uid: me.id, session_id: '', password: demoPassword }),
  'accounts.get_user_details': (_, me) => ({ uid: me.id }),
  'accounts.get_user_profile': (_, me) => ({ uid: me.id }),
  'accounts.update_profile': (_, me) => ({
    user_id: me.id,
    first_name: 'Asha',
    last_name: 'Rao',
    gender: 'female',
    phone_number: '9876543210',
    description: '<p>Teaches</p>',
    city: 'Mysuru',
    state: 'Karnataka',
    region: 'India',
    dob: '1980-02-03',
    address: '1 Main Road',
    pincode: '570001',
    image: null,
  }),
  'accounts.update_user_preference_admin': ({ students }, me) => ({
    user_id: students.anu,
    user_id1: me.id,
    preference_name: 'Language',
    preference_value: 'Telugu',
    flag: 1,
  }),
  'accounts.switch_role': (_, me) => ({
    user_id: me.id,
    role: me.role === 'teacher' ? 'courseadmin' : 'teacher',
  }),
  'accounts.release_codes': none,
  'accounts.get_role_reach': none,

  'audit.get_timeline': ({ gita }) => ({ person_id: '', course_id: gita.id, side: 'about', before: '' }),
  'audit.undo_change': ({ change }) => ({ change_id: change }),
  'audit.get_bin': () => ({ search: '', before: '' }),

  'people.get_course_admin_names': none,
  'people.get_all_courseadmins': none,
  'people.get_single_courseadmin': ({ staff }, me) => ({ id: whose(me, 'courseadmin', staff.own) }),
  'people.delete_course_admin': ({ staff }) => ({ user_id: staff.other }),
  'people.getallteachers_for_courseadmin': ({ staff }) => ({ user_id: staff.own }),
  'people.get_all_teachers': none,
  'people.get_single_teacher': (at, me) => ({ id: taughtBy(at, me) }),
  'people.delete_teacher': ({ spare }, me) => ({ teacher_id: spare, user_id: me.id, role: 'admin' }),
  'people.teacher_schedule': (at, me) => ({ uid: taughtBy(at, me), courseId: at.gita.id }),
  'people.get_teacher_bycourse': ({ gita }) => ({ courseId: gita.id }),
  'people.get_class_teacher': ({ gita, taught }) => ({ id: taught.slot, course_id: gita.id }),
  'people.add_teacher_to_class': ({ gita, emptySlot, spare }, me) => ({
    course_id: gita.id,
    user_id: spare,
    assigned_by: me.id,
    id: emptySlot,
    allow_overlap: false,
  }),
  'people.replace_teacher_to_class': ({ gita, spare, taught }) => ({
    user_id: spare,
    class_id: gita.morning,
    course_id: gita.id,
    assigned_id: taught.assigned,
    allow_overlap: false,
  }),
  'people.teacher_count_change': ({ gita, spare }) => ({ user_id: spare, course_id: gita.id, count: 7 }),
  'people.course_assign': ({ gita, spare }, me) => ({
    assigned_by: me.id,
    course_id: gita.id,
    user_id: spare,
  }),
  'people.getstudents_under_teacher': (at, me) => ({ user_id: taughtBy(at, me), ...ofClass(at) }),

  'courses.get_single_course': ({ gita }) => ({ student_id: '', course_id: gita.id }),
  'courses.add_course': ({ staff }, me) => ({
    ...wholeCourse,
    start_date: dayFromToday(30),
    courseadmin_id: staff.own,
    course_description: '{"description":"<p>A</p>"}',
    what_we_learn: '{"what":"<p>B</p>"}',
    note: '{"note":"<p>C</p>"}',
    price: '100',
    user_id: me.id,
    course_id: '',
  }),
  'courses.edit_course_by_admin': ({ draft, staff }, me) => ({
    ...wholeCourse,
    version: 1,
    courseadmin_id: staff.own,
    course_description: '{"description":"<p>A</p>"}',
    user_id: me.id,
    course_id: draft.id,
  }),
  'courses.edit_course_by_courseadmin': ({ draft, courseType, price, glimpse, topic }, me) => ({
    ...wholeCourse,
    version: 1,
    added_by: me.id,
    type: courseType,
    description: '{"description":"<p>A</p>"}',
    course_id: draft.id,
    what_we_learn: '{"what":"<p>B</p>"}',
    note: '{"note":"<p>C</p>"}',
    prices: [
      {
        id: price,
        country_name: 'India',
        currency_code: 'INR',
        country_code: 'IN',
        price_value: '200',
        state: 'EDIT',
      },
    ],
    glimpse: [
      {
        glimpse_id: glimpse,
        glimpse_name: 'Look',
        glimpse_description: '<p>D</p>',
        glimpse_image: '',
        position: 1,
        state: 'EDIT',
      },
    ],
    total_topics: [
      {
        topic_id: topic,
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
  'courses.get_all_courses': none,
  'courses.get_all_courses_for_courseadmin': ({ staff }) => ({ uid: staff.own }),
  'courses.get_all_courses_for_teacher': (at, me) => ({ user_id: taughtBy(at, me), ...ofClass(at) }),
  'courses.edit_course_type': ({ courseType }) => ({ type: 'Language', id: courseType, state: 'EDIT' }),
  'courses.add_course_type': ({ gita }) => ({ id: gita.id, type: 'Music' }),
  'courses.course_publish': ({ draft }, me) => ({ course_id: draft.id, user_id: me.id, flag: 'published' }),
  'courses.course_reg_status': ({ gita }, me) => ({ course_id: gita.id, user_id: me.id }),

  'classes.create_class': ({ gita, spare }, me) => ({
    ...weekly,
    course_id: gita.id,
    slot_time: '',
    created_by: me.id,
    teacher_id: spare,
    allow_overlap: false,
  }),
  'classes.update_class': ({ gita, emptySlot, spare }) => ({
    ...weekly,
    course_id: gita.id,
    slot_time: '',
    id: emptySlot,
    teacher_id: spare,
    allow_overlap: false,
  }),
  'classes.delete_class': ({ gita, emptySlot }) => ({
    id: emptySlot,
    course_id: gita.id,
    class_name: 'Empty',
    class_day: 'sunday',
    slot_time: '',
  }),

  'students.get_all_students': () => shown,
  'students.getallstudents_under_courseadmin': ({ staff }) => ({ ...shown, user_id: staff.own }),
  'students.export_students': () => ({ format: 'csv', course_status: 'all', search: '', sort: '' }),
  'students.get_single_student': ({ students }) => ({ id: students.anu }),
  'students.update_payment_status': ({ students, gita }) => ({
    user_id: students.anu,
    payment_status: 'Refunded',
    course_id: gita.id,
  }),
  'students.update_registration_status': ({ students, gita }) => ({
    user_id: students.anu,
    registration_status: 'Completed',
    course_id: gita.id,
  }),
  'students.update_region': ({ students, gita }) => ({
    user_id: students.anu,
    region: 'Nepal',
    course_id: gita.id,
  }),
  'students.delete_student': ({ students }, me) => ({
    student_id: students.anu,
    user_id: me.id,
    role: 'admin',
    ...shown,
  }),
  'students.remove_student_association': ({ students, gita }, me) => ({
    student_id: students.anu,
    course_id: gita.id,
    user_id: me.id,
    role: me.role,
    ...shown,
  }),
  'students.get_student_details_by_email': () => ({ email_id: 'anu@office.test' }),
  'students.get_single_student_details_by_email': () => ({ email_id: 'anu@office.test' }),
  'students.update_course_to_student': ({ students, gita, staff }) => ({
    email_id: 'anu@office.test',
    user_id: students.anu,
    course_id: gita.id,
    class_id: gita.evening,
    courseadmin_id: staff.own,
    from_course_id: gita.id,
    even_if_full: true,
  }),

  'payments.excel_payment_details_upload': ({ sheet }) =>
    sheet.rows.map(({ row: _row, ...payment }) => payment),
  'payments.get_payment_details_course_admin': ({ staff }) => ({ ...money, uid: staff.own }),
  'payments.get_payment_details': () => money,
  'payments.get_ticket_payment_details': () => ({ ...money, course_type: '' }),
  'payments.get_single_payment': ({ payment }) => ({ id: payment }),

  'dashboards.admin_dashboard': (_, me) => ({ uid: me.id }),
  'dashboards.course_admin_dashboard': ({ staff }) => ({ uid: staff.own }),
  'dashboards.teacher_dashboard': ({ staff }) => ({ user_id: staff.teach }),
  'dashboards.get_today': none,

  'events.get_events': none,
  'events.get_single_events': ({ pending }) => ({ event_id: pending }),
  'events.add_event': event,
  'events.edit_event': (at, me) => ({ ...event(at, me), event_id: at.pending }),
  'events.cancel_event': ({ published }) => ({
    event_id: published,
    course_name: 'Gita',
    event_name: 'Satsang',
  }),
  'events.publish_event': ({ pending }) => ({
    event_id: pending,
    flag: 0,
    course_name: 'Gita',
    event_name: 'Satsang',
  }),
  'events.delete_event': ({ pending }) => ({ event_id: pending }),
  'events.event_registrations': ({ pending }) => ({ event_id: pending, registration_status: 'active' }),
  'events.add_student_to_event': ({ gita, published }) => ({
    course_id: gita.id,
    event_id: published,
    email_id: 'bala@office.test',
  }),
  'events.get_register_students_event': none,
  'events.delete_student_from_event': ({ registration }) => ({ register_id: registration }),

  'enquiries.get_types': none,
  'enquiries.get_mappings': none,
  'enquiries.add_type': () => ({ course_type_name: 'Travel' }),
  'enquiries.submit': ({ queryType, queryEmail }) => [
    {
      flag: 2,
      course_type_mapp_id: queryEmail,
      course_type_id: queryType,
      email_id: 'money@office.test',
    },
  ],

  'mails.get_mails': ({ published }) => ({
    state: 'all',
    kind: 'event_published',
    event_id: published,
    search: '',
    page: 1,
    pageSize: 10,
  }),
  'mails.retry_mails': ({ deadLetter }) => ({ mail_ids: [deadLetter] }),
  'mails.preview_letter': ({ published }) => ({ kind: 'event_published', event_id: published }),

  'attendance.get_attendence_for_teacher': (at, me) => ({
    user_id: taughtBy(at, me),
    course: at.gita.id,
    class: at.gita.morning,
    ...paged,
    ...span,
    status: 'present',
  }),
  'attendance.student_attendence': (at, me) => ({
    attendence: [
      {
        student_id: at.students.anu,
        teacher_id: me.id,
        ...ofClass(at),
        date: at.day,
        attendence: 'present',
      },
    ],
  }),
  'attendance.get_courses_students': ({ gita }, me) => ({ course_admin_id: me.id, course_id: gita.id }),
  'attendance.get_students_attendence': (at, me) => ({
    course_admin_id: me.id,
    ...ofClass(at),
    attendance_date: at.marked,
  }),
  'attendance.update_students_attendance': (at, me) => ({
    course_admin_id: me.id,
    ...ofClass(at),
    attendance_date: at.marked,
    students: [
      {
        student_id: at.students.anu,
        attendance_status: 'absent',
        student_attendance_id: at.mark,
        attendance_id: at.register,
      },
    ],
  }),
  'attendance.attendance_report': (at, me) => ({ course_admin_id: me.id, ...ofClass(at), ...span }),
  'attendance.get_rolls': none,
  'attendance.save_roll': (at) => ({ ...ofClass(at), attendance_date: at.day, marks: marks(at) }),
  'attendance.get_mark_changes': ({ mark }) => ({ student_attendance_id: mark }),
  'attendance.get_report_sheet': (at, me) => ({ course_admin_id: me.id, ...ofClass(at), ...span }),
  'attendance.export_report': (at, me) => ({
    course_admin_id: me.id,
    ...ofClass(at),
    ...span,
    format: 'csv',
  }),
  'attendance.export_history': (at, me) => ({
    user_id: taughtBy(at, me),
    course: at.gita.id,
    class: at.gita.morning,
    format: 'csv',
    search: '',
    ...span,
    status: 'present',
    sort: '',
  }),

  'homework.get_teacher_homework': (at, me) => ({
    user_id: taughtBy(at, me),
    course: at.gita.id,
    class: at.gita.morning,
  }),
  'homework.accept_homework': ({ homework }, me) => ({ id: homework, status: 'accepted', teacher_id: me.id }),
  'homework.decide_homework': ({ homework }) => ({ ids: [homework], status: 'accepted' }),

  'files.begin': () => ({ kind: 'profile_image', name: 'me.png', type: 'image/png', size: 1000 }),
  'files.finish': ({ uploads }, me) => ({ file_id: uploads.get(me.email) }),

  'imports.students_preview': () => studentSheet,
  'imports.students': () => ({ ...studentSheet, confirm: true }),
  'imports.payments_preview': (at) => ({
    ...paymentSheet(at),
    course_id: at.gita.id,
    resolutions: [{ row: 2, student_id: at.students.bala }],
  }),
  'imports.payments': ({ sheet, digest }) => ({ ...sheet, confirm: true, digest }),
  'imports.payments_list': none,
  'imports.payments_undo': ({ upload }) => ({ import_id: upload }),

  'intake.keys': none,
  'intake.create_key': () => ({ name: 'Other site', scopes: ['students'] }),
  'intake.revoke_key': ({ key }) => ({ id: key.id }),
  'intake.students': ({ gita }) => ({ items: [{ ...student, course_id: gita.id }] }),
  'intake.payments': (at) => ({ items: [newPayment(at)] }),
  'intake.signed_payments': (at) => ({ key_id: at.key.id, items: [newPayment(at)] }),
  'intake.tickets': () => ({
    items: [
      {
        payment_id: 'ticket-1',
        name: 'Anu',
        email: 'anu@office.test',
        phone: '9876543210',
        course_type: 'Music',
        registration_code: 'A-1',
        adult: 1,
        child: 0,
        amount: '10.00',
        status: 'success',
        paid_at: '2026-03-02T10:00:00Z',
      },
    ],
  }),
  'intake.registrations': ({ published }) => ({
    items: [{ event_id: published, email_id: 'bala@office.test' }],
  }),
  'intake.homework': ({ gita, handedIn }) => ({
    items: [
      {
        file_id: handedIn,
        email_id: 'anu@office.test',
        course_id: gita.id,
        course_name: 'Gita',
        week_name: 'Week 1',
      },
    ],
  }),
  'intake.enquiries': ({ queryType }) => ({
    items: [
      {
        enquiry_id: 'q-1',
        course_type_id: queryType,
        query_type: 'Fees',
        name: 'Anu',
        email_id: 'anu@office.test',
        phone_number: '9876543210',
        message: 'How much?\nThank you.',
      },
    ],
  }),
  'intake.begin_file': () => ({ name: 'w1.pdf', size: 1000 }),
  'intake.finish_file': ({ waitingFile }) => ({ file_id: waitingFile }),

  'calendar.feed': none,
  'calendar.create_feed': none,
  'calendar.revoke_feed': none,
  'search.find': () => ({ text: 'anu' }),
};
