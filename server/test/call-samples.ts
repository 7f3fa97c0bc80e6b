import type { AskedCall } from '@gurukul/contract/approvals';
import type { UploadTarget } from '@gurukul/contract/files';
import type { CallName } from '@gurukul/contract/index';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import type { Answer } from './app.ts';
import { demoPassword } from './app.ts';
import { satsang } from './events.ts';
import { runningSince } from './office.ts';
import { markedDay, mondayIn, nothing, offerSecret, plantedLine, plantedNumber } from './planted-school.ts';
import type { Objects } from './planted-school.ts';
import { dayFromToday } from './small-school.ts';

export interface SampleTools {
  readonly word: string;
  /** Makes a call first, as the caller of the sample or as somebody far away with the same role. */
  ask(name: CallName, input: unknown, by: Asker | 'courseadmin'): Promise<Answer>;
  /** Invites a teacher with this address and returns the secret. */
  invite(email: string): Promise<string>;
  /** Plants a passkey of the caller and returns its id. */
  passkey(by: Asker): Promise<number>;
  /** Asks for a deed on account admins, whose day has passed then. */
  approved(name: AskedCall, input: object, by: Asker): Promise<void>;
  /** Sends bytes to the target of an upload. */
  put(target: UploadTarget, bytes: Buffer): Promise<void>;
}

export type Asker = 'self' | 'stranger';

/** The extra rows of one call: the caller's, a stranger's, and an id that does not exist. */
export interface Extra {
  readonly own: string | number;
  readonly far: string | number;
  readonly missing: string | number;
}

/** Besides the objects that a sample names. */
export interface Given {
  /** Another one each time, for unique names. */
  readonly word: string;
  readonly role: PortalRole;
  /** The id of the caller: a person, or a machine's key. */
  readonly me: number;
  readonly extra: string | number;
}

export interface Sample {
  /**
   * An input that is answered with 200, with every field that the call knows, as far as they go together: what is left
   * out below a list or an object is tried with nothing wrong.
   */
  readonly input: (objects: Objects, given: Given) => object;
  readonly extra?: (
    tools: SampleTools,
    objects: { readonly own: Objects; readonly far: Objects },
  ) => Promise<Extra>;
  /** `extra` is the caller's alone: not even an account admin reaches a stranger's. */
  readonly isPrivate?: true;
  /** It is refused politely, because nobody has the right code or key. */
  readonly isGuess?: true;
  /** The caller may name any of these, because a directory shows them all. */
  readonly free?: readonly (keyof Objects)[];
  /** The status of rows out of reach where it is not 404; `all`: for all at once. */
  readonly instead?: Readonly<Partial<Record<keyof Objects | 'all' | 'extra', number>>>;
  /** Out of reach, these leave a request for an account admin, with or without an owner. */
  readonly asks?: readonly (keyof Objects)[];
  /** There may be nothing to change. */
  readonly mayBeIdle?: true;
}

/** Nothing that could be named. */
export const none: Extra = { own: '', far: '', missing: '' };

const inputOf = (input: Sample['input'], rest: Omit<Sample, 'input'> = {}): Sample => ({ input, ...rest });
const empty = inputOf(() => ({}));
/** Of a call that `checks`: its extra is the digest of the preview, and without one nothing is done. */
const checkedInput = (input: Sample['input'], rest: Omit<Sample, 'input'> = {}): Sample => ({
  ...rest,
  input: (objects, given) => ({ ...input(objects, given), digest: given.extra }),
  instead: { ...rest.instead, extra: 409 },
});

const newAddress = (word: string) => `new.${word}@office.test`;

const charging = (o: Objects) => ({
  course_id: o.course,
  class_id: o.class,
  user_ids: [o.guest],
  currency: 'INR',
  parts: [{ due_on: '2036-01-01', amount: '100.00' }],
  knowing: true,
});
const owing = (o: Objects) => ({
  show: 'open',
  course_id: o.secondCourse,
  user_id: o.student,
  overdue: 1,
  currency: 'INR',
  search: '',
});
const reminding = (o: Objects) => ({ filter: { ...owing(o), class_id: '' }, user_ids: [o.student] });

const event = (o: Objects, { word, me }: Given) =>
  satsang(o.course, {
    event_name: `Talk ${word}`,
    course_name: 'Sutra',
    image_url: '/defaults/event.svg',
    created_by: me,
    reminders: ['hour'],
    speakers: [{ id: '', speaker_name: 'Ravi', speaker_image: '/defaults/speaker.svg', state: 'ADD' }],
  });

const message = (o: Objects, word: string) => ({
  audience: { class_id: o.class },
  subject: `News ${word}`,
  body: '<p>Namaste {name}, see you at {next meeting}.</p>',
});
const pushDevice = (word: string) => ({
  endpoint: `https://push.example.org/${encodeURIComponent(word)}`,
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
  language: 'en',
});

const openidService = (word: string) => ({
  service_id: null,
  name: `s-${word.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  label: 'School',
  // Nobody is asked there: the server does not reach this address.
  issuer: `https://127.0.0.1:9/${encodeURIComponent(word)}`,
  client_id: `portal ${word}`,
  client_secret: 'a-secret-of-the-service',
  domains: ['school.test'],
  is_enabled: true,
});
const savedService: NonNullable<Sample['extra']> = async ({ ask, approved, word }) => {
  const input = openidService(word);
  await approved('openid.save_service', input, 'self');
  const { body } = await ask('openid.save_service', input, 'self');
  const { service_id } = body.data;
  await approved('openid.delete_service', { service_id }, 'self');
  return { own: service_id, far: service_id, missing: nothing };
};

const template = (word: string) => ({
  name: `Text ${word}`,
  language: 'te',
  subject: 'Next week',
  body: '<p>Namaste {name}</p>',
});

const newNotes: Sample['extra'] = async ({ ask, word }, { own, far }) => {
  const written = async ({ student: user_id }: Objects, by: Asker) => {
    const note = { user_id, body: `Sings, ${word}`, readers: 'teachers' };
    return (await ask('students.save_note', note, by)).body.data.note_id;
  };
  return { own: await written(own, 'self'), far: await written(far, 'stranger'), missing: nothing };
};

const view = (word: string) => ({
  list: '/students',
  name: `View ${word}`,
  address: 'sort=-fullname&course=1',
  for_office: false,
});

const attendanceReport = (o: Objects, word: string) => ({
  name: `Report ${word}`,
  rhythm: 'weekly',
  report: { list: 'attendance', course_id: o.course, class_id: o.class },
});

/** A schedule of the caller's, and a stranger's. */
const withReport: Omit<Sample, 'input'> = {
  extra: async ({ ask, word }, { own, far }) => {
    const added = async (by: Asker) =>
      (await ask('reports.add_report', attendanceReport(by === 'self' ? own : far, word), by)).body.data
        .report_id;
    return { own: await added('self'), far: await added('stranger'), missing: 999_999 };
  },
};

const course = (word: string) => ({
  course_name: `Course ${word}`,
  course_image: '/defaults/course.svg',
  course_duration: 'quarterly',
  start_date: runningSince,
});
const description = '{"description":"<p>A</p>"}';
const explained = { what_we_learn: '{"what":"<p>B</p>"}', note: '{"note":"<p>C</p>"}' };

