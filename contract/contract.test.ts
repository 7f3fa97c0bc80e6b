import { errors } from './shared/errors.ts';
import { fieldProblems } from './shared/field-problems.ts';
import { fill } from './shared/fill.ts';
import { facts, messages, said, words } from './shared/messages.ts';
import { notices } from './shared/notices.ts';
import { intakeRemarks } from './shared/intake-remarks.ts';
import { rowRemarks } from './shared/row-remarks.ts';
import { checkSaid, namesIn } from './test/check-said.ts';
import { problemsOf } from './test/problems.ts';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { api, callNames, calls } from './index.ts';
import { costOf, formattedCost, isCostly, pathParams, reachOf } from './shared/call.ts';
import type { Call } from './shared/call.ts';
import { instant, looseDate } from './shared/fields.ts';
import { wrappedHtml } from './shared/wrapped-html.ts';
import { authority } from './test/authority.ts';

const declared = calls();

const inputOf = (call: Call) => z.toJSONSchema(call.input, { io: 'input' });
const outputOf = (call: Call) => z.toJSONSchema(call.output, { io: 'output' });

/** Paths of every property name anywhere in a JSON Schema. */
const propertyPaths = (schema: unknown): string[] => {
  const found: string[] = [];
  const walk = (node: unknown, trail: readonly string[]) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'properties') walk(value, trail);
      else for (const [name, inner] of Object.entries<unknown>(value)) step(inner, trail.concat(name));
    }
  };
  const step = (node: unknown, trail: readonly string[]) => {
    found.push(trail.join('.'));
    walk(node, trail);
  };
  walk(schema, []);
  return found;
};

const read = (call: Call, input: unknown) => z.safeParse(call.input, input);

const readable = ({ who, scope }: Call): string =>
  typeof who === 'string'
    ? [who, ...(scope === undefined ? [] : [scope])].join(' ')
    : Object.entries(who)
        .map(([role, reach]) => `${role} ${reach}`)
        .join(', ');

/** Calls that only read although they use POST. Signing in changes no data of the office. */
const readByPost: ReadonlySet<string> = new Set([
  'accounts.login',
  'accounts.getinviting',
  'assignments.get_class_teacher',
  'courses.get_single_course',
  'students.get_all_students',
  'students.getallstudents_under_courseadmin',
  'students.get_student_details_by_email',
  'students.get_single_student_details_by_email',
  'students.export_students',
  'attendance.get_courses_students',
  'attendance.get_students_attendence',
  'attendance.attendance_report',
  'attendance.get_report_sheet',
  'attendance.export_history',
  'mails.get_mails',
  'audit.get_bin',
  'search.find',
  'studentImport.students_preview',
  'paymentUpload.payments_preview',
]);

const writesByGet: ReadonlySet<string> = new Set([
  'events.delete_event',
  'events.event_registrations',
  'events.delete_student_from_event',
]);

/** Texts that people type to find somebody: part of a name, an address, a number. */
const takesTypedText = (call: Call) =>
  Object.keys(inputOf(call).properties ?? {}).some((field) =>
    /^(search|text|query|q|.*name|.*email.*|.*phone.*)$/.test(field),
  );

/** Answers that are secret although no field name says so: an upload grant, the contents of an invitation, a link. */
const carriesGrant: ReadonlySet<string> = new Set([
  'accounts.getinviting',
  'files.begin',
  'calendar.create_feed',
  'intake.create_key',
  'intake.begin_file',
]);

