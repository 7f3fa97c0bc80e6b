import type { CallName } from '@gurukul/contract/index';
import { defaultSettings } from '@gurukul/contract/provider';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { satsang } from '../../test/events.ts';
import { office } from '../../test/office.ts';
import { foundSchool } from '../../test/small-school.ts';

/* When two people or two tabs edit one row, neither overwrites the other without knowing. */

const server = await testApp({ database: 'empty' });
const { call, db } = server;
const admin = { as: 'admin@office.test' };
const own = { as: 'own@office.test' };
let school: Awaited<ReturnType<typeof foundSchool>>;
beforeAll(async () => {
  school = await foundSchool(db);
});

interface Row {
  readonly version: number | string;
}

type Editor = 'nobody' | 'one' | 'other';

interface Edit {
  /** Makes the row to edit and returns its key in the calls. */
  readonly make: () => Promise<number>;
  readonly read: (key: number) => Promise<Row>;
  /** Sends what a form sends. `by`: nobody in particular, one person, or the other, who saves later. */
  readonly save: (key: number, by: Editor, version?: Row['version']) => Promise<{ status: number }>;
  /** The other one deletes the row. */
  readonly otherDeletes?: true;
}

const first = async <T>(answer: Promise<{ body: T }>) => (await answer).body;

const course = (path: 'courses.edit_course_by_admin' | 'courses.edit_course_by_courseadmin'): Edit => ({
  make: async () => office(db).course(`Course ${path}`, school.staff.own),
  read: async (course_id) => first(call('courses.get_single_course', { course_id }, admin)),
  save: (course_id, by, version) =>
    call(
      path,
      {
        course_id,
        course_name: `By ${by}`,
        course_duration: 'yearly',
        start_date: '2030-01-07',
        courseadmin_id: school.staff.own,
        course_description: '',
        description: '',
        what_we_learn: '',
        note: '',
        type: '',
        version,
      },
      admin,
    ),
});

const event: Edit = {
  make: async () => {
    const { body } = await call('events.add_event', satsang(school.gita.id), own);
    return body.result[0].event_id;
  },
  read: async (event_id) => (await first(call('events.get_single_events', { event_id }, own))).data,
  save: (event_id, by, version) =>
    call(
      'events.edit_event',
      { ...satsang(school.gita.id), event_id, event_name: `By ${by}`, version },
      by === 'one' ? own : admin,
    ),
};

let slotsMade = 0;
const slotEdit: Edit = {
  make: async () => {
    slotsMade += 1;
    const slot = { class_name: `Dawn ${slotsMade}`, class_day: 'monday', time: '06:30', time_zone: 'IST' };
    const { body } = await call('classes.create_class', { course_id: school.gita.id, ...slot }, own);
    return body.class.find((row: { class_name: string }) => row.class_name === slot.class_name).id;
  },
  read: async (id) => {
    const { body } = await call('people.get_teacher_bycourse', { courseId: school.gita.id }, own);
    return body.response.find((row: { id: number }) => row.id === id);
  },
  save: (id, by, version) =>
    call(
      'classes.update_class',
      {
        course_id: school.gita.id,
        id,
        class_name: `Of ${by}, ${id}`,
        class_day: 'tuesday',
        time: '07:00',
        time_zone: 'IST',
        version,
      },
      by === 'one' ? own : admin,
    ),
};

const profile: Edit = {
  // The version is a hash of the fields: saving the same values would make no new one.
  make: async () => {
    await profile.save(school.staff.own, 'nobody');
    return school.staff.own;
  },
  read: async (uid) => (await first(call('accounts.get_user_details', { uid }, own))).data[0],
  save: (_, by, version) =>
    call(
      'accounts.update_profile',
      {
        first_name: { nobody: 'Una', one: 'Uma', other: 'Usha' }[by],
        last_name: 'Rao',
        gender: 'female',
        phone_number: '9876543210',
        description: '<p>Teaches</p>',
        city: 'Pune',
        state: 'Maharashtra',
        region: 'India',
        dob: '1980-01-02',
        address: 'Lane 1',
        pincode: '411001',
        version,
      },
      own,
    ),
};

