import type { MailKind } from '@gurukul/contract/mails';
import type { Mail, ToldStudent } from '../templates.ts';

/** Far from the office, so that both clocks appear. */
export const sampleStudent: ToldStudent = {
  person_id: 0,
  email_id: 'asha.rao@example.org',
  fullname: 'Asha Rao',
  timezone: 'America/New_York',
};

/** An invented mail of each kind, for previews. */
export const samples: { readonly [K in MailKind]: Extract<Mail, { readonly kind: K }>['data'] } = {
  invite: { role: 'teacher', hash: 'an-invented-address', invitedBy: 'Meera Nair' },
  reset_code: { email: 'asha.rao@example.org', code: '0000', grant: 'an-invented-address' },
  password_changed: {},
  sign_in_blocked: {},
  new_device: { browser: 'Firefox', system: 'Windows', from: '203.0.113.7' },
  security_alarm: { alarm: 'mass_export', network: null, name: 'Meera Nair', count: 21_000 },
  reset_link: { email: 'asha.rao@example.org', grant: 'an-invented-address', sentBy: 'Meera Nair' },
  email_confirm: { email: 'asha@example.org', secret: 'c_an-invented-address', asker: 'Meera Nair' },
  email_refuse: { email: 'asha@example.org', secret: 'r_an-invented-address', asker: 'Meera Nair' },
  email_changed: { email: 'asha@example.org' },
  browser_copied: {},
  deed_asked: { askedBy: 'Meera Nair', reason: 'The course of last year is over' },
  deed_decided: { decidedBy: 'Ravi Rao', isApproved: true, reason: 'The course of last year is over' },
  openid_linked: { service: 'Google', email: 'asha@example.org' },
  factor_news: { what: 'passkey_added' },
  intake_key_made: { name: 'Public site', madeBy: 'Meera Nair', scopes: ['students', 'payments'] },
  intake_key_rotated: { name: 'Public site', madeBy: 'Meera Nair', overlapHours: 24 },
  intake_key_ends: { name: 'Public site', endsAt: '2026-12-10T18:29:00Z' },
  intake_keys_left: { owner: 'Meera Nair', names: ['Public site', 'Payments'] },
  event_published: sampleOfEvent(),
  event_changed: sampleOfEvent(),
  event_canceled: sampleOfEvent(),
  event_on_again: sampleOfEvent(),
  meeting_reminder: sampleOfReminder(),
  event_reminder: {
    ...sampleOfReminder(),
    slot_id: null,
    on_date: null,
    event_id: 1,
    which: 'hour',
    title: 'An evening with the Upanishads',
    teacher_name: null,
  },
  meeting_change: {
    fullname: 'Asha Rao',
    timezone: 'America/New_York',
    meetings: [
      {
        class_name: 'Morning',
        course_name: 'Bhagavad Gita',
        news: 'moved',
        starts_at: '2026-11-28T13:00:00.000Z',
        ends_at: '2026-11-28T14:00:00.000Z',
        zone: 'Asia/Kolkata',
        was: { starts_at: '2026-11-27T13:00:00.000Z', ends_at: '2026-11-27T14:00:00.000Z' },
        state: 'moved',
        reason: 'The teacher travels',
        join_link: 'https://meet.example.org/gita',
        teacher_name: 'Meera Nair',
      },
    ],
    more: 0,
  },
  cover_asked: {
    fullname: 'Asha Rao',
    timezone: 'America/New_York',
    teacher_name: 'Meera Nair',
    reason: 'I am ill',
    meetings: [
      {
        class_name: 'Morning',
        course_name: 'Bhagavad Gita',
        starts_at: '2026-11-28T13:00:00.000Z',
        ends_at: '2026-11-28T14:00:00.000Z',
      },
    ],
    secret: 'o_an-invented-address',
  },
  cover_nobody: {
    fullname: 'Asha Rao',
    timezone: 'America/New_York',
    teacher_name: 'Meera Nair',
    reason: 'I am ill',
    meetings: [
      {
        class_name: 'Morning',
        course_name: 'Bhagavad Gita',
        starts_at: '2026-11-28T13:00:00.000Z',
        ends_at: '2026-11-28T14:00:00.000Z',
      },
    ],
  },
  receipt: {
    drawing: {
      number: 'R/2029-30/17',
      language: 'en',
      is_copy: false,
      voided: null,
      content: {
        provider: { name: 'Gurukul', address: '', registration: '' },
        template: 'plain',
        wording: '',
        kind: 'fee',
        campaign: '',
        payer: 'Ramesh Rao',
        students: ['Asha Rao'],
        courses: ['Upanishads for beginners'],
        payment_id: 'sample',
        amount: '12500.00',
        currency: 'INR',
        method: 'upi',
        paid_on: '2030-01-14',
        issued_on: '2030-01-14',
      },
    },
  },
  owing_reminder: {
    fullname: 'Asha Rao',
    currency: 'INR',
    debts: [
      {
        student_id: 0,
        student_name: 'Ravi Rao',
        course_id: 0,
        course_name: 'Bhagavad Gita',
        due: '2500.00',
        due_on: '2026-11-01',
      },
    ],
  },
  my_page_link: {},
  my_page_code: { language: 'en', code: '000000' },
  address_changed: {
    name: 'Asha',
    added: ['r•••@example.org'],
    url: 'https://portal.example.org/me/refuse/an-invented-address',
  },
  address_refused: {
    why: 'refused',
    fullname: 'Asha Rao',
    mailbox: 'r•••@example.org',
    path: '/student/1',
  },
  enquiry: {
    query_type: 'Sanskrit courses',
    name: 'Asha Rao',
    email_id: 'asha.rao@example.org',
    phone_number: '+91 98000 00000',
    message: 'Namaste,\n\nis there a course for beginners that meets in the evening?\n\nAsha',
    received_at: '2030-01-14T04:30:00.000Z',
  },
  message: {
    subject: 'Your next meeting',
    body: '<p>Namaste {name},</p><p>we meet again: {next meeting}.</p><p>{join}</p>',
    author: { name: 'Meera Nair', address: 'meera.nair@example.org' },
    is_test: false,
    language: 'en',
    timezone: 'America/New_York',
    people: [
      {
        name: 'Asha Rao',
        classes: ['Morning'],
        courses: ['Bhagavad Gita'],
        teachers: ['Lakshmi Iyer'],
        week: ['2030-01-15T13:00:00.000Z', '2030-01-18T02:30:00.000Z'],
        meeting: { starts_at: '2030-01-15T13:00:00.000Z', join_link: 'https://meet.example.org/gita' },
        open: [{ amount: '2500.00', currency: 'INR' }],
      },
    ],
  },
  report: {
    receiver_id: 0,
    role: 'admin',
    report: { list: 'students', course_status: 'all', last_period: false },
    rhythm: 'weekly',
    day: '2026-11-30',
  },
  open_cases: {
    owner_id: 0,
    open: {
      kinds: [
        { kind: 'three_absences', count: 2, overdue: 1 },
        { kind: 'failed_mail', count: 1, overdue: 0 },
      ],
      lines: [
        {
          kind: 'three_absences',
          course_name: 'Bhagavad Gita',
          class_name: 'Morning',
          due_on: '2026-11-27',
          is_overdue: true,
        },
        {
          kind: 'three_absences',
          course_name: 'Bhagavad Gita',
          class_name: 'Evening',
          due_on: '2026-12-03',
          is_overdue: false,
        },
        { kind: 'failed_mail', course_name: null, class_name: null, due_on: null, is_overdue: false },
      ],
    },
  },
  homework_decided: {
    mailbox: 'asha.rao@example.org',
    students: [0],
    from: '2026-11-27T14:30:00.000Z',
    until: '2026-11-28T14:30:00.000Z',
    decided: [
      {
        student_id: 0,
        student_name: 'Asha Rao',
        course_name: 'Bhagavad Gita',
        week_name: 'Week 4',
        status: 'accepted',
        comment: '',
      },
      {
        student_id: 0,
        student_name: 'Asha Rao',
        course_name: 'Bhagavad Gita',
        week_name: 'Week 5',
        status: 'rejected',
        comment: 'Please write the third verse once more, with its meaning.',
      },
    ],
  },
  test_mail: { askedBy: 'Meera Nair' },
};

function sampleOfReminder() {
  return {
    slot_id: 1,
    on_date: '2026-11-28',
    is_extra: false,
    event_id: null,
    which: 'day',
    mailbox: 'asha.rao@example.org',
    students: [0],
    names: ['Ravi Rao', 'Sita Rao'],
    timezone: 'America/New_York',
    title: 'Morning',
    course_name: 'Bhagavad Gita',
    teacher_name: 'Meera Nair',
    starts_at: '2026-11-28T13:00:00.000Z',
    ends_at: '2026-11-28T14:00:00.000Z',
    join_link: 'https://meet.example.org/gita',
  } as const;
}

function sampleOfEvent() {
  const { fullname, timezone } = sampleStudent;
  return {
    event_id: 1,
    version: 1,
    event_name: 'An evening with the Upanishads',
    course_name: 'Upanishads for beginners',
    starts_at: '2030-01-15T13:00:00.000Z',
    ends_at: '2030-01-15T14:30:00.000Z',
    meeting_link: 'https://meet.example.org/upanishads',
    place: '',
    description:
      '<p>A talk about the <strong>Isha Upanishad</strong>, with time for questions.</p><ul><li>Bring your text</li><li>Come five minutes early</li></ul>',
    fullname,
    timezone,
  };
}