const weekly = (o: Objects, word: string) => ({
  course_id: o.course,
  class_name: `Class ${word}`,
  class_day: 'sunday',
  time: '05:30',
  time_zone: 'IST',
  duration: 60,
  slot_time: '',
  allow_overlap: false,
});

const newTime = {
  time: '19:15',
  duration: 45,
  reason: 'A storm',
  allow_overlap: true,
  preview: false,
  tell: true,
};
const dayOff = (o: Objects) => ({
  from: mondayIn(6),
  to: mondayIn(7),
  name: 'Diwali',
  scope: 'class',
  id: o.class,
  except: [{ slot_id: o.slot, on_date: mondayIn(6) }],
  preview: false,
  tell: true,
});

const twoTeachers = (o: Objects) => ({
  keep_id: o.helper,
  merge_id: o.newcomer,
  fields: { name: 'merge' },
  // Answers to clashes that there are not count for nothing.
  marks: [{ class_id: 1, attendance_date: markedDay, use: 'keep' }],
  courses: [{ course_id: 1, use: 'keep' }],
});

const paged = { page: 1, pageSize: 10, search: '', sort: '' };
const shown = { course_status: 'all', ...paged };
/** Filters that name rows. Foreign ones find nobody. */
const among = (o: Objects) => ({ course_id: o.course, class_id: o.class, teacher_id: o.teacher });
const nobodyFound = { course: 200, class: 200, teacher: 200, all: 200 };
const money = { ...paged, status: '', from: '', to: '', course_id: '', sort: '-created_at' };

/** Paid in cash by a guardian, for two courses. */
const byHand = (o: Objects, word: string) => ({
  kind: 'fee',
  student_id: o.student,
  course_id: o.course,
  shares: [
    { user_id: o.student, course_id: o.course, amount: '700' },
    { user_id: o.student, course_id: o.secondCourse, amount: '300.50' },
  ],
  amount: '1000.50',
  currency: 'INR',
  method: 'cash',
  paid_at: dayFromToday(-1),
  full_name: `Payer ${word}`,
  email_id: 'payer@office.test',
  phone_number: '9876543210',
  note: 'At the desk',
  campaign: '',
  knowing: true,
});
const cash = (o: Objects, word: string) => ({
  ...byHand(o, word),
  shares: null,
  reference: `Desk ${word}`,
  again: false,
});
/** Payments that a hand wrote down; `then` makes what the call needs of one. */
const ofCash =
  (
    then: (ask: SampleTools['ask'], id: number, by: Asker) => Promise<number> = async (_, id) => id,
  ): Sample['extra'] =>
  async ({ ask, word }, { own, far }) => {
    const made = async (o: Objects, by: Asker) =>
      then(ask, (await ask('payments.record_payment', cash(o, `${word} ${by}`), by)).body.data.id, by);
    return { own: await made(own, 'self'), far: await made(far, 'stranger'), missing: nothing };
  };
const undecidedOf = (o: Objects) => ({
  of: 'payments',
  ids: [o.payment],
  filter: {
    course_id: o.course,
    student_id: o.student,
    course_type: '',
    region: '',
    kind: 'fee',
    search: '',
    status: '',
    from: '',
    to: '',
    campaign: '',
  },
  currency: 'INR',
});
const back = (word: string) => ({
  amount: '10.50',
  kind: 'refund',
  reason: 'Left before the first class',
  refunded_at: dayFromToday(-1),
  reference: `Back ${word}`,
});

const { page: _page, pageSize: _pageSize, course_id: _course, ...narrowed } = money;
const exported = { ...narrowed, format: 'csv' };

const day = (o: Objects) => ({ course_id: o.course, class_id: o.class, attendance_date: markedDay });
const span = { start_date: dayFromToday(-30), end_date: dayFromToday(0) };
const period = (o: Objects) => ({ course_id: o.course, class_id: o.class, ...span });
const otherDay = dayFromToday(-3);
/** Days on which the samples have marked somebody, back from ten days ago. */
let daysMarked = 10;

const student = (o: Objects, word: string) => ({
  first_name: 'Asha',
  last_name: 'Rao',
  email_id: `asha.${word}@office.test`,
  phone_number: '9876543210',
  course_name: o.courseName,
  class_name: o.className,
  gender: 'female',
  dob: '2001-02-03',
  address: '1 Main Road',
  city: 'Mysuru',
  state: 'Karnataka',
  country: 'India',
  region: 'India',
  pincode: '570001',
  language: 'English',
  timezone: 'Asia/Kolkata',
});
/**
 * A file of one class. A preview of students would count their addresses in the transaction that the matrix rolls back,
 * and the saving would wait for it.
 */
const broughtClass = (o: Objects, word: string) => ({
  files: [
    {
      file_name: 'classes.csv',
      lines: [
        { row: 1, cells: ['Course', 'Class', 'Day', 'Time', 'Time zone'] },
        { row: 2, cells: [o.courseName, `Brought ${word}`, 'Monday', '18:30', 'IST'] },
      ],
      // What the file says already; it has no signs.
      columns: [{ column: 'course_name', place: 0 }],
      signs: [{ sign: 'P', meaning: 'present' }],
    },
  ],
  answers: [answered],
});
/** The row asks nothing, so this answer has no effect. */
const answered = { row: 2, answer: 'sibling', user_id: 1, same_as_row: 3, seen: 1 };
const newStudent = (o: Objects, word: string) => ({
  ...sheet({ row: 2, ...student(o, word) }),
  answers: [answered],
});
/** The name of a planted student: their address begins with it. */
export const nameIn = (email: string) => email.replace(/@.*/, '');
/** Of nobody here, or it would be asked whose payment this is. */
const payersPhone = '9123456780';
const paymentOf = (o: Objects, word: string) => ({
  // The student's own: another name is asked about.
  full_name: nameIn(o.email),
  course_name: o.courseName,
  payment_id: `pay-${word}`,
  created_at: '2026-01-15',
  amount: '1250',
  status: 'success',
  phone_number: payersPhone,
  email_id: o.email,
  currency: 'INR',
});
const paymentRow = (o: Objects, word: string) => ({ row: 2, ...paymentOf(o, word) });
const newPayment = (o: Objects, word: string) => ({
  payment_id: `in-${word}`,
  course_id: o.course,
  course_name: o.courseName,
  full_name: 'Asha Rao',
  email_id: o.email,
  phone_number: payersPhone,
  amount: '1250.00',
  currency: 'INR',
  kind: 'fee',
  status: 'success',
  paid_at: '2026-01-15T10:00:00Z',
});
const newRefund = (word: string) => ({
  refund_id: `back-${word}`,
  payment_id: `in-${word}`,
  amount: '10.00',
  currency: 'INR',
  kind: 'refund',
  state: 'done',
  reason: 'Asked for',
  refunded_at: '2026-01-16T10:00:00Z',
});
/** A payment that a key handed in. */
const paid =
  (kind: string): NonNullable<Sample['extra']> =>
  async ({ ask, word }, { own }) => {
    await ask('intake.payments', items(newPayment(own, `${kind}${word}`)), 'self');
    return none;
  };