describe('the table of calls', () => {
  test('has exactly these names, methods and paths', () => {
    const table = declared.map(({ name, call }) => {
      const marks = [call.alsoPost ? '(also POST)' : '', call.additive ? '+' : ''].filter(Boolean);
      return [name, call.method, call.path, ...marks].join(' ');
    });
    expect(table.join('\n')).toMatchInlineSnapshot(`
      "accounts.login POST /user_details/login
      accounts.logout POST /user_details/logout +
      accounts.forget_browser POST /user_details/forget_browser +
      accounts.sealing_key GET /user_details/sealing_key +
      accounts.act_as POST /user_details/act_as +
      accounts.invite POST /user_details/invite
      accounts.getinviting POST /user_details/getinviting
      accounts.registration POST /user_details/registration
      accounts.forgetPassword_otp_send POST /user_details/forgetPassword_otp_send
      accounts.forgetPassword_otp_verify POST /user_details/forgetPassword_otp_verify +
      accounts.changepassword_otp POST /user_details/changepassword_otp
      accounts.change_password POST /user_details/change_password
      accounts.get_sessions GET /user_details/get_sessions/{uid} +
      accounts.end_sessions POST /user_details/end_sessions +
      accounts.get_user_details GET /user_details/get_user_details/{uid}
      accounts.get_user_profile GET /user_details/get_user_profile/{uid}
      accounts.update_profile POST /user_details/update_profile
      accounts.update_user_preference_admin POST /user_details/update_user_preference_admin
      accounts.switch_role POST /user_details/switch_role
      accounts.get_role_reach GET /user_details/get_role_reach +
      accounts.send_reset_link POST /user_details/send_reset_link +
      accounts.release_codes POST /user_details/release_codes +
      people.get_course_admin_names GET /course_admin/get_course_admin_names
      people.get_all_courseadmins GET /course_admin/get_all_courseadmins
      people.get_single_courseadmin GET /course_admin/get_single_courseadmin/{id}
      people.delete_course_admin POST /course_admin/delete_course_admin
      people.getallteachers_for_courseadmin GET /course_admin/getallteachers_for_courseadmin/{user_id}
      people.get_all_teachers GET /teacher/get_all_teachers
      people.get_single_teacher GET /teacher/get_single_teacher/{id}
      people.delete_teacher POST /teacher/delete_teacher
      people.get_teacher_bycourse GET /teacher/get_teacher_bycourse/{courseId}
      people.getstudents_under_teacher GET /teacher/getstudents_under_teacher/{user_id}/{course_id}/{class_id}
      assignments.get_class_teacher POST /teacher/get_class_teacher
      assignments.add_teacher_to_class POST /teacher/add_teacher_to_class
      assignments.replace_teacher_to_class POST /teacher/replace_teacher_to_class
      assignments.remove_teacher_from_class POST /teacher/remove_teacher_from_class +
      assignments.teacher_count_change POST /teacher/teacher_count_change
      assignments.course_assign POST /course_assign/course_assign
      schedule.teacher_schedule GET /teacher/teacher_schedule/{uid}/{courseId}
      courses.get_single_course POST /courses/get_single_course
      courses.add_course POST /courses/add_course
      courses.edit_course_by_admin POST /courses/edit_course_by_admin
      courses.edit_course_by_courseadmin PUT /courses/edit_course_by_courseadmin
      courses.get_all_courses GET /courses/get_all_courses (also POST)
      courses.get_all_courses_for_courseadmin GET /courses/get_all_courses_for_courseadmin/{uid}
      courses.get_all_courses_for_teacher GET /courses/get_all_courses_for_teacher/{user_id}/{course_id}/{class_id}
      courses.edit_course_type POST /courses/edit_course_type
      courses.add_course_type POST /courses/add_course_type
      courses.course_publish POST /courses/course_publish
      courses.course_reg_status POST /courses/course_reg_status
      classes.create_class POST /courses/create_class
      classes.update_class POST /courses/update_class
      classes.delete_class POST /courses/delete_class
      students.get_all_students POST /student/get_all_students
      students.getallstudents_under_courseadmin POST /student/getallstudents_under_courseadmin
      students.export_students POST /student/export_students +
      students.get_single_student GET /student/get_single_student/{id}
      students.update_payment_status PUT /student/update_payment_status
      students.update_registration_status PUT /student/update_registration_status
      students.update_region PUT /student/update_region
      students.delete_student POST /student/delete_student
      students.remove_student_association POST /student/remove_student_association
      students.get_student_details_by_email POST /update_details/get_student_details_by_email
      students.get_single_student_details_by_email POST /update_details/get_single_student_details_by_email
      students.update_course_to_student POST /update_details/update_course_to_student
      payments.get_payment_details_course_admin GET /payments/get_payment_details_course_admin/{uid} (also POST)
      payments.get_payment_details GET /payments/get_payment_details (also POST)
      payments.get_ticket_payment_details GET /payments/get_ticket_payment_details (also POST)
      payments.get_single_payment GET /payments/get_single_payment/{id} +
      dashboards.admin_dashboard GET /dashboard/admin_dashboard/{uid}
      dashboards.course_admin_dashboard GET /dashboard/course_admin_dashboard/{uid}
      dashboards.teacher_dashboard GET /dashboard/teacher_dashboard/{user_id}
      dashboards.get_today GET /dashboard/get_today +
      events.get_events GET /events/get_events
      events.get_single_events GET /events/get_single_events/{event_id}
      events.add_event POST /events/add_event
      events.edit_event POST /events/edit_event
      events.cancel_event POST /events/cancel_event
      events.publish_event POST /events/publish_event
      events.send_event_mails POST /events/send_event_mails +
      events.get_event_audience GET /events/get_event_audience/{event_id} +
      events.delete_event GET /events/delete_event/{event_id} (also POST)
      events.event_registrations GET /events/event_registrations/{event_id} (also POST)
      events.add_student_to_event POST /events/add_student_to_event
      events.get_register_students_event GET /events/get_register_students_event (also POST)
      events.delete_student_from_event GET /events/delete_student_from_event/{register_id} (also POST)
      enquiries.get_types GET /course_type_admin/get_all_admin_course_types_admin
      enquiries.get_mappings GET /course_type_admin/get_all_admin_couses_and_emails
      enquiries.add_type POST /course_type_admin/add_admin_course_type
      enquiries.submit POST /course_type_admin/admin/course/type/submit
      mails.get_mails POST /mails/get_mails +
      mails.retry_mails POST /mails/retry_mails +
      mails.kept_mail GET /mails/kept_mail/{mail_id} +
      mails.preview_mail GET /mails/preview_mail/{kind} +
      attendance.get_attendence_for_teacher GET /teacher/get_attendence_for_teacher/{user_id}/{course}/{class} (also POST)
      attendance.student_attendence POST /student/student_attendence
      attendance.get_courses_students POST /courses/get_courses_students
      attendance.get_students_attendence POST /courses/get_students_attendence
      attendance.update_students_attendance POST /courses/update_students_attendance
      attendance.attendance_report POST /courses/attendance_report
      attendance.get_rolls GET /attendance/get_rolls +
      attendance.get_roll GET /attendance/get_roll/{course_id}/{class_id}/{attendance_date} +
      attendance.save_roll POST /attendance/save_roll +
      attendance.get_mark_changes GET /attendance/get_mark_changes/{student_attendance_id} +
      attendance.get_report_sheet POST /attendance/get_report_sheet +
      attendance.export_report GET /attendance/export_report +
      attendance.export_history POST /attendance/export_history/{user_id}/{course}/{class} +
      homework.get_teacher_homework GET /teacher/get_teacher_homework/{user_id}/{course}/{class}
      homework.accept_homework POST /teacher/accept_homework
      homework.decide_homework POST /teacher/decide_homework +
      files.begin POST /files/begin +
      files.finish POST /files/finish +
      studentImport.students_preview POST /imports/students/preview +
      studentImport.students POST /imports/students +
      paymentUpload.excel_payment_details_upload POST /payments/excel_payment_details_upload
      paymentUpload.payments_preview POST /imports/payments/preview +
      paymentUpload.payments POST /imports/payments +
      paymentUpload.payments_list GET /imports/payments +
      paymentUpload.payments_undo POST /imports/payments/undo +
      intake.keys GET /intake/keys +
      intake.create_key POST /intake/keys +
      intake.revoke_key POST /intake/revoke_key +
      intake.students POST /intake/students +
      intake.payments POST /intake/payments +
      intake.signed_payments POST /intake/signed_payments/{key_id} +
      intake.tickets POST /intake/tickets +
      intake.registrations POST /intake/registrations +
      intake.homework POST /intake/homework +
      intake.enquiries POST /intake/enquiries +
      intake.begin_file POST /intake/files/begin +
      intake.finish_file POST /intake/files/finish +
      calendar.feed GET /calendar/feed +
      calendar.create_feed POST /calendar/feed +
      calendar.revoke_feed POST /calendar/revoke +
      search.find POST /search/find +
      audit.get_timeline GET /audit/timeline +
      audit.get_bin POST /audit/bin +
      audit.undo_change POST /audit/undo +
      access.get_requests GET /access/get_requests +
      access.decide POST /access/decide +
      access.get_second_roles GET /access/get_second_roles +
      access.get_alarms GET /access/get_alarms +
      access.see_alarm POST /access/see_alarm +
      access.take_back_role POST /access/take_back_role +"
    `);
  });

  test('has the 83 calls of the original portal, the others are marked as added', () => {
    expect(declared.filter(({ call }) => !call.additive)).toHaveLength(83);
    expect(callNames).toHaveLength(new Set(callNames).size);
  });

  test('has no two calls on one method and path', () => {
    const routes = declared.flatMap(({ call }) => {
      const shape = call.path.replaceAll(/\{\w+\}/g, '{}');
      return [`${call.method} ${shape}`, ...(call.alsoPost ? [`POST ${shape}`] : [])];
    });
    expect(routes.toSorted()).toEqual([...new Set(routes)].toSorted());
  });

  test('says of every call what it does', () => {
    expect(declared.filter(({ call }) => call.summary.length < 7).map(({ name }) => name)).toEqual([]);
  });
});

