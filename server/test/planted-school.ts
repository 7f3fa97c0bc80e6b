import { randomBytes } from 'node:crypto';
import type { IntakeScope } from '@gurukul/contract/shared/calls/intake-scopes';
import { intakeScopes } from '@gurukul/contract/shared/calls/intake-scopes';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Db } from '../db/pool.ts';
import { hashSecret, hashToken } from '#server/secrets.ts';
import { one, run } from './rows.ts';
import { samples } from '../channels/mail/templates/samples.ts';
import { createSeal } from '../seal.ts';
import { testSecretKey } from './app.ts';
import { office } from './office.ts';
import { addEnrolment, dayFromToday } from './small-school.ts';

/** One of every thing that a call can name. */
export interface Objects {
  /** The caller, or somebody with the same role. */
  readonly self: number;
  readonly courseadmin: number;
  readonly teacher: number;
  readonly teacherEmail: string;
  /** Associated with the course, without a class. */
  readonly helper: number;
  /** Without a course: any course admin may associate them. */
  readonly newcomer: number;
  readonly course: number;
  /** Of the same course admin, without students, so that everything may still change. */
  readonly secondCourse: number;
  readonly secondClass: number;
  readonly courseName: string;
  readonly price: number;
  readonly glimpse: number;
  readonly topic: number;
  readonly class: number;
  readonly className: string;
  readonly slot: number;
  /** Nobody teaches it. */
  readonly freeSlot: number;
  /** The only slot of a class without students. */
  readonly emptySlot: number;
  readonly assignment: number;
  readonly student: number;
  readonly email: string;
  readonly event: number;
  /** Announced, with its registration open. */
  readonly liveEvent: number;
  readonly registration: number;
  /** The enrolment of a student who waits for a place in the class. */
  readonly waiting: number;
  /** A learner whom a family registered, who is in the course and in no class. */
  readonly registered: number;
  /** Their enrolment. They have time for the class. */
  readonly unplaced: number;
  /** A place that is kept for somebody in the next term of the course. */
  readonly continuation: number;
  /** Whether the teacher teaches the class in the next term. */
  readonly askedClass: number;
  readonly homework: number;
  readonly register: number;
  readonly mark: number;
  /** A request for a meeting of the teacher, who was asked too. */
  readonly cover: number;
  /** A roll that nobody called, which the course admin took in hand. */
  readonly case: number;
  /** Days on which the teacher is away. */
  readonly away: number;
  /** A test of the student by the teacher, which nobody has decided, and hours of the teacher without a test. */
  readonly test: number;
  readonly testHours: number;
  /** Of the course; nobody has booked a test of it. */
  readonly portion: number;
  /** Of the provider, about people; the student has answered it, for the office alone. */
  readonly question: number;
  /** A message of the teacher to the class, which the student has. */
  readonly message: number;
  /** What the student said on their page, and proposed to correct. */
  readonly answer: number;
  readonly correction: number;
  /** Nobody has said its currency. */
  readonly payment: number;
  /** Another student of the class. */
  readonly guest: number;
  /** Of the student who waits. */
  readonly charge: number;
  /** Of that charge. */
  readonly waiver: number;
  /** A payment with a currency, and no receipt yet. */
  readonly received: number;
  readonly mail: number;
  readonly courseType: number;
  readonly queryType: number;
  readonly mapping: number;
  readonly key: number;
  /** A request for the student to come into the second course. */
  readonly request: number;
  /** An alarm: somebody tries one password on many accounts. */
  readonly alarm: number;
  /** Has a second role without a duty in it. */
  readonly doubleRole: number;
}

/** Objects of one slot: the part of a course that one teacher reaches and another does not. */
type OfClass =
  | 'teacher'
  | 'teacherEmail'
  | 'class'
  | 'className'
  | 'slot'
  | 'assignment'
  | 'student'
  | 'email'
  | 'homework'
  | 'register'
  | 'mark'
  | 'cover'
  | 'askedClass'
  | 'case'
  | 'away'
  | 'test'
  | 'testHours'
  | 'message'
  | 'answer'
  | 'correction';

