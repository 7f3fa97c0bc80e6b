import { errors } from './shared/words/errors.ts';
import { fieldProblems } from './shared/words/field-problems.ts';
import { fill } from './shared/words/fill.ts';
import { facts, messages, said, words } from './shared/words/messages.ts';
import { notices } from './shared/words/notices.ts';
import { intakeRemarks } from './shared/words/intake-remarks.ts';
import { rowRemarks } from './shared/words/row-remarks.ts';
import { bringRemarks } from './shared/words/bring-remarks.ts';
import { settlementRemarks } from './shared/words/settlement-remarks.ts';
import { checkSaid } from './test/check-said.ts';
import { namesIn } from './test/message-faults.ts';
import { problemsOf } from './test/problems.ts';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { api, callNames, calls, previewCallOf } from './index.ts';
import { actions } from './shared/calls/actions.ts';
import type { ActionName } from './shared/calls/actions.ts';
import { costOf, formattedCost, isCostly, pathParams, reachOf } from './shared/calls/call.ts';
import type { Call } from './shared/calls/call.ts';
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

/** Texts that people type to find somebody: part of a name, an address, a number. */
const takesTypedText = (call: Call) =>
  Object.keys(inputOf(call).properties ?? {}).some((field) =>
    /^(search|text|query|q|.*name|.*email.*|.*phone.*)$/.test(field),
  );

/** Answers that are secret although no field name says so: an upload grant, the contents of an invitation, a link. */
const carriesGrant: ReadonlySet<string> = new Set([
  // A link that a new device opens with a code from the mailbox alone.
  'myPage.give_link',
  'accounts.getinviting',
  'files.begin',
  'calendar.create_feed',
  'intake.create_key',
  'intake.rotate_key',
  'intake.begin_file',
  // Challenges, and codes that are shown once.
  'passkeys.begin_passkey',
  'passkeys.add_passkey',
  'passkeys.begin_code_app',
  'passkeys.confirm_code_app',
  'passkeys.new_recovery_codes',
  'passkeys.begin_proof',
  'passkeys.begin_sign_in',
]);

describe('the table of calls', () => {
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

describe('a change that people see before', () => {
  test('names what showed it, and is refused when that has changed', () => {
    const checking = declared.filter(({ call }) => call.checks !== undefined);
    const withDigest = declared.filter(
      ({ call }) => call.changes === true && inputOf(call).properties?.['digest'] !== undefined,
    );
    expect(checking.map(({ name }) => name)).toEqual(withDigest.map(({ name }) => name));
    expect(checking.length).toBeGreaterThan(10);
  });

  test.each(declared.filter(({ call }) => call.checks !== undefined))('$name', ({ name, call }) => {
    const shows = previewCallOf(name)!;
    expect(propertyPaths(outputOf(shows.call))).toContain('data.digest');
    // What shows a change changes nothing: another call, or this one as it is asked to.
    expect(shows.name === name).toBe(inputOf(call).properties?.['preview'] !== undefined);
    expect(shows.call.changes ?? false).toBe(shows.name === name);
  });
});

describe('the roles of a call', () => {
  test('equals the table of authority, call by call', () => {
    expect(Object.fromEntries(declared.map(({ name, call }) => [name, readable(call)]))).toEqual(authority);
  });

  test('follows from its action; every action has calls', () => {
    const used = new Set(declared.map(({ call }) => call.action));
    expect(Object.keys(actions).filter((name) => !used.has(name as ActionName))).toEqual([]);
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

  test('these fields name the caller, and nobody else', () => {
    const named = declared.flatMap(({ name, call: { actor = [], onBehalf = [] } }) => [
      ...actor.map((field) => `${name} ${field}`),
      ...onBehalf.map((field) => `${name} ${field} unless admin`),
    ]);
    expect(named).toEqual([
      'accounts.change_password user_id',
      'accounts.update_profile user_id',
      'accounts.switch_role user_id',
      'people.delete_teacher user_id',
      'assignments.add_teacher_to_class assigned_by',
      'assignments.course_assign assigned_by',
      'courses.add_course user_id',
      'courses.edit_course_by_admin user_id',
      'courses.edit_course_by_courseadmin added_by',
      'courses.course_publish user_id',
      'courses.course_reg_status user_id',
      'classes.create_class created_by',
      'students.getallstudents_under_courseadmin user_id unless admin',
      'students.delete_student user_id',
      'students.remove_student_association user_id',
      'students.update_course_to_student courseadmin_id unless admin',
      'events.add_event created_by',
      'events.edit_event created_by',
      'attendance.get_courses_students course_admin_id unless admin',
      'attendance.get_students_attendence course_admin_id unless admin',
      'attendance.update_students_attendance course_admin_id unless admin',
      'attendance.attendance_report course_admin_id unless admin',
      'homework.accept_homework teacher_id unless admin',
    ]);
  });

  test('a field for the whole office needs the main role', () => {
    const fields = declared.flatMap(({ name, call }) =>
      Object.keys(inputOf(call).properties ?? {})
        .filter((field) => /^(for|of)_(office|all|everybody)$|^shared$/.test(field))
        .map((field) => `${name} ${field} ${call.mainRole === field}`),
    );
    expect(fields).toEqual(['views.save_view for_office true']);
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
      ...(call.log?.about ? [call.log.about] : []),
    ];
    expect(fields).toEqual(expect.arrayContaining(persons));
  });

  test('answers POST too where GET would change data or name a typed text, or where both are specified', () => {
    const isUnfit = call.changes === true || takesTypedText(call) || name === 'questions.get_questions';
    expect(call.alsoPost ?? false).toBe(call.method === 'GET' && isUnfit);
  });

  test('answers no password, hash or token except the one of signing in', () => {
    const telling = propertyPaths(outputOf(call)).filter((path) =>
      /pass(?!key)|hash|token|otp|secret|validator/i.test(path.split('.').at(-1) ?? ''),
    );
    const allowed: Readonly<Record<string, string[]>> = {
      'accounts.login': ['token'],
      'openid.finish': ['token'],
      'passkeys.sign_in': ['token'],
      'passkeys.second_factor': ['token'],
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
      'settlements.settlement_preview',
      'settlements.save_settlement',
      'bring.bring_preview',
      'bring.bring_files',
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
    const tables = [
      errors,
      notices,
      fieldProblems,
      rowRemarks,
      intakeRemarks,
      settlementRemarks,
      bringRemarks,
      words,
    ];
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