describe('the roles of a call', () => {
  test('equals the table of authority, call by call', () => {
    const expected = Object.entries(authority)
      .flatMap(([who, names]) => names.map((name) => `${name}: ${who}`))
      .toSorted();
    expect(declared.map(({ name, call }) => `${name}: ${readable(call)}`).toSorted()).toEqual(expected);
  });

  test('is never left empty', () => {
    expect(declared.filter(({ call }) => readable(call) === '').map(({ name }) => name)).toEqual([]);
  });

  test.each(
    declared.filter(({ call }) => typeof call.who !== 'string' && Object.values(call.who).includes('self')),
  )('$name names the account or rows it is about, or takes the caller only', ({ call }) => {
    const fields = Object.keys(inputOf(call).properties ?? {});
    const named = new Set([call.subject, ...(call.actor ?? []), ...(call.onBehalf ?? [])]);
    const ids = fields.filter((field) => /^(uid|user_id|id)$/.test(field));
    expect(ids.filter((field) => !named.has(field))).toEqual([]);
  });

  test('a refused deletion of a person has its own text', () => {
    const special = declared.filter(({ call }) => call.refusal !== undefined);
    expect(special.map(({ name, call }) => `${name}: ${messages[call.refusal!]}`)).toEqual([
      'people.delete_course_admin: not allowed to delete',
      'people.delete_teacher: not allowed to delete',
      'students.delete_student: not allowed to delete',
    ]);
  });
});