const mapping = (flag: 2 | 3): Edit => {
  const typeId = async () =>
    (await first(call('enquiries.get_types', {}, admin))).data.data[0].course_type_id;
  const list = async () => (await first(call('enquiries.get_mappings', {}, admin))).data.data;
  return {
    ...(flag === 3 ? { otherDeletes: true } : {}),
    make: async () => {
      await call('enquiries.add_type', { course_type_name: `Type ${flag}` }, admin);
      const row = { flag: 1, course_type_id: await typeId(), email_id: `first${flag}@office.test` };
      await call('enquiries.submit', [row], admin);
      return (await list()).at(-1).course_type_mapp_id;
    },
    read: async (id) =>
      (await list()).find((row: { course_type_mapp_id: number }) => row.course_type_mapp_id === id),
    save: async (course_type_mapp_id, by, version) => {
      const target = { course_type_id: await typeId(), email_id: `${by}${flag}@office.test` };
      // One of the two deletes the row that the other has edited.
      const as = by === 'other' ? flag : 2;
      return call('enquiries.submit', [{ flag: as, course_type_mapp_id, ...target, version }], admin);
    },
  };
};

const settings: Edit = {
  make: async () => {
    await settings.save(1, 'nobody');
    return 1;
  },
  read: async () => (await first(call('provider.get_settings', {}, admin))).data,
  save: (_, by, version) =>
    call('provider.save_settings', { ...defaultSettings, name: `By ${by}`, version }, admin),
};

const student: Edit = {
  make: async () => {
    // A save of what is there already makes no newer version.
    await student.save(school.students.anu, 'nobody');
    return school.students.anu;
  },
  read: async (id) => (await first(call('students.get_about', { id }, admin))).data,
  save: (user_id, by, version) =>
    call('students.update_student', { user_id, first_name: `By ${by}`, version }, own),
};

const colleague: Edit = {
  make: async () => {
    await colleague.save(school.staff.teach, 'nobody');
    return school.staff.teach;
  },
  read: async (id) => (await first(call('people.get_colleague', { id }, admin))).data,
  save: (user_id, by, version) =>
    call('people.update_colleague', { user_id, first_name: `By ${by}`, version }, admin),
};

const noteBy = (by: Editor) => ({ user_id: school.students.anu, body: `By ${by}`, readers: 'office' });

const note: Edit = {
  make: async () => {
    const { body } = await call('students.save_note', noteBy('nobody'), own);
    return body.data.note_id;
  },
  read: async (note_id) =>
    (await first(call('students.get_notes', { id: school.students.anu }, own))).data.find(
      (row: { note_id: number }) => row.note_id === note_id,
    ),
  save: (note_id, by, version) =>
    call('students.save_note', { ...noteBy(by), note_id, version }, by === 'one' ? own : admin),
};

/** Another one each time. */
let openidServices = 0;
const openidOf = (number: number, label: string) => ({
  name: `edited-${number}`,
  label,
  issuer: `https://issuer.test/${number}`,
  client_id: 'portal',
  client_secret: 'a-secret-of-the-service',
  domains: [],
  is_enabled: false,
});
const openidService: Edit = {
  async make() {
    openidServices += 1;
    const input = openidOf(openidServices, 'New');
    return (await first(call('openid.save_service', input, admin))).data.service_id;
  },
  read: async (id) =>
    (await first(call('openid.get_services', {}, admin))).data.find(
      (row: { service_id: number }) => row.service_id === id,
    ),
  save: (service_id, by, version) =>
    call('openid.save_service', { ...openidOf(openidServices, `By ${by}`), service_id, version }, admin),
};