export interface School {
  readonly ids: Readonly<Record<PortalRole, number>>;
  readonly tokens: Readonly<Record<PortalRole, string>>;
  readonly keys: Readonly<Record<IntakeScope, PlantedKey>>;
  /** Within the reach of every role here. */
  readonly own: Objects;
  /** In the own course, in another teacher's class. */
  readonly beside: Objects;
  /** Of another course admin and their teacher. */
  readonly far: Objects;
  /** The word by which own rows can be told from all others in an answer. */
  readonly ownWord: string;
}

export interface PlantedKey {
  readonly id: number;
  readonly key: string;
  readonly hash: Buffer;
}

/** The Monday after so many weeks: the planted slots meet on it. */
export function mondayIn(weeks: number): string {
  const today = new Date();
  const days = ((8 - today.getUTCDay()) % 7) + 7 * weeks;
  return new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The line of the planted case: a roll that nobody called, more than a week ago. It stands. */
export const plantedLine = (slot: number) => `unmarked_class:${slot}:${mondayIn(-2)}`;

/** When the planted hours for tests begin: in no planted meeting. */
export const plantedTime = `${dayFromToday(20)}T15:00:00.000Z`;

/** Of every planted student, as WhatsApp takes it. */
export const plantedNumber = '919700011122';

/** Of the link that asks the teacher of that class to take the planted meeting. */
/** Of the mail that asks the teacher of a class about the next term. */
export const termSecret = (className: string) => `t_${className}, a planted question`;

export const offerSecret = (className: string) => `o_${className}, a planted offer`;

/** Larger than any id. */
export const nothing = 900_000_000_000_000;

/** Well-formed ids of rows that do not exist. */
export const missing: Objects = {
  self: nothing,
  courseadmin: nothing + 1,
  teacher: nothing + 2,
  helper: nothing + 3,
  newcomer: nothing + 4,
  course: nothing + 5,
  secondCourse: nothing + 6,
  courseName: 'Nowhere Sutra',
  class: nothing + 7,
  className: 'Nowhere Class',
  slot: nothing + 8,
  freeSlot: nothing + 9,
  emptySlot: nothing + 10,
  assignment: nothing + 11,
  student: nothing + 12,
  email: 'nowhere@office.test',
  event: nothing + 13,
  liveEvent: nothing + 14,
  registration: nothing + 15,
  homework: nothing + 16,
  mark: nothing + 17,
  payment: nothing + 18,
  received: nothing + 33,
  mail: nothing + 19,
  courseType: nothing + 20,
  queryType: nothing + 21,
  mapping: nothing + 22,
  key: nothing + 23,
  secondClass: nothing + 24,
  price: nothing + 25,
  glimpse: nothing + 26,
  topic: nothing + 27,
  register: nothing + 28,
  teacherEmail: 'nobody@office.test',
  request: nothing + 29,
  doubleRole: nothing + 30,
  alarm: nothing + 31,
  waiting: nothing + 32,
  registered: nothing + 52,
  unplaced: nothing + 54,
  continuation: nothing + 56,
  askedClass: nothing + 57,
  cover: nothing + 40,
  case: nothing + 48,
  away: nothing + 41,
  test: nothing + 49,
  testHours: nothing + 50,
  portion: nothing + 51,
  question: nothing + 53,
  message: nothing + 45,
  charge: nothing + 42,
  waiver: nothing + 43,
  guest: nothing + 44,
  answer: nothing + 45,
  correction: nothing + 46,
};

export const newToken = (kind: 's' | 'k' | 'i' | 'p' = 's'): string =>
  `${kind}_${randomBytes(32).toString('base64url')}`;

/** The day of every mark, before today everywhere. */
export const markedDay = dayFromToday(-7);

export type Planter = ReturnType<typeof planter>;

/**
 * Plants schools, each with people, courses and sessions of its own. Nobody signs in, because that is slow on purpose.
 */
export function planter(db: Db) {
  const add = office(db);
  const insert = async (query: Sql) => (await one<{ id: number }>(db)`${query}`).id;
  let count = 0;

  /** Last seen in the future: no request updates it, so only its owner's changes show. */
  async function session(personId: number, role: PortalRole, expires = '1 day'): Promise<string> {
    const token = newToken();
    await run(db)`
      insert into sessions (token_hash, person_id, active_role, last_seen_at, expires_at, proved_at)
      values (${hashToken(token)}, ${personId}, ${role}, now() + interval '1 hour', now() + ${expires}::interval,
        'infinity')
    `;
    return token;
  }

  async function intakeKey(madeBy: number, scope: IntakeScope): Promise<PlantedKey> {
    const key = newToken('k');
    const hash = hashSecret(key);
    const id = await insert(sql`
      insert into intake_keys (name, hash, starts_with, scopes, created_by, last_used_at)
      values (${scope}, ${hash}, ${key.slice(0, 8)}, ${[scope]}::text[], ${madeBy}, now() + interval '1 hour')
      returning id
    `);
    return { id, key, hash };
  }

  /** A passkey of the person of a session. Nobody has its key. */
  const passkey = async (token: string): Promise<number> =>
    insert(sql`
      insert into passkeys (person_id, credential_id, public_key, sign_count, transports, name, is_synced)
      select person_id, ${newToken('p')}, '\\x00', 0, '{}', 'Phone', false
      from sessions
      where token_hash = ${hashToken(token)}
      returning id
    `);

  async function invite(email: string, by: number): Promise<string> {
    const secret = newToken('i');
    await run(db)`
      with invited as (
        insert into people (email_id, main_role, first_name) values (${email}, 'teacher', 'Invited') returning id
      )
      insert into invites (hash, email_id, role, person_id, invited_by, expires_at)
      select ${hashToken(secret)}, ${email}, 'teacher', invited.id, ${by}, now() + interval '1 day' from invited
    `;
    return secret;
  }

  async function plantClass(word: string, course: number, teacher: number): Promise<Pick<Objects, OfClass>> {
    const className = `${word} Class`;
    const id = await add.class(course, className);
    await add.associate(course, teacher, 50);
    const slot = await add.slot(course, id, 'monday', '18:00');
    // Before the meeting of the planted line.
    await run(db)`update class_slots set created_at = now() - interval '40 days' where id = ${slot}`;
    const assignment = await add.assign(course, slot, teacher);
    const student = await add.person(`${word}Student`, 'student');
    await addEnrolment(db, { student, course, class: id });
    const homework = await insert(sql`
      insert into homework (student_id, course_id, class_id, week_name, home_work)
      values (${student}, ${course}, ${id}, 'Week 1', '')
      returning id
    `);
    const register = await insert(sql`
      insert into attendance_registers (course_id, class_id, attendance_date, taken_by)
      values (${course}, ${id}, ${markedDay}, ${teacher})
      returning id
    `);
    const mark = await insert(sql`
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, marked_by)
      values (${markedDay}, ${student}, ${course}, ${id}, ${register}, 'present', ${teacher})
      returning id
    `);
    const cover = await insert(sql`
      insert into cover_requests (course_id, class_id, slot_id, on_date, is_extra, starts_at, teacher_id, asked_by)
      values (${course}, ${id}, ${slot}, '2036-01-07', false, '2036-01-07T12:30Z', ${teacher}, ${teacher})
      returning id
    `);
    await run(db)`
      insert into cover_offers (request_id, teacher_id, secret_hash) values (${cover}, ${teacher}, ${hashSecret(offerSecret(className))})
    `;
    const askedClass = await insert(sql`
      insert into asked_teachers (course_id, class_id, teacher_id, secret_hash)
      values (${course}, ${id}, ${teacher}, ${hashSecret(termSecret(className))})
      returning id
    `);
    const caseId = await insert(sql`
      insert into cases (kind, line, course_id, class_id, quiet_until, opened_by)
      values ('unmarked_class', ${plantedLine(slot)}, ${course}, ${id}, ${markedDay}, ${teacher})
      returning id
    `);
    const away = await insert(sql`
      insert into away (teacher_id, from_date, until_date) values (${teacher}, '2036-02-01', '2036-02-02') returning id
    `);
    const examined = await insert(sql`
      insert into test_portions (course_id, name, position) values (${course}, 'Chapters 1 to 3', 1) returning id
    `);
    const test = await insert(sql`
      insert into tests (course_id, portion_id, student_id, examiner_id, starts_at, ends_at, booked_by)
      values (${course}, ${examined}, ${student}, ${teacher}, now() - interval '1 day', now() - interval '23 hours',
        ${teacher})
      returning id
    `);
    const testHours = await insert(sql`
      insert into test_hours (course_id, examiner_id, starts_at, ends_at, minutes, offered_by)
      values (${course}, ${teacher}, ${plantedTime}::timestamptz, ${plantedTime}::timestamptz + interval '2 hours', 30,
        ${teacher})
      returning id
    `);
    const message = await insert(sql`
      insert into messages (author_id, author_role, subject, body, audience, course_id, class_id, digest, send_at, prepared_at)
      values (${teacher}, 'teacher', ${`${word} news`}, '<p>See you soon</p>', ${JSON.stringify({ class_id: id })}::jsonb,
        ${course}, ${id}, '', now(), now())
      returning id
    `);
    const delivered = await insert(sql`
      insert into mails (dedupe_key, kind, recipient, person_id, course_id, message_id, sent_at)
      select ${`message ${message}`}, 'message', p.email_id, p.id, ${course}, ${message}, now()
      from people p where p.id = ${student}
      returning id
    `);
    await run(db)`
      insert into message_readers (message_id, student_id, mail_id) values (${message}, ${student}, ${delivered})
    `;
    await run(db)`update people set phone_number = ${`+${plantedNumber}`} where id = ${student}`;
    const answer = await insert(sql`
      insert into answers (student_id, course_id, class_id, kind, body, said_by)
      values (${student}, ${course}, ${id}, 'reply', 'Thank you', ${student})
      returning id
    `);
    const correction = await insert(sql`
      insert into corrections (person_id, field, value, said_by)
      values (${student}, 'city', ${`${word} City`}, ${student})
      returning id
    `);
    return {
      teacher,
      teacherEmail: `${word.toLowerCase()}teacher@office.test`,
      class: id,
      className,
      slot,
      assignment,
      student,
      email: `${word.toLowerCase()}student@office.test`,
      homework,
      register,
      mark,
      cover,
      askedClass,
      case: caseId,
      away,
      test,
      testHours,
      message,
      answer,
      correction,
    };
  }

  const plantEvent = (word: string, course: number, by: number, live: string, registration: string) =>
    insert(sql`
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status,
        registration_status, created_by)
      values (${course}, ${`${word} Satsang`}, 'https://meet.test/a', '2036-01-05', '2036-01-05T12:30Z',
        '2036-01-05T13:30Z', ${live}, ${registration}, ${by})
      returning id
    `);

  const plantCharge = (student: number, course: number, amount: number) =>
    insert(sql`
      insert into charges (student_id, course_id, due_on, amount, currency)
      values (${student}, ${course}, '2026-01-05', ${amount}, 'INR')
      returning id
    `);

  async function plantCourse(word: string, courseadmin: number, teacher: number) {
    const courseName = `${word} Sutra`;
    const course = await add.course(courseName, courseadmin);
    const secondCourse = await add.course(`${word} Second`, courseadmin);
    const secondClass = await add.class(secondCourse, `${word} Other`);
    const price = await insert(sql`
      insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
      values (${secondCourse}, 'India', 'IN', 'INR', 100)
      returning id
    `);
    const glimpse = await insert(sql`
      insert into glimpses (course_id, glimpse_name) values (${secondCourse}, 'A first look') returning id
    `);
    const topic = await insert(sql`
      insert into topics (course_id, week_count, topic_name) values (${secondCourse}, 1, 'Beginnings') returning id
    `);
    const portion = await insert(sql`
      insert into test_portions (course_id, name, position) values (${course}, ${`${word} Hymn`}, 0) returning id
    `);
    const question = await insert(sql`
      insert into questions (about, kind, label, shown_to, position)
      values ('person', 'line', 'Which temple?', 'office', 1)
      returning id
    `);
    const taught = await plantClass(word, course, teacher);
    const answers = JSON.stringify({ [question]: `${word} Temple` });
    await run(db)`update people set answers = ${answers}::jsonb where id = ${taught.student}`;
    await run(db)`update enrolments set answers = ${answers}::jsonb where student_id = ${taught.student}`;
    const freeSlot = await add.slot(course, taught.class, 'tuesday', '09:00');
    const emptyClass = await add.class(course, `${word} Empty`);
    const emptySlot = await add.slot(course, emptyClass, 'wednesday', '09:00');
    const helper = await add.person(`${word}Helper`, 'teacher');
    await add.associate(course, helper, 5);
    const newcomer = await add.person(`${word}Newcomer`, 'teacher');
    const event = await plantEvent(word, course, courseadmin, 'pending', 'inactive');
    const liveEvent = await plantEvent(word, course, courseadmin, 'published', 'active');
    const guest = await add.person(`${word}Guest`, 'student');
    await addEnrolment(db, { student: guest, course, class: taught.class });
    const late = await add.person(`${word}Late`, 'student');
    const waiting = await insert(sql`
      insert into enrolments (student_id, course_id, waits_for_class_id, started_on)
      values (${late}, ${course}, ${taught.class}, ${markedDay})
      returning id
    `);
    const learner = await add.person(`${word}Unplaced`, 'student');
    const unplaced = await insert(sql`
      insert into enrolments (student_id, course_id, started_on) values (${learner}, ${course}, ${markedDay}) returning id
    `);
    await run(db)`
      insert into wishes (person_id, course_id, zone, hours) values (${learner}, ${course}, 'Asia/Kolkata', ~0::bit(168))
    `;
    const registered = await insert(sql`
      insert into registrations (course_id, contact_name, email_id, page_language, is_self, learner_name, birth_year, student_id)
      values (${course}, ${`${word} Mother`}, ${`${word.toLowerCase()}unplaced@office.test`}, 'en', false,
        ${`${word}Unplaced`}, 2015, ${learner})
      returning id
    `);
    const invited = await add.person(`${word}Invited`, 'student');
    const continuation = await insert(sql`
      insert into continuations (course_id, class_id, student_id, until_date)
      values (${course}, ${taught.class}, ${invited}, '2036-01-07')
      returning id
    `);
    await run(db)`
      insert into level_exceptions (course_id, student_id, reason, given_by)
      values (${course}, ${guest}, 'Learned elsewhere', ${courseadmin})
    `;
    const registration = await insert(sql`
      insert into event_registrations (event_id, student_id, registered_by)
      values (${liveEvent}, ${guest}, ${courseadmin})
      returning id
    `);
    const pay = (name: string, currency: string | null) =>
      insert(sql`
        insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status,
          paid_at)
        values (${`${name} ${word}`}, ${course}, ${taught.student}, ${`${word} Payer`}, ${taught.email}, 1250,
          ${currency}, 'success', now() - interval '2 days')
        returning id
      `);
    const payment = await pay('pay', null);
    const received = await pay('received', 'INR');
    const charge = await plantCharge(late, course, 1000);
    const waiver = await insert(sql`
      insert into waivers (charge_id, amount, reason, created_by)
      values (${charge}, 100, 'discount', ${courseadmin})
      returning id
    `);
    // Their credit of the course, and what is open in the second one.
    await insert(sql`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
      values (${`paid ${word}`}, ${course}, ${taught.student}, ${`${word} Payer`}, ${taught.email}, 500, 'INR', 'success',
        now() - interval '3 days')
      returning id
    `);
    // What they paid is credit, because it was charged once.
    await insert(sql`
      insert into charges (student_id, course_id, due_on, amount, currency, canceled_at, cancel_reason)
      values (${taught.student}, ${course}, current_date, 500, 'INR', now(), 'By mistake')
      returning id
    `);
    await plantCharge(taught.student, secondCourse, 200);
    const mail = await insert(sql`
      insert into mails (dedupe_key, kind, recipient, event_id, person_id, sealed, failed_at, failure)
      values (${`mail ${word}`}, 'event_published', ${taught.email}, ${liveEvent}, ${taught.student}, 'sealed', now(),
        'refused')
      returning id
    `);
    await run(db)`
      insert into kept_mails (mail_id, sealed)
      values (${mail}, ${createSeal(testSecretKey).close(samples.event_published, `mail ${word}`)})
    `;
    const request = await insert(sql`
      insert into access_requests (course_id, email_id, fullname, asked_by)
      select ${secondCourse}, p.email_id, p.fullname, ${courseadmin} from people p where p.id = ${taught.student}
      returning id
    `);
    const alarm = await insert(sql`insert into sign_in_alarms (accounts) values (40) returning id`);
    const doubleRole = await add.person(`${word}Both`, 'teacher');
    await run(db)`update people set as_role = 'courseadmin' where id = ${doubleRole}`;
    return {
      ...taught,
      courseadmin,
      helper,
      newcomer,
      course,
      secondCourse,
      secondClass,
      courseName,
      price,
      glimpse,
      topic,
      portion,
      question,
      freeSlot,
      emptySlot,
      event,
      liveEvent,
      waiting,
      registered,
      unplaced,
      continuation,
      registration,
      payment,
      guest,
      charge,
      waiver,
      received,
      mail,
      request,
      alarm,
      doubleRole,
    };
  }

  /** Rows of the whole provider. */
  async function plantShared(word: string, admin: number) {
    const courseType = await insert(
      sql`insert into course_types (type) values (${`${word} Type`}) returning id`,
    );
    const queryType = await insert(
      sql`insert into query_types (name) values (${`${word} Query`}) returning id`,
    );
    const mapping = await insert(sql`
      insert into query_emails (query_type_id, email_id) values (${queryType}, 'desk@office.test') returning id
    `);
    const key = (await intakeKey(admin, 'students')).id;
    return { courseType, queryType, mapping, key };
  }

  async function school(): Promise<School> {
    // While it is closed, its call answers as one that never was.
    await run(db)`update provider set catalogue_open = true`;
    count += 1;
    const ownWord = `Near${count}x`;
    const besideWord = `Beside${count}x`;
    const farWord = `Far${count}x`;
    const ids = {
      admin: await add.person(`${ownWord}Admin`, 'admin'),
      courseadmin: await add.person(`${ownWord}Head`, 'courseadmin'),
      teacher: await add.person(`${ownWord}Teacher`, 'teacher'),
    };
    const besideTeacher = await add.person(`${besideWord}Teacher`, 'teacher');
    const farHead = await add.person(`${farWord}Head`, 'courseadmin');
    const farTeacher = await add.person(`${farWord}Teacher`, 'teacher');
    const shared = await plantShared(`Shared${count}`, ids.admin);
    const own = {
      ...(await plantCourse(ownWord, ids.courseadmin, ids.teacher)),
      ...shared,
      self: ids.courseadmin,
    };
    const beside = { ...own, ...(await plantClass(besideWord, own.course, besideTeacher)) };
    const far = { ...(await plantCourse(farWord, farHead, farTeacher)), ...shared, self: farHead };
    // They study in the far course, and reach nothing more of it.
    for (const student of [ids.courseadmin, ids.teacher]) {
      await run(db)`update people set also_studies = true where id = ${student}`;
      await addEnrolment(db, { student, course: far.course, class: far.class });
    }
    const tokens = {
      admin: await session(ids.admin, 'admin'),
      courseadmin: await session(ids.courseadmin, 'courseadmin'),
      teacher: await session(ids.teacher, 'teacher'),
    };
    const keys: Partial<Record<IntakeScope, PlantedKey>> = {};
    for (const scope of intakeScopes) keys[scope] = await intakeKey(ids.admin, scope);
    return { ids, tokens, keys: keys as Record<IntakeScope, PlantedKey>, own, beside, far, ownWord };
  }

  /** A day passes for actions on account admins. */
  const letWait = () =>
    run(db)`update asked_deeds set alone_from = now() where alone_from > now() and done_at is null`;

  return { school, session, intakeKey, invite, passkey, letWait, person: add.person };
}