describe.each(declared)('$name', ({ name, call }) => {
  test('takes the parameters of its path and its actor fields', () => {
    const input = inputOf(call);
    const fields = Object.keys(input.properties ?? {});
    expect(fields).toEqual(expect.arrayContaining(pathParams(call.path)));
    expect(input.required ?? []).toEqual(expect.arrayContaining(pathParams(call.path)));
    const persons = [
      ...(call.actor ?? []),
      ...(call.onBehalf ?? []),
      ...(call.subject ? [call.subject] : []),
    ];
    expect(fields).toEqual(expect.arrayContaining(persons));
  });

  test('says whether it changes data', () => {
    const writes = call.method === 'GET' ? writesByGet.has(name) : !readByPost.has(name);
    expect(call.changes ?? false).toBe(writes);
    expect(call.alsoPost ?? false).toBe(call.method === 'GET' && (writes || takesTypedText(call)));
  });

  test('answers no password, hash or token except the one of signing in', () => {
    const telling = propertyPaths(outputOf(call)).filter((path) =>
      /pass|hash|token|otp|secret|validator/i.test(path.split('.').at(-1) ?? ''),
    );
    const allowed: Readonly<Record<string, string[]>> = {
      'accounts.login': ['token'],
      'accounts.forgetPassword_otp_send': ['otp'],
      'accounts.forgetPassword_otp_verify': ['otp'],
    };
    expect(telling).toEqual(allowed[name] ?? []);
    // An answer with one is never stored for a retry.
    expect(call.secret ?? false).toBe(telling.length > 0 || carriesGrant.has(name));
  });
});

test('only uploads of whole spreadsheets may be larger than other bodies', () => {
  const larger = declared.filter(({ call }) => call.limits !== undefined);
  expect(larger.map(({ name, call }) => [name, call.limits])).toEqual(
    [
      'studentImport.students_preview',
      'studentImport.students',
      'paymentUpload.excel_payment_details_upload',
      'paymentUpload.payments_preview',
      'paymentUpload.payments',
    ].map((name) => [name, { bytes: 10 * 1024 * 1024, elements: 20_000 }]),
  );
});