const payService: Edit = {
  async make() {
    await first(call('checkouts.save_pay_service', payServiceBy('one', 'sk_test_one'), admin));
    return 1;
  },
  read: async () => (await first(call('checkouts.get_pay_services', {}, admin))).data[0],
  save: (_, by, version) => call('checkouts.save_pay_service', { ...payServiceBy(by, ''), version }, admin),
};
const ofRules = async () =>
  (await first(call('privacy.get_terms', {}, admin))).data.find(
    ({ kind }: { kind: string }) => kind === 'rules',
  );
const terms: Edit = {
  async make() {
    await call('privacy.save_terms', { kind: 'rules', body: 'Of nobody' }, admin);
    return 0;
  },
  read: ofRules,
  save: (_, by, version) => call('privacy.save_terms', { kind: 'rules', body: `By ${by}`, version }, admin),
};
const questionBy = (by: string, question_id: number | null) => ({
  question_id,
  about: 'person',
  kind: 'line',
  label: `Temple of ${by}`,
  asked: [],
  shown_to: 'office',
  keep_count: null,
  keep_unit: 'days',
});
const readQuestions = () => first(call('questions.get_questions', {}, admin));
const ownQuestions: Edit = {
  async make() {
    const { data } = await readQuestions();
    const [known] = data;
    const save = { questions: [questionBy('nobody', known?.question_id ?? null)] };
    return (await first(call('questions.save_questions', save, admin))).data[0].question_id;
  },
  read: readQuestions,
  save: (key, by, version) =>
    call('questions.save_questions', { questions: [questionBy(by, key)], version }, admin),
};
const answers: Edit = {
  make: async () => {
    await ownQuestions.make();
    await answers.save(school.students.anu, 'nobody');
    return school.students.anu;
  },
  read: async (id) => (await first(call('questions.get_answers', { id }, admin))).data.answered[0],
  save: async (user_id, by, version) => {
    const [{ question_id }] = (await readQuestions()).data;
    const given = { user_id, course_id: null, answers: [{ question_id, answer: `By ${by}` }], version };
    return call('questions.save_answers', given, by === 'one' ? own : admin);
  },
};
const wish: Edit = {
  make: async () => {
    await wish.save(school.students.anu, 'nobody');
    return school.students.anu;
  },
  read: async (id) =>
    (await first(call('placing.get_wishes', { id }, own))).data.wishes.find(
      (each: { course_id: number | null }) => each.course_id === school.gita.id,
    ),
  save: (user_id, by, version) =>
    call(
      'placing.save_wish',
      {
        user_id,
        course_id: school.gita.id,
        zone: 'Asia/Kolkata',
        hours: [by.length],
        languages: [],
        version,
      },
      by === 'one' ? own : admin,
    ),
};
const checks: Edit = {
  make: async () => {
    await checks.save(school.staff.teach, 'nobody');
    return school.staff.teach;
  },
  read: async (id) => (await first(call('people.get_checks', { id }, admin))).data,
  save: async (user_id, by, version) => {
    const { data } = await first(call('people.get_checks', { id: user_id }, admin));
    const [known] = data.checks;
    const check = { check_id: known?.check_id ?? null, kind: `Seen by ${by}`, valid_until: null };
    return call('people.save_checks', { user_id, path: null, checks: [check], version }, admin);
  },
};
const payServiceBy = (by: string, secret: string) => ({
  service: 'razorpay',
  key_id: `rzp_test_By${by.replaceAll(/\W/g, '')}0000`,
  secret,
  webhook_secret: secret.padEnd(20, '0'),
  is_on: false,
  currencies: [],
});

type EditCall = Extract<CallName, `${string}.${'edit' | 'update' | 'save'}_${string}` | `${string}.submit`>;