/** A sheet is answered row by row. */
const told = { all: 200, courseName: 200, className: 200, email: 200 };
const chosen = (o: Objects) => ({
  selected: {
    list: { course_status: 'all', ...among(o) },
    rows: [{ student_id: o.student, course_id: o.course }],
  },
  change: { kind: 'payment_status', payment_status: 'Sponsored' },
});
/** A payout of one payment, as Razorpay's dashboard writes it. */
const settlementOf = (word: string) => ({
  file_name: 'recon.csv',
  rows: [
    {
      row: 2,
      transaction_entity: 'payment',
      entity_id: `pay_${word}`,
      amount: '100.00',
      currency: 'INR',
      'fee (exclusive tax)': '2.00',
      tax: '0.36',
      debit: '0',
      credit: '97.64',
      settlement_id: `setl_${word}`,
      settled_at: '2026-03-05T10:00:00',
      settlement_utr: `utr${word}`,
    },
  ],
  service: 'razorpay',
  currency: 'INR',
  unit: 'major',
  date_order: 'day_first',
  choices: [{ row: 2, payment_id: 'chosen' }],
});
const sheet = (row: object) => ({ file_name: 'sheet.xlsx', rows: [row] });

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
// The smallest picture there is.
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const nowhere = '00000000-0000-4000-8000-000000000000';

/** An upload that is on its way, of the caller and of a stranger. */
const uploaded =
  (begin: CallName, wanted: object, bytes: Buffer): NonNullable<Sample['extra']> =>
  async ({ ask, put }) => {
    const send = async (by: Asker) => {
      const { body } = await ask(begin, { ...wanted, size: bytes.length }, by);
      const { file_id, upload } = body;
      await put(upload, bytes);
      return file_id as string;
    };
    return { own: await send('self'), far: await send('stranger'), missing: nowhere };
  };

/** An invitation that was sent to the new address of this word. */
const invited: NonNullable<Sample['extra']> = async ({ invite, word }) => {
  const own = await invite(newAddress(word));
  return { own, far: own, missing: 'x'.repeat(43) };
};

/** A passkey of the caller, and one of a stranger. */
const onePasskey: NonNullable<Sample['extra']> = async ({ passkey }) => ({
  own: await passkey('self'),
  far: await passkey('stranger'),
  missing: nothing,
});
const guess = { isGuess: true, mayBeIdle: true } as const;
const ownPasskey = { extra: onePasskey, isPrivate: true } as const;

const anyCredential = { id: 'x', rawId: 'x', type: 'public-key' } as const;
const usedPasskey = {
  ...anyCredential,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x', userHandle: 'x' },
};
const madePasskey = {
  ...anyCredential,
  response: { clientDataJSON: 'x', attestationObject: 'x', transports: ['internal'] },
};

/** Somebody whom the caller has invited, and somebody whom a stranger has. */
const waitingPerson: NonNullable<Sample['extra']> = async ({ ask, word }) => {
  const invite = async (by: Asker): Promise<number> => {
    const email_id = newAddress(`${word}.${by}`);
    await ask('accounts.invite', { email_id, role: 'teacher' }, by);
    const { body } = await ask('invitations.get_invitations', {}, by);
    return body.data.find((each: { email_id: string }) => each.email_id === email_id).user_id;
  };
  return { own: await invite('self'), far: await invite('stranger'), missing: nothing };
};

/** The receipt of the planted payment. */
const receipt: NonNullable<Sample['extra']> = async ({ ask }, { own, far }) => {
  const issued = async (payment_id: number, by: Asker): Promise<number> =>
    (await ask('receipts.issue_receipt', { payment_id }, by)).body.data.receipt_id;
  return {
    own: await issued(own.received, 'self'),
    far: await issued(far.received, 'stranger'),
    missing: nothing,
  };
};

const receiptSettings = {
  address: 'Lotus Road 5\nHyderabad',
  registration: 'AAATG1234FF20214',
  receipt_template: '80g',
  receipt_wording: 'Thank you.',
};

const items = (item: object) => ({ items: [item] });
/** Each of the staff exports the attendance of a class. */
const askedExport = (o: Objects, word: string) => ({
  call: 'attendance.export_report',
  input: { ...period(o), format: 'csv' },
  reason: `For the auditor, ${word}`,
});