/** The part of a JSON Schema that limits lengths. */
interface Node {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

/** Places where a text or a list could be as long as the whole body. */
function* endless(node: Node, trail: string): Generator<string> {
  const isShort =
    node.maxLength !== undefined ||
    node.enum !== undefined ||
    node.const !== undefined ||
    ['date', 'uuid'].includes(node.format ?? '') ||
    // A pattern for the whole text, without unlimited repetition.
    /^\^(?!.*(?:[^\\][*+]|,\})).*\$$/.test(node.pattern ?? '');
  if (node.type === 'string' && !isShort) yield trail;
  if (node.type === 'array' && node.maxItems === undefined) yield `${trail}[]`;
  for (const [key, inner] of Object.entries(node.properties ?? {})) yield* endless(inner, `${trail}.${key}`);
  for (const inner of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) yield* endless(inner, trail);
  if (node.items !== undefined) yield* endless(node.items, `${trail}[]`);
}

test('every text and list of an input has a limit in its schema', () => {
  const found = declared.flatMap(({ name, call }) => [...endless(inputOf(call) as Node, name)]);
  // Their limits are behind a transformation, which JSON Schema cannot express.
  const looser = /\.(course_description|description|what_we_learn|note|start_date|attendance_date|date)$/;
  expect(found.filter((trail) => !looser.test(trail))).toEqual([]);
  const hidden = { text: wrappedHtml('note'), day: looseDate, instant };
  for (const [name, schema] of Object.entries(hidden)) {
    const long = name === 'instant' ? `2026-01-01T00:00:00.${'0'.repeat(100)}Z` : 'x'.repeat(100_001);
    expect([name, z.safeParse(schema, long).success]).toEqual([name, false]);
  }
  expect(z.safeParse(wrappedHtml('note'), { note: 'x'.repeat(100_001) }).success).toBe(false);
});

test('a call with formatted text costs more than an ordinary one, and a long one costs most', () => {
  const isFormatted = ({ input }: Call) =>
    JSON.stringify(z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' })).includes(
      '"maxLength":100000',
    );
  const weighed = declared.filter(({ call }) => isFormatted(call));
  expect(weighed.length).toBeGreaterThan(5);
  expect(weighed.filter(({ call }) => costOf(call) < formattedCost)).toEqual([]);
  const long = declared.filter(({ call }) => call.file ?? call.streamed ?? call.limits);
  expect(long.filter(({ call }) => !isCostly(call))).toEqual([]);
});