/** Calls that edit, and how; a text where a call takes no version, as it sets one thing or has a check of its own. */
const edits: Readonly<Record<EditCall, readonly Edit[] | string>> = {
  'courses.edit_course_by_admin': [course('courses.edit_course_by_admin')],
  'courses.edit_course_by_courseadmin': [course('courses.edit_course_by_courseadmin')],
  'events.edit_event': [event],
  'classes.update_class': [slotEdit],
  'accounts.update_profile': [profile],
  'students.update_student': [student],
  'people.update_colleague': [colleague],
  'students.save_note': [note],
  'enquiries.submit': [mapping(2), mapping(3)],
  'provider.save_settings': [settings],
  'openid.save_service': [openidService],
  'checkouts.save_pay_service': [payService],
  'privacy.save_terms': [terms],
  'questions.save_questions': [ownQuestions],
  'questions.save_answers': [answers],
  'placing.save_wish': [wish],
  'people.save_checks': [checks],

  'courses.edit_course_type': 'a name',
  'accounts.save_own_name': 'a name',
  'accounts.update_user_preference_admin': 'a language',
  'students.update_payment_status': 'a status',
  'students.update_registration_status': 'a status',
  'students.update_region': 'a region',
  'students.update_course_to_student': 'a place',
  'attendance.update_students_attendance': 'a mark',
  'attendance.save_roll': 'sends what it was opened on',
  'attendance.save_taught': 'an answer',
  'views.save_view': 'an address',
  'privacy.save_consent': 'an answer',
  'privacy.save_retention': 'a number for each kind',
  'messages.save_template': 'a text by its name',
  'selection.save_change': 'sends the digest of its preview',
  'settlements.save_settlement': 'sends the digest of its preview',
};

const versioned = Object.entries(edits).flatMap(([name, each]) =>
  typeof each === 'string' ? [] : each.map((edit) => [name, edit] as const),
);

describe.each(versioned)('%s', (_, { make, read, save, otherDeletes = false }) => {
  test('refuses the later of two that were opened at the same version, and keeps the earlier', async () => {
    const key = await make();
    const opened = await read(key);
    expect(opened.version).toEqual(expect.anything());
    expect((await save(key, 'one', opened.version)).status).toBe(200);
    const saved = await read(key);
    expect(saved.version).not.toBe(opened.version);
    const later = await save(key, 'other', opened.version);
    expect(later).toMatchObject({
      status: 409,
      body: { message: 'This was changed in the meantime, please load it again' },
    });
    expect(await read(key)).toEqual(saved);
    // Opened anew, or sent without a version by older clients, it is saved.
    expect((await save(key, 'other', saved.version)).status).toBe(200);
  });

  test('without a version saves as it always did', async () => {
    const key = await make();
    expect((await save(key, 'one')).status).toBe(200);
    expect((await save(key, 'other')).status).toBe(200);
  });

  test('saves one of two at the same moment', async () => {
    const key = await make();
    const { version } = await read(key);
    const answers = await Promise.all([save(key, 'one', version), save(key, 'other', version)]);
    const [one, other] = answers.map(({ status }) => status);
    // Of a row that the other one deleted first there is no newer version.
    const isGone = otherDeletes && other === 200;
    expect([one, other]).toEqual(one === 200 ? [200, 409] : [isGone ? 404 : 409, 200]);
  });
});

test.each(versioned.filter(([, { otherDeletes }]) => otherDeletes))(
  '%s of a row that is gone finds none',
  async (_, { make, read, save }) => {
    const key = await make();
    const { version } = await read(key);
    expect((await save(key, 'other', version)).status).toBe(200);
    expect((await save(key, 'one', version)).status).toBe(404);
  },
);

test('a canceled event has a newer version; one whose registration opened has not', async () => {
  const id = await event.make();
  const opened = await event.read(id);
  await call('events.publish_event', { event_id: id }, own);
  await call('events.event_registrations', { event_id: id }, { ...own, method: 'POST' });
  expect((await event.read(id)).version).toBe(opened.version);
  await call('events.cancel_event', { event_id: id }, own);
  expect((await event.save(id, 'one', opened.version)).status).toBe(409);
});