/** One valid input of every call, made of the given objects. */
export const samples: Readonly<Record<CallName, Sample>> = {
  'accounts.login': inputOf((o) => ({
    email_id: o.teacherEmail,
    password: demoPassword,
    flag: 'teacher',
    remember: 0,
  })),
  'accounts.logout': empty,
  'accounts.forget_browser': empty,
  'accounts.sealing_key': empty,
  'accounts.act_as': inputOf((_, { role }) => ({ role })),
  'accounts.invite': inputOf((_, { word }) => ({ email_id: newAddress(word), role: 'teacher' })),
  'passkeys.get_factors': empty,
  'passkeys.begin_passkey': empty,
  'passkeys.add_passkey': inputOf(() => ({ name: 'Phone', passkey: madePasskey }), guess),
  'passkeys.rename_passkey': inputOf((_, { extra }) => ({ passkey_id: extra, name: 'Laptop' }), ownPasskey),
  'passkeys.delete_passkey': inputOf((_, { extra }) => ({ passkey_id: extra }), ownPasskey),
  'passkeys.begin_code_app': empty,
  'passkeys.confirm_code_app': inputOf(() => ({ code: '000000' }), guess),
  'passkeys.remove_code_app': inputOf(() => ({}), { mayBeIdle: true }),
  'passkeys.new_recovery_codes': inputOf(() => ({}), {
    async extra({ passkey }) {
      await passkey('self');
      return none;
    },
  }),
  'passkeys.begin_proof': empty,
  'passkeys.prove': inputOf(() => ({ password: demoPassword, code: '000000', passkey: usedPasskey }), {
    mayBeIdle: true,
  }),
  'passkeys.begin_sign_in': empty,
  'passkeys.sign_in': inputOf(() => ({ flag: '', passkey: usedPasskey })),
  'passkeys.second_factor': inputOf(() => ({ challenge: 'x', code: '000000', passkey: usedPasskey })),
  'passkeys.reset_factors': inputOf((o) => ({ uid: o.teacher }), { mayBeIdle: true }),
  'accounts.getinviting': inputOf((_, { extra: hash_id }) => ({ hash_id }), { extra: invited }),
  'accounts.registration': inputOf(
    (_, { word, extra: hash_id }) => ({
      email_id: newAddress(word),
      password: 'Quiet-River-7',
      cpassword: 'Quiet-River-7',
      first_name: 'Asha',
      last_name: 'Rao',
      role: 'teacher',
      phone_number: null,
      hash_id,
    }),
    { extra: invited },
  ),
  'accounts.forgetPassword_otp_send': inputOf((o) => ({ email_id: o.teacherEmail })),
  'accounts.forgetPassword_otp_verify': inputOf((o) => ({
    email_id: o.teacherEmail,
    otp: 'c_x',
    code: '1234',
  })),
  'accounts.changepassword_otp': inputOf((o) => ({
    email_id: o.teacherEmail,
    new_password: demoPassword,
    otp: 'g_x',
  })),
  'accounts.change_password': inputOf((_, { me }) => ({
    old_password: demoPassword,
    new_password: 'Tabla#Veena4',
    user_id: me,
    end_keys: [nothing],
  })),
  'accounts.send_reset_link': inputOf((o) => ({ uid: o.teacher })),
  'accounts.ask_email_change': inputOf((o, { word }) => ({ uid: o.teacher, email_id: newAddress(word) })),
  'accounts.withdraw_email_change': inputOf((o) => ({ uid: o.teacher }), { mayBeIdle: true }),
  'accounts.decide_email_change': inputOf(() => ({ secret: 'c_x', decision: 'confirmed' })),
  'accounts.get_sessions': inputOf((o) => ({ uid: o.self })),
  'accounts.end_sessions': inputOf((o) => ({
    uid: o.self,
    session_id: '',
    password: demoPassword,
    end_keys: [nothing],
  })),
  'accounts.get_user_details': inputOf((o) => ({ uid: o.self })),
  'accounts.get_user_profile': inputOf((o) => ({ uid: o.self })),
  'accounts.update_profile': inputOf((_, { me }) => ({
    user_id: me,
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
    image: null,
  })),
  'accounts.update_user_preference_admin': inputOf((o, { me }) => ({
    user_id: o.student,
    user_id1: me,
    preference_name: 'Language',
    preference_value: 'Telugu',
    flag: 1,
  })),
  'accounts.switch_role': inputOf((_, { role, me }) => ({
    user_id: me,
    role: role === 'teacher' ? 'courseadmin' : 'teacher',
  })),
  'accounts.get_role_reach': empty,
  'accounts.release_codes': inputOf(() => ({}), { mayBeIdle: true }),

  'access.get_requests': empty,
  'access.decide': inputOf((o) => ({ request_ids: [o.request], decision: 'accepted' })),
  'access.get_second_roles': empty,
  'access.get_admins': empty,
  'access.get_alarms': empty,
  'access.see_alarm': inputOf((o) => ({ alarm_id: o.alarm })),
  'access.get_ways_in': inputOf((o) => ({ uid: o.self })),
  'access.end_way_in': inputOf((o) => ({ uid: o.self, kind: 'known_browser', way_id: '0' }), {
    mayBeIdle: true,
  }),
  'access.suspend': inputOf((o) => ({ user_id: o.teacher })),
  'access.resume': inputOf((o) => ({ user_id: o.teacher }), { mayBeIdle: true }),
  'access.reset_sign_in': inputOf((o) => ({ user_id: o.teacher })),
  'security.get_log': inputOf(() => paged),
  'security.export_log': empty,
  'security.check_log': inputOf(() => ({}), { mayBeIdle: true }),
  'access.take_back_role': inputOf((o) => ({ user_id: o.doubleRole })),

  'invitations.get_invitations': empty,
  'invitations.resend_invitation': inputOf((_, { extra: uid }) => ({ uid }), { extra: waitingPerson }),
  'invitations.revoke_invitation': inputOf((_, { extra: uid }) => ({ uid }), { extra: waitingPerson }),
  'people.get_course_admin_names': empty,
  'people.get_all_courseadmins': empty,
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
  'people.get_all_teachers': empty,
  'people.get_single_teacher': inputOf((o) => ({ id: o.teacher })),
  'people.delete_teacher': inputOf((o, { me, role }) => ({ teacher_id: o.teacher, user_id: me, role })),
  'schedule.teacher_schedule': inputOf((o) => ({ uid: o.teacher, courseId: o.course })),
  'people.get_teacher_bycourse': inputOf((o) => ({ courseId: o.course })),
  'assignments.get_class_teacher': inputOf((o) => ({ course_id: o.course, id: o.slot })),
  'assignments.add_teacher_to_class': inputOf(
    (o, { me }) => ({
      course_id: o.course,
      user_id: o.helper,
      assigned_by: me,
      id: o.freeSlot,
      allow_overlap: false,
    }),
    { free: ['helper'] },
  ),
  'assignments.replace_teacher_to_class': inputOf(
    (o) => ({
      course_id: o.course,
      class_id: o.slot,
      assigned_id: o.assignment,
      user_id: o.helper,
      allow_overlap: false,
    }),
    { free: ['helper'] },
  ),
  'assignments.remove_teacher_from_class': inputOf((o) => ({
    course_id: o.course,
    class_id: o.slot,
    assigned_id: o.assignment,
  })),
  'assignments.teacher_count_change': inputOf((o) => ({ course_id: o.course, user_id: o.helper, count: 7 }), {
    free: ['helper'],
  }),
  'assignments.course_assign': inputOf(
    (o, { me }) => ({
      assigned_by: me,
      course_id: o.course,
      user_id: o.newcomer,
      expected: 'not associate',
    }),
    {
      free: ['newcomer'],
    },
  ),
  'people.getstudents_under_teacher': inputOf((o) => ({
    user_id: o.teacher,
    course_id: o.course,
    class_id: o.class,
  })),

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
  'courses.add_course_type': inputOf((_, { word }) => ({ id: 1, type: `Type ${word}` })),
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

  'classes.get_class': inputOf((o) => ({ class_id: o.class })),
  'classes.get_classes': inputOf((o) => ({ course_id: o.course })),
  'classes.get_waiting': inputOf((o) => ({ class_id: o.class })),
  'classes.set_reminders': inputOf((o) => ({ class_id: o.class, reminders: ['day'] })),
  'classes.place_waiting': inputOf((o) => ({ enrolment_id: o.waiting, even_if_full: true })),
  'classes.stop_waiting': inputOf((o) => ({ enrolment_id: o.waiting })),
  'meetings.get_meetings': inputOf((o) => ({ from: mondayIn(0), to: mondayIn(1), class_id: o.class })),
  'meetings.cancel_meeting': inputOf((o) => ({
    slot_id: o.slot,
    on_date: mondayIn(2),
    extra: false,
    reason: 'A storm',
    preview: false,
    tell: true,
  })),
  'meetings.move_meeting': inputOf((o) => ({
    slot_id: o.slot,
    on_date: mondayIn(3),
    extra: false,
    to_date: mondayIn(4),
    ...newTime,
  })),
  'meetings.add_meeting': inputOf((o) => ({ slot_id: o.slot, on_date: mondayIn(5), ...newTime })),
  'meetings.restore_meeting': inputOf(
    (o) => ({ slot_id: o.slot, on_date: mondayIn(8), extra: false, preview: false, tell: true }),
    {
      extra: async ({ ask }, { own, far }) => {
        const from = mondayIn(8);
        const off = (o: Objects) => ({ from, to: from, name: 'Holi', scope: 'class', id: o.class });
        await ask('meetings.add_day_off', off(own), 'self');
        await ask('meetings.add_day_off', off(far), 'stranger');
        return none;
      },
      mayBeIdle: true,
    },
  ),
  'meetings.change_teacher': inputOf(
    (o) => ({
      slot_id: o.slot,
      from: mondayIn(9),
      to: mondayIn(9),
      teacher_id: o.helper,
      allow_overlap: true,
      preview: false,
      tell: true,
    }),
    { free: ['helper'] },
  ),
  'meetings.set_join_link': inputOf((o, { word }) => ({
    slot_id: o.slot,
    on_date: mondayIn(0),
    extra: false,
    join_link: `https://meet.example.test/${word}`,
  })),
  'cases.assign': inputOf((o, { me }) => ({
    lines: [plantedLine(o.slot)],
    versions: [1],
    owner_id: me,
    due_on: mondayIn(0),
  })),
  'cases.put_off': inputOf((o) => ({ lines: [plantedLine(o.slot)], versions: [1], until: mondayIn(1) })),
  'cases.dismiss': inputOf((o) => ({ lines: [plantedLine(o.slot)], versions: [1], reason: 'A holiday' })),
  'cases.close': inputOf((o) => ({
    lines: [plantedLine(o.slot)],
    versions: [1],
    outcome: 'coming_back',
    reason: 'Was ill',
  })),
  'cases.reopen': inputOf((o) => ({ lines: [plantedLine(o.slot)], versions: [1] })),
  'cases.add_note': inputOf((o, { word }) => ({
    line: plantedLine(o.slot),
    text: `Called ${word}`,
    is_private: false,
  })),
  'cases.get_owners': inputOf((o) => ({ lines: [plantedLine(o.slot)] })),
  'cases.get_cases': inputOf((o) => ({
    mine: false,
    owner_id: '',
    state: 'all',
    kind: 'unmarked_class',
    course_id: o.course,
    student_id: '',
    overdue: false,
    page: 1,
    pageSize: 10,
  })),
  'cases.get_case': inputOf((o) => ({ case_id: o.case })),
  'cover.ask_cover': inputOf((o) => ({
    from: mondayIn(10),
    to: mondayIn(10),
    slot_id: o.slot,
    teacher_id: o.teacher,
    reason: 'I am ill',
    ask: [],
    preview: false,
  })),
  'cover.get_covers': empty,
  'cover.read_offers': inputOf((o) => ({ secret: offerSecret(o.className) })),
  'cover.answer_cover': inputOf((o) => ({
    secret: offerSecret(o.className),
    cover_id: o.cover,
    accept: true,
  })),
  'cover.take_cover': inputOf((o) => ({ cover_id: o.cover, accept: false }), { mayBeIdle: true }),
  'cover.close_cover': inputOf((o) => ({ cover_id: o.cover })),
  'cover.delete_away': inputOf((o) => ({ away_id: o.away })),
  'myPage.get_links': inputOf((o) => ({ student_id: o.student })),
  'myPage.give_link': inputOf((o) => ({ student_id: o.student, mailbox: o.email, send: true })),
  'myPage.revoke_link': inputOf((o) => ({ student_id: o.student, mailbox: o.email })),
  'myPage.get_corrections': empty,
  'myPage.decide_correction': inputOf((o) => ({ correction_id: o.correction, take: true })),
  'myPage.get_answers': inputOf((o) => ({ student_id: o.student })),
  'myPage.see_answers': inputOf((o) => ({ answer_ids: [o.answer] }), { mayBeIdle: true }),
  'cover.get_hours': inputOf(() => ({ from: mondayIn(0), to: mondayIn(1) })),
  'meetings.get_days_off': inputOf(() => ({ from: mondayIn(0), to: mondayIn(9) })),
  'meetings.add_day_off': inputOf(dayOff),
  'meetings.add_days_off': inputOf((o) => ({
    days: [{ from: mondayIn(10), to: mondayIn(10), name: 'Pongal' }],
    scope: 'class',
    id: o.class,
    preview: false,
  })),
  'meetings.read_holidays': inputOf(() => ({ country: 'IN', region: 'TG', year: 2027 })),
  'meetings.delete_day_off': inputOf((_, { extra }) => ({ day_off_id: extra }), {
    extra: async ({ ask }, objects) => {
      const added = async (o: Objects, by: Asker) => {
        await ask('meetings.add_day_off', dayOff(o), by);
        const { body } = await ask('meetings.get_days_off', { from: mondayIn(6), to: mondayIn(7) }, by);
        return body.data.find((one: { class_id: number }) => one.class_id === o.class).day_off_id as number;
      };
      return {
        own: await added(objects.own, 'self'),
        far: await added(objects.far, 'stranger'),
        missing: nothing,
      };
    },
  }),
  'classes.create_class': inputOf(
    (o, { word, me }) => ({ ...weekly(o, word), created_by: me, teacher_id: o.helper }),
    {
      free: ['helper'],
    },
  ),
  'classes.update_class': inputOf(
    (o, { word }) => ({ ...weekly(o, word), id: o.slot, teacher_id: o.helper }),
    {
      free: ['helper'],
    },
  ),
  'classes.delete_class': inputOf((o) => ({
    course_id: o.course,
    id: o.emptySlot,
    class_name: 'Empty',
    class_day: 'wednesday',
    slot_time: '',
  })),

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
  'students.add_student': inputOf((o, { word }) => ({
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
  })),
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

  'paymentUpload.excel_payment_details_upload': inputOf((o, { word }) => [paymentOf(o, `sheet-${word}`)], {
    free: ['email'],
    instead: { email: 200 },
  }),
  'payments.get_payment_details_course_admin': inputOf(
    (o) => ({ ...money, uid: o.courseadmin, course_id: o.course, student_id: o.student }),
    {
      instead: { course: 200, student: 200 },
    },
  ),
  'payments.get_payment_details': inputOf((o) => ({ ...money, student_id: o.student }), {
    instead: { student: 200 },
  }),
  'payments.get_ticket_payment_details': inputOf(() => ({ ...money, course_type: '' })),
  'payments.get_single_payment': inputOf((o) => ({ id: o.payment })),
  'payments.propose_payment': inputOf((o) => ({ student_id: o.student })),
  'payments.record_payment': inputOf((o, { word }) => ({
    ...byHand(o, word),
    reference: `UPI ${word}`,
    again: false,
  })),
  'payments.correct_payment': inputOf(
    (o, { word, extra: id }) => ({ ...byHand(o, word), id, reason: 'The amount was wrong' }),
    {
      async extra({ ask, word }, { own, far }) {
        const { body } = await ask('payments.record_payment', cash(own, word), 'self');
        return { own: body.data.id, far: far.payment, missing: nothing };
      },
    },
  ),
  'payments.void_payment': inputOf((o) => ({ id: o.payment, reason: 'Written down twice' })),
  'payments.refund_payment': inputOf((_, { word, extra: id }) => ({ ...back(word), id, share_id: null }), {
    extra: ofCash(),
  }),
  'payments.reverse_refund': inputOf((_, { extra: refund_id }) => ({ refund_id }), {
    extra: ofCash(async (ask, id, by) => {
      const { body } = await ask('payments.refund_payment', { ...back(`reversed ${id}`), id }, by);
      return body.data.refund_id;
    }),
  }),
  'payments.preview_currency': inputOf(undecidedOf, {
    instead: { all: 200, payment: 200, course: 200, student: 200 },
  }),
  'payments.set_currency': checkedInput(undecidedOf, {
    instead: { all: 409, payment: 409, course: 409, student: 409 },
  }),
  'payments.export_payments': inputOf((o) => ({ ...exported, course_id: o.course, student_id: o.student }), {
    instead: { all: 200, course: 200, student: 200 },
  }),
  'payments.export_tickets': inputOf(() => ({ ...exported, course_type: '' })),

  'receipts.issue_receipt': inputOf((o) => ({ payment_id: o.received, language: 'te' }), { mayBeIdle: true }),
  'receipts.send_receipt': inputOf((_, { extra: receipt_id }) => ({ receipt_id }), { extra: receipt }),
  'receipts.download_receipt': inputOf((_, { extra: receipt_id }) => ({ receipt_id }), {
    extra: receipt,
    mayBeIdle: true,
  }),
  'receipts.void_receipt': inputOf((_, { extra: receipt_id }) => ({ receipt_id, reason: 'Wrong payer' }), {
    extra: receipt,
  }),
  'receipts.get_receipts': inputOf((o) => ({ user_id: o.student })),
  'receipts.get_statement': inputOf((o) => ({ user_id: o.student, year: '2025-26' })),
  'receipts.download_statement': inputOf((o) => ({ user_id: o.student, year: '2025-26', language: 'hi' })),
  'receipts.preview_receipt': inputOf(() => ({ ...receiptSettings, language: 'te', kind: 'donation' })),

  'ledger.get_ledger': inputOf((o) => ({ user_id: o.student })),
  'ledger.add_charges': checkedInput(charging),
  'ledger.cancel_charge': inputOf((o) => ({ charge_id: o.charge, reason: 'By mistake' })),
  'ledger.waive': inputOf((o) => ({
    user_id: o.student,
    course_id: o.secondCourse,
    currency: 'INR',
    amount: '10.00',
    reason: 'sponsored',
    sponsor: 'Annadata fund',
    note: 'For this year',
  })),
  'ledger.cancel_waiver': inputOf((o) => ({ waiver_id: o.waiver })),
  'ledger.use_credit': inputOf((o) => ({
    user_id: o.student,
    course_id: o.course,
    currency: 'INR',
    to: { user_id: o.student, course_id: o.secondCourse },
    amount: '50.00',
  })),
  'ledger.get_owing': inputOf(
    (o) => ({ ...owing(o), class_id: o.class, sort: '-open', page: 1, pageSize: 10 }),
    {
      instead: { all: 200, student: 200, secondCourse: 200, class: 200 },
    },
  ),
  'ledger.export_owing': inputOf((o) => ({ ...owing(o), class_id: o.class, sort: '-open', format: 'csv' }), {
    instead: { all: 200, student: 200, secondCourse: 200, class: 200 },
  }),
  'ledger.remind_owing': checkedInput(reminding, {
    instead: { all: 409, student: 409, secondCourse: 409 },
  }),
  'ledger.get_course_money': inputOf((o) => ({ course_id: o.course })),

  'dashboards.admin_dashboard': inputOf((o) => ({ uid: o.self })),
  'dashboards.course_admin_dashboard': inputOf((o) => ({ uid: o.courseadmin })),
  'dashboards.teacher_dashboard': inputOf((o) => ({ user_id: o.teacher })),
  'dashboards.get_today': empty,
  'dashboards.get_today_list': inputOf(() => ({ kind: 'unmarked_class', page: 1, pageSize: 10 })),
  'figures.get_figures': inputOf((o) => ({
    week: '2026-11-18',
    course_id: o.course,
    class_id: o.class,
    part: 'week',
  })),
  'figures.get_figure_list': inputOf((o) => ({
    week: '2026-11-18',
    course_id: o.course,
    class_id: o.class,
    figure: 'cohort',
    month: '2026-11-01',
    after: 1,
    page: 1,
    pageSize: 10,
  })),
  'dashboards.get_today_kind': inputOf(() => ({ kind: 'unmarked_class', page: 1, pageSize: 10, filter: {} })),

  'events.get_events': empty,
  'events.get_single_events': inputOf((o) => ({ event_id: o.event })),
  'events.add_event': inputOf(event),
  'events.edit_event': inputOf((o, given) => ({ ...event(o, given), event_id: o.event })),
  'events.cancel_event': inputOf((o) => ({
    event_id: o.liveEvent,
    course_name: 'Sutra',
    event_name: 'Satsang',
  })),
  'events.publish_event': inputOf((o) => ({
    event_id: o.event,
    flag: 1,
    course_name: 'Sutra',
    event_name: 'Satsang',
  })),
  'events.send_event_mails': inputOf((o) => ({ event_id: o.liveEvent })),
  'events.get_event_audience': inputOf((o) => ({ event_id: o.event })),
  'events.delete_event': inputOf((o) => ({ event_id: o.event })),
  'events.event_registrations': inputOf((o) => ({
    event_id: o.liveEvent,
    registration_status: 'inactive',
    expected: 'active',
  })),
  'events.add_student_to_event': inputOf(
    (o) => ({
      course_id: o.course,
      event_id: o.event,
      email_id: o.email,
      user_id: o.student,
    }),
    { instead: { email: 200, student: 200 }, asks: ['email', 'student'] },
  ),
  'events.get_register_students_event': empty,
  'events.delete_student_from_event': inputOf((o) => ({ register_id: o.registration })),

  'enquiries.get_types': empty,
  'enquiries.get_mappings': empty,
  'enquiries.add_type': inputOf((_, { word }) => ({ course_type_name: `Query ${word}` })),
  'enquiries.submit': inputOf((o) => [
    { flag: 2, course_type_mapp_id: o.mapping, course_type_id: o.queryType, email_id: 'other@office.test' },
  ]),

  'mails.get_mails': inputOf((o) => ({
    state: 'all',
    kind: 'event_published',
    event_id: o.liveEvent,
    class_id: o.class,
    student_id: o.student,
    from: '2026-01-01',
    to: '',
    search: '',
    page: 1,
    pageSize: 10,
  })),
  'mails.get_unsent': inputOf((o) => ({ student_id: o.student })),
  'mails.retry_mails': inputOf((o) => ({ mail_ids: [o.mail] })),
  'mails.bounced': inputOf((o) =>
    items({ address: o.email, message_id: '', kind: 'hard', reason: '550 5.1.1 No such user' }),
  ),
  'openid.begin': inputOf(() => ({ service: 'school', flag: '' })),
  'openid.finish': inputOf(() => ({
    service: 'school',
    state: 'a-state',
    code: 'a-code',
    iss: 'https://issuer.test',
    error: 'access_denied',
  })),
  'openid.get_services': empty,
  'openid.save_service': inputOf((_, { word }) => ({ ...openidService(word), version: 1 }), {
    extra: async ({ approved, word }) => {
      await approved('openid.save_service', { ...openidService(word), version: 1 }, 'self');
      return none;
    },
  }),
  'openid.delete_service': inputOf((_, { extra: service_id }) => ({ service_id }), { extra: savedService }),
  'openid.test_service': inputOf((_, { extra: service_id }) => ({ service_id }), { extra: savedService }),
  'push.get_devices': empty,
  'push.subscribe': inputOf((_, { word }) => pushDevice(word)),
  'push.unsubscribe': inputOf((_, { extra: device_id }) => ({ device_id }), {
    async extra({ ask, word }) {
      const made = async (by: Asker) =>
        (await ask('push.subscribe', pushDevice(`${word}-${by}`), by)).body.data.device_id;
      return { own: await made('self'), far: await made('stranger'), missing: nothing };
    },
  }),
  'messages.preview_message': inputOf((o, { word }) => ({
    ...message(o, word),
    at: { nine_on: dayFromToday(5) },
  })),
  'messages.send_message': checkedInput((o, { word }) => message(o, word)),
  'messages.send_test': inputOf((o, { word }) => message(o, word)),
  'messages.cancel_message': inputOf((_, { extra: message_id }) => ({ message_id }), {
    async extra({ ask, word }, { own, far }) {
      const sent = async (o: Objects, by: Asker) =>
        (await ask('messages.send_message', message(o, `${word} to cancel`), by)).body.data.message_id;
      return { own: await sent(own, 'self'), far: await sent(far, 'stranger'), missing: nothing };
    },
  }),
  'messages.get_messages': inputOf((o) => ({ class_id: o.class, page: 1, pageSize: 10 })),
  'messages.get_message': inputOf((o) => ({ message_id: o.message, state: 'all', page: 1, pageSize: 10 })),
  'messages.get_of_person': inputOf((o) => ({ user_id: o.student })),
  'messages.get_whatsapp': inputOf((o) => ({ message_id: o.message, user_id: o.student })),
  'messages.tick_reader': inputOf((o) => ({ message_id: o.message, user_id: o.student, done: true })),
  'messages.get_consents': inputOf((o) => ({ user_id: o.student })),
  'messages.record_consent': inputOf((o) => ({
    user_id: o.student,
    holder_id: o.student,
    number: plantedNumber,
    how: 'paper_form',
  })),
  'messages.end_consent': inputOf(
    (o) => ({ user_id: o.student, holder_id: o.student, number: plantedNumber }),
    { mayBeIdle: true },
  ),
  'messages.get_templates': empty,
  'messages.save_template': inputOf((_, { word }) => template(word)),
  'messages.delete_template': inputOf((_, { extra: template_id }) => ({ template_id }), {
    async extra({ ask, word }) {
      const { template_id } = (await ask('messages.save_template', template(`${word} to delete`), 'self'))
        .body.data;
      return { own: template_id, far: nothing, missing: nothing };
    },
  }),
  'mails.kept_mail': inputOf((o) => ({ mail_id: o.mail })),
  'mails.preview_mail': inputOf((o) => ({ kind: 'event_published', event_id: o.liveEvent })),

  'attendance.get_attendence_for_teacher': inputOf((o) => ({
    user_id: o.teacher,
    course: o.course,
    class: o.class,
    ...paged,
    ...span,
    status: 'present',
  })),
  'attendance.student_attendence': inputOf((o, { me }) => ({
    attendence: [
      {
        student_id: o.student,
        teacher_id: me,
        course_id: o.course,
        class_id: o.class,
        date: otherDay,
        attendence: 'present',
      },
    ],
  })),
  'attendance.get_courses_students': inputOf((o, { me }) => ({ course_admin_id: me, course_id: o.course })),
  'attendance.get_students_attendence': inputOf((o, { me }) => ({ course_admin_id: me, ...day(o) })),
  'attendance.update_students_attendance': inputOf((o, { me }) => ({
    course_admin_id: me,
    ...day(o),
    students: [
      {
        student_id: o.student,
        attendance_status: 'absent',
        student_attendance_id: o.mark,
        attendance_id: o.register,
      },
    ],
  })),
  'attendance.attendance_report': inputOf((o, { me }) => ({ course_admin_id: me, ...period(o) })),
  'attendance.get_rolls': empty,
  'attendance.get_roll': inputOf(day),
  'attendance.match_participants': inputOf((o) => ({
    ...day(o),
    participants: [{ name: 'Anu', email: '' }],
  })),
  'attendance.save_roll': inputOf(
    (o) => ({
      ...day(o),
      marks: [{ student_id: o.student, attendance_status: 'absent', seen: 'present' }],
      display_names: [{ student_id: o.student, name: 'iPad' }],
    }),
    { instead: { student: 409 } },
  ),
  'attendance.get_meetings': inputOf((o) => ({ class_id: o.class, teacher_id: '' })),
  'attendance.get_mark_changes': inputOf((o) => ({ student_attendance_id: o.mark })),
  'attendance.get_report_sheet': inputOf((o, { me }) => ({ course_admin_id: me, ...period(o) })),
  'attendance.export_report': inputOf((o, { me }) => ({ course_admin_id: me, ...period(o), format: 'csv' })),
  'attendance.export_history': inputOf((o) => ({
    user_id: o.teacher,
    course: o.course,
    class: o.class,
    format: 'csv',
    search: '',
    ...span,
    status: 'present',
    sort: '',
  })),

  'homework.get_teacher_homework': inputOf((o) => ({ user_id: o.teacher, course: o.course, class: o.class })),
  'homework.get_class_homework': inputOf((o) => ({ class_id: o.class, page: 1, pageSize: 10 })),
  'homework.get_student_homework': inputOf((o) => ({ student_id: o.student })),
  'homework.accept_homework': inputOf((o, { me }) => ({
    id: o.homework,
    status: 'accepted',
    teacher_id: me,
  })),
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

  'privacy.export_person': inputOf((o) => ({ user_id: o.student })),
  'privacy.erase_person': checkedInput((o) => ({
    user_id: o.student,
    preview: false,
    choices: [{ table: 'notes', column: 'body', row_id: '1', choice: 'remove' }],
  })),

  'privacy.get_consents': inputOf((o) => ({ user_id: o.student })),
  'privacy.save_consent': inputOf((o) => ({
    user_id: o.student,
    purpose: 'photos',
    agreed: true,
    how: 'paper_form',
  })),
  'privacy.get_retention': inputOf(() => ({ days: { notes: 400 } })),
  'privacy.save_retention': inputOf(() => ({ days: { notes: 400 } })),
  'privacy.stop_retention': inputOf(() => ({}), {
    extra: async ({ ask }) => {
      await ask('privacy.save_retention', { days: { answers: 400 } }, 'self');
      return none;
    },
  }),
  'privacy.find_mentions': inputOf((o) => ({ user_id: o.student })),
  'privacy.get_mentions': empty,
  // Nothing waits for them.
  'privacy.decide_mentions': inputOf(
    (o) => ({
      user_id: o.student,
      choices: [{ table: 'notes', column: 'body', row_id: '1', choice: 'somebody_else' }],
    }),
    { instead: { student: 200 }, mayBeIdle: true },
  ),

  'duplicates.get_duplicates': inputOf(() => ({ page: 1, pageSize: 10 })),
  'duplicates.not_duplicates': inputOf((o) => ({ one_id: o.helper, other_id: o.newcomer })),
  'duplicates.merge_people': checkedInput((o) => ({ ...twoTeachers(o), preview: false })),

  'selection.preview_change': inputOf(chosen, {
    instead: { ...told, student: 200, course: 200, class: 200, teacher: 200 },
  }),
  'selection.save_change': checkedInput(chosen, {
    instead: { all: 409, student: 409, course: 409, class: 409, teacher: 409 },
  }),

  'studentImport.students_preview': inputOf((o, { word }) => newStudent(o, word), { instead: told }),
  'studentImport.students': checkedInput((o, { word }) => ({ ...newStudent(o, word), confirm: true }), {
    instead: told,
  }),
  'paymentUpload.payments_preview': inputOf(
    (o, { word }) => ({
      ...sheet(paymentRow(o, `seen-${word}`)),
      date_order: 'day_first',
      course_id: o.course,
      resolutions: [{ row: 2, student_id: o.student }],
    }),
    { instead: { ...told, all: 404, student: 200 } },
  ),
  'paymentUpload.payments': checkedInput(
    (o, { word }) => ({ ...sheet(paymentRow(o, word)), confirm: true }),
    { free: ['email'], instead: { ...told, email: 409 } },
  ),
  'paymentUpload.payments_list': empty,
  'paymentUpload.payments_undo': inputOf((_, { extra: import_id }) => ({ import_id }), {
    async extra({ ask, word }, { own, far }) {
      const uploadOf = async (o: Objects, by: Asker) => {
        const given = sheet(paymentRow(o, `undone-${word}-${by}`));
        const { digest } = (await ask('paymentUpload.payments_preview', given, by)).body.data;
        const { body } = await ask('paymentUpload.payments', { ...given, confirm: true, digest }, by);
        return body.data.import_id;
      };
      return { own: await uploadOf(own, 'self'), far: await uploadOf(far, 'stranger'), missing: nothing };
    },
  }),

  'bring.bring_preview': inputOf((o, { word }) => broughtClass(o, `seen-${word}`), { instead: told }),
  'bring.bring_files': checkedInput((o, { word }) => ({ ...broughtClass(o, word), confirm: true }), {
    instead: told,
  }),
  'settlements.settlement_preview': inputOf((_, { word }) => settlementOf(`seen-${word}`)),
  'settlements.save_settlement': checkedInput((_, { word }) => settlementOf(word)),
  'settlements.get_settlements': inputOf(() => ({ page: 1, pageSize: 10 })),
  'settlements.export_journal': inputOf(() => ({ month: '2026-03' })),

  'approvals.get_deeds': empty,
  'approvals.ask_deed': inputOf((o, { word }) => askedExport(o, word)),
  'approvals.decide_deed': inputOf((_, { extra: id }) => ({ id, approve: true }), {
    extra: async ({ ask, word }) => {
      const ofList = (search: string) => ({
        call: 'students.export_students',
        input: { format: 'csv', search },
        reason: `For the auditor, ${search}`,
      });
      const asked = async (name: string) =>
        (await ask('approvals.ask_deed', ofList(`${word}${name}`), 'courseadmin')).body.data.id;
      return { own: await asked('one'), far: await asked('other'), missing: 999_999 };
    },
  }),
  'approvals.stop_by_link': inputOf((_, { word }) => ({ secret: `d1_${word}` })),
  'intake.keys': empty,
  'intake.create_key': inputOf((_, { word }) => ({
    name: `Key ${word}`,
    scopes: ['students'],
    networks: ['10.0.0.0/8'],
    password: demoPassword,
  })),
  'intake.limit_key': inputOf((o) => ({
    id: o.key,
    networks: ['10.0.0.0/8'],
    expires_at: '2090-01-31T00:00:00Z',
  })),
  'intake.rotate_key': inputOf((o) => ({ id: o.key, overlap_hours: 24 })),
  'intake.key_days': inputOf((o) => ({ id: o.key })),
  'intake.revoke_key': inputOf((o) => ({ id: o.key })),
  'intake.students': inputOf((o, { word }) => items({ ...student(o, word), course_id: o.course })),
  'intake.payments': inputOf((o, { word }) => items(newPayment(o, word))),
  'intake.signed_payments': inputOf((o, { word, me }) => ({
    key_id: me,
    ...items(newPayment(o, `signed-${word}`)),
  })),
  'intake.refunds': inputOf((_, { word }) => items(newRefund(word)), { extra: paid('') }),
  'intake.signed_refunds': inputOf(
    (_, { word, me }) => ({ key_id: me, ...items(newRefund(`signed-${word}`)) }),
    { extra: paid('signed-') },
  ),
  'intake.tickets': inputOf((_, { word }) =>
    items({
      payment_id: `ticket-${word}`,
      name: 'Asha',
      email: 'asha@office.test',
      phone: '9876543210',
      course_type: 'Festival',
      registration_code: 'F1',
      adult: 1,
      child: 0,
      amount: '100.00',
      currency: 'INR',
      status: 'success',
      paid_at: '2026-01-15T10:00:00Z',
    }),
  ),
  'intake.registrations': inputOf((o) => items({ event_id: o.liveEvent, email_id: o.email })),
  'intake.homework': inputOf(
    (o, { extra: file_id }) =>
      items({
        file_id,
        email_id: o.email,
        course_id: o.course,
        course_name: o.courseName,
        week_name: 'Week 1',
      }),
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
      query_type: 'Fees',
      name: 'Asha',
      email_id: 'asha@office.test',
      phone_number: '9876543210',
      message: 'When does it begin?\nThank you.',
    }),
  ),
  'intake.begin_file': inputOf(() => ({ name: 'h.pdf', size: pdf.length })),
  'intake.finish_file': inputOf((_, { extra: file_id }) => ({ file_id }), {
    extra: uploaded('intake.begin_file', { name: 'h.pdf' }, pdf),
  }),

  'provider.get_backups': empty,
  'provider.get_settings': empty,
  'provider.get_setup': empty,
  'provider.dismiss_setup': inputOf(() => ({ dismissed: true })),
  'provider.save_settings': inputOf((_, { word }) => ({
    name: `School ${word}`,
    logo: '',
    accent: 'plum',
    time_zone: 'Europe/London',
    languages: ['en', 'te'],
    sender_name: 'Office',
    reply_to: 'office@school.test',
    ...receiptSettings,
    receipt_year_start: 4,
    reporting_currency: 'INR',
    teacher_messages: 100,
    weekly_cases: true,
  })),
  'provider.send_test_mail': empty,

  'views.list_views': inputOf(() => ({ list: '/students' })),
  'views.save_view': inputOf((_, { word }) => ({ ...view(word), for_office: true })),
  'reports.list_reports': empty,
  'reports.add_report': inputOf((o, { word }) => attendanceReport(o, word)),
  'reports.pause_report': inputOf((_, { extra }) => ({ report_id: extra, is_paused: true }), withReport),
  'reports.delete_report': inputOf((_, { extra }) => ({ report_id: extra }), withReport),
  'reports.send_report': inputOf((_, { extra }) => ({ report_id: extra }), withReport),
  'views.delete_view': inputOf((_, { extra }) => ({ view_id: extra }), {
    extra: async ({ ask, word }) => {
      const saved = async (by: Asker) => (await ask('views.save_view', view(word), by)).body.data.view_id;
      return { own: await saved('self'), far: await saved('stranger'), missing: 999_999 };
    },
    isPrivate: true,
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

  'audit.get_timeline': inputOf((o) => ({
    person_id: '',
    course_id: o.course,
    class_id: '',
    note_id: '',
    side: 'about',
    before: '',
  })),
  'audit.get_bin': inputOf(() => ({ search: '', noun: 'students', before: '' })),
  'audit.undo_change': inputOf((_, { extra: change_id }) => ({ change_id }), {
    async extra({ ask }, { own, far }) {
      // Of a day of their own: one who asks later would else have changed it since.
      const attendance_date = dayFromToday(-(daysMarked += 1));
      /** Marks somebody otherwise and as before; the second is the change. */
      const changeOf = async (o: Objects, by: Asker) => {
        const mark = (attendance_status: string) => {
          const one = { student_id: o.student, attendance_status };
          const students = [{ ...one, student_attendance_id: '', attendance_id: '' }];
          return ask('attendance.update_students_attendance', { ...day(o), attendance_date, students }, by);
        };
        await mark('moved');
        return Number((await mark('present')).headers['change-id']);
      };
      return { own: await changeOf(own, 'self'), far: await changeOf(far, 'stranger'), missing: nothing };
    },
  }),
};