describe('the input of a call', () => {
  test.each([
    ['', ''],
    [null, ''],
    [undefined, ''],
    ['None', ''],
    ['none', ''],
    ['courseadmin', 'courseadmin'],
    ['Course Admin', 'courseadmin'],
    ['teacher', 'teacher'],
    ['Teacher', 'teacher'],
  ])('the role choice %j of the sign-in page reads as %j', (flag, choice) => {
    const input = api.accounts.login.input.parse({ email_id: 'a@b.c', password: 'x', flag });
    expect(input.flag).toBe(choice);
  });

  test('drops keys that the server manages', () => {
    const input = api.courses.add_course.input.parse({
      course_name: 'Veda',
      courseadmin_id: '7',
      course_duration: 'yearly',
      start_date: '2026-12-01',
      status: 'published',
      created_at: '2020-01-01',
      mainrole: 'admin',
    });
    expect(Object.keys(input)).not.toEqual(expect.arrayContaining(['status']));
    expect(Object.keys(input)).not.toEqual(expect.arrayContaining(['created_at']));
    expect(Object.keys(input)).not.toEqual(expect.arrayContaining(['mainrole']));
    expect(input.courseadmin_id).toBe(7);
  });

  test('refuses an edited course with a script link and a date that does not exist', () => {
    const topic = { weekCount: 1, topicName: 'One', video: 'javascript:alert(1)', state: 'ADD' };
    const edit = {
      course_name: 'Veda',
      course_duration: 'yearly',
      start_date: '2026-Feb-30',
      course_id: 1,
      total_topics: [topic],
    };
    const paths = read(api.courses.edit_course_by_courseadmin, edit).error?.issues.map((issue) =>
      issue.path.join('.'),
    );
    expect(paths).toEqual(['start_date', 'total_topics.0.video']);
  });

  test('reads payment rows as an array or as an object with one, in any case of the headers', () => {
    const rows = [{ 'Payment ID': 12, 'Full name': ' Asha ', AMOUNT: '1,250.00', unknown: 'x' }];
    const expected = [
      expect.objectContaining({ payment_id: '12', full_name: 'Asha', amount: '1,250.00', email_id: '' }),
    ];
    expect(api.paymentUpload.excel_payment_details_upload.input.parse(rows)).toEqual(expected);
    expect(api.paymentUpload.excel_payment_details_upload.input.parse({ data: rows })).toEqual(expected);
    expect(read(api.paymentUpload.excel_payment_details_upload, { a: [], b: [] }).success).toBe(false);
  });

  test('a deleted mapping needs its id, a new one its type and mailbox', () => {
    const good = [
      { flag: 1, course_type_id: 1, email_id: 'a@b.c' },
      { flag: 3, course_type_mapp_id: 4 },
    ];
    expect(read(api.enquiries.submit, good).success).toBe(true);
    expect(read(api.enquiries.submit, [{ flag: 3, email_id: 'a@b.c' }]).success).toBe(false);
    expect(read(api.enquiries.submit, [{ flag: 1, email_id: 'a@b.c' }]).success).toBe(false);
  });

  test('an unreadable attendance date is answered with the text for a wrong date', () => {
    const marks = { course_id: 1, class_id: 1, attendance_date: '2026-02-30' };
    const issue = read(api.attendance.get_students_attendence, marks).error?.issues[0];
    expect(issue?.message).toBe('wrong_date');
    expect(messages.wrong_date).toBe('Please select correct date');
  });

  test('an upload is of a kind, a type and a size that fit together', () => {
    const file = { kind: 'course_image', name: 'a.png', type: 'image/png', size: 1000 };
    expect(read(api.files.begin, file).success).toBe(true);
    expect(read(api.files.begin, { ...file, type: 'image/svg+xml' }).success).toBe(false);
    expect(read(api.files.begin, { ...file, size: 6_000_000 }).success).toBe(false);
    expect(read(api.files.begin, { ...file, kind: 'topic_pdf' }).success).toBe(false);
  });
});

describe('the texts', () => {
  test('have a code each', () => {
    const tables = [errors, notices, fieldProblems, rowRemarks, intakeRemarks, words];
    const codes = tables.flatMap((table) => Object.keys(table));
    expect(Object.keys(messages)).toHaveLength(codes.length);
  });

  test('contain the text of a fact that is a code, and any other fact as it is', () => {
    const problem = { problem: 'column_long', column: 'phone_number', most: 40, rows: '2, 3' };
    expect(fill(messages, 'rows_refused', problem)).toBe(
      'Phone number is longer than 40 characters (row 2, 3)',
    );
    const decided = said('homework_decided', { person: 'accepted', decision: 'rejected' });
    expect(decided.message).toBe('accepted has already rejected this homework');
  });

  test('need no facts but the declared ones', () => {
    const named = Object.values(messages).flatMap(namesIn);
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(facts).toSorted());
  });

  test('for a wrong value in any field are declared codes with their facts', () => {
    const problems = new Map(
      calls()
        .flatMap(({ call }) => problemsOf(call))
        .map((problem) => [`${problem.given}: ${problem.told.message}`, problem]),
    );
    expect(problems.size).toBeGreaterThan(20);
    for (const { given, told } of problems.values()) {
      expect(told.code).toBe(given);
      checkSaid(told, told.message);
    }
  });
});

test('a course admin reaches every row only with a stated reason', () => {
  const wide = calls().filter(({ call }) => reachOf(call, 'courseadmin') === 'any');
  expect(wide.length).toBeGreaterThan(0);
  expect(wide.filter(({ call }) => (call.anyBecause ?? '').length < 20).map(({ name }) => name)).toEqual([]);
  const explained = calls().filter(({ call }) => call.anyBecause !== undefined);
  expect(explained.map(({ name }) => name)).toEqual(wide.map(({ name }) => name));
});
