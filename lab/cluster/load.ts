// Staff at work, and the list of their acknowledged writes. Everybody works on objects of their own, so the expected
// rows are known exactly. Each save has a key, is retried with it until it is answered, and is then read back by the
// same person.
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { paymentStatuses } from '@gurukul/contract/students';
import { attendanceStatuses } from '@gurukul/contract/attendance';
import { calls } from '@gurukul/contract/index';
import type { CallName } from '@gurukul/contract/index';
import { isOpen, newKey } from '../faults/client.ts';
import type { Pool } from '../faults/database.ts';
import { demoPassword } from '../../server/test/app.ts';
import { office } from '../../server/test/office.ts';
import { dayFromToday } from '../../server/test/small-school.ts';

const byName = new Map(calls().map(({ name, call }) => [name, call]));
const studentsInClass = 30;
const longestPatienceMs = 120_000;

/** One request as a client saw it. */
interface Attempt {
  readonly call: CallName;
  readonly isWrite: boolean;
  /** 0: the connection broke or nothing came. */
  readonly status: number;
  readonly sentAt: number;
  readonly endedAt: number;
  /** The reason for a failure. */
  readonly why: string;
}

/** A save with a successful answer. */
interface Acknowledged {
  readonly call: CallName;
  readonly at: number;
  /** When the answered request was sent. The first attempt may have been sent long before. */
  readonly sentAt: number;
}

export interface Book {
  readonly attempts: Attempt[];
  readonly acknowledged: Acknowledged[];
  /** By class and date, the marks by student. */
  readonly rolls: Map<string, string>;
  /** By student, the state and how often it was set. */
  readonly payments: Map<number, { status: string; times: number }>;
  readonly events: Map<string, { published: boolean }>;
  /** Acknowledged writes that the very next read did not see. */
  readonly unseen: string[];
  /** Unexplained answers. */
  readonly wrong: string[];
}

const newBook = (): Book => ({
  attempts: [],
  acknowledged: [],
  rolls: new Map(),
  payments: new Map(),
  events: new Map(),
  unseen: [],
  wrong: [],
});

interface Body {
  readonly message?: unknown;
  // Each call has another answer; the code checks it where it is used.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [name: string]: any;
}
interface Answer {
  readonly status: number;
  readonly body: Body;
}

export interface Staff {
  readonly id: number;
  readonly email: string;
  readonly role: 'teacher' | 'courseadmin';
  readonly course: number;
  readonly class: number;
  readonly students: readonly number[];
}

/** Half of them are teachers, half course admins. Each has a course and a class that has met every day for long. */
export async function foundStaff(owner: Pool, many: number): Promise<Staff[]> {
  const add = office(owner);
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const staff: Staff[] = [];
  for (let n = 0; n < many; n += 1) {
    const role = n % 2 === 0 ? 'teacher' : 'courseadmin';
    const admin = await add.person(`Owner${n}`, 'courseadmin');
    const course = await add.course(`Course ${n}`, admin, { startDate: '2020-01-06' });
    const classId = await add.class(course, 'Morning');
    const teacher = await add.person(`Teacher${n}`, 'teacher');
    await add.associate(course, teacher);
    for (const day of weekdays) await add.assign(course, await add.slot(course, classId, day), teacher);
    const students: number[] = [];
    for (let m = 0; m < studentsInClass; m += 1)
      students.push(await add.person(`Student${n}x${m}`, 'student'));
    await owner.query(
      `insert into enrolments (student_id, course_id, class_id, started_on)
       select id, $2, $3, '2020-01-06' from unnest($1::bigint[]) as id`,
      [students, course, classId],
    );
    staff.push({
      id: role === 'teacher' ? teacher : admin,
      email: `${role === 'teacher' ? 'teacher' : 'owner'}${n}@office.test`,
      role,
      course,
      class: classId,
      students,
    });
  }
  await owner.query(`update courses set status = 'published'`);
  await owner.query('analyze');
  return staff;
}

interface Load {
  readonly book: Book;
  /** Everybody finishes their present work. */
  stop(): Promise<void>;
}

export function startLoad(urls: readonly string[], staff: readonly Staff[]): Load {
  const book = newBook();
  let isOver = false;
  const working = staff.map((person) => new Client(urls, person, book).work(() => isOver));
  return {
    book,
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

class Client {
  readonly #urls: readonly string[];
  #way = 0;
  readonly #me: Staff;
  readonly #book: Book;
  #token = '';
  #actions = 0;

  constructor(urls: readonly string[], me: Staff, book: Book) {
    this.#urls = urls;
    this.#me = me;
    this.#book = book;
  }

  async work(isOver: () => boolean): Promise<void> {
    const { body } = await this.#until(
      'accounts.login',
      { email_id: this.#me.email, password: demoPassword },
      isOver,
    );
    this.#token = String(body['token']);
    const actions =
      this.#me.role === 'teacher'
        ? [this.#saveRoll]
        : [this.#saveRoll, this.#setPayment, this.#setPayment, this.#addEvent];
    while (!isOver()) {
      const action = actions[this.#actions % actions.length]!;
      this.#actions += 1;
      await action.call(this);
      await wait(randomInt(100, 400));
    }
  }

  /** One request, as the portal makes it. */
  async #send(name: CallName, input: Readonly<Record<string, unknown>>, key?: string): Promise<Answer> {
    const call = byName.get(name)!;
    const rest = { ...input };
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
      const value = rest[field];
      delete rest[field];
      return encodeURIComponent(String(value));
    });
    const sentAt = performance.now();
    const answer = await fetch(`${this.#urls[this.#way % this.#urls.length]}/api${path}`, {
      method: call.method,
      headers: {
        ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(rest) }),
      signal: AbortSignal.timeout(60_000),
    })
      .then(async (response) => ({
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        // Half an answer counts as none.
        body: (await (response.ok ? response.json() : response.json().catch(() => ({})))) as Body,
      }))
      .catch((error: Error) => ({
        status: 0,
        retryAfter: null,
        body: { message: `${error.message}: ${String(error.cause)}` } as Body,
      }));
    const { status, retryAfter } = answer;
    // As one address that moves to the other balancer.
    if (status === 0) this.#way += 1;
    this.#book.attempts.push({
      call: name,
      isWrite: key !== undefined,
      status,
      sentAt,
      endedAt: performance.now(),
      why: status === 200 ? '' : String(answer.body.message),
    });
    if (status === 503 && retryAfter === null) this.#book.wrong.push(`${name}: 503 without Retry-After`);
    if (status === 500) this.#book.wrong.push(`${name}: 500 ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Sends until a final answer. */
  async #until(
    name: CallName,
    input: Readonly<Record<string, unknown>>,
    isOver: () => boolean = () => false,
  ): Promise<Answer> {
    const key = byName.get(name)?.changes === true ? newKey() : undefined;
    const deadline = performance.now() + longestPatienceMs;
    for (;;) {
      const sentAt = performance.now();
      const answer = await this.#send(name, input, key);
      const mayPass =
        answer.status === 502 || answer.status === 504 || isOpen({ ...answer, retryAfter: null, ms: 0 });
      if (mayPass && performance.now() < deadline && !(isOver() && key === undefined)) {
        await wait(100);
        continue;
      }
      if (answer.status !== 200)
        this.#book.wrong.push(`${name} ended with ${answer.status} ${JSON.stringify(answer.body)}`);
      else if (key !== undefined) this.#book.acknowledged.push({ call: name, at: performance.now(), sentAt });
      return answer;
    }
  }

  async #saveRoll(): Promise<void> {
    const { course, class: classId, students, id } = this.#me;
    // Each roll has another date. Course admins take one in every fourth action.
    const day = dayFromToday(-1 - this.#actions);
    const marks = students.map((student_id) => ({
      student_id,
      attendance_status: attendanceStatuses[randomInt(attendanceStatuses.length)]!,
      seen: null,
    }));
    const where = { course_id: course, class_id: classId, attendance_date: day };
    const saved = await this.#until('attendance.save_roll', { ...where, marks });
    if (saved.status !== 200) return;
    const wanted = rollText(marks.map((mark) => [mark.student_id, mark.attendance_status]));
    this.#book.rolls.set(`${classId} ${day}`, wanted);
    const { status, body } = await this.#until('attendance.get_students_attendence', {
      course_admin_id: id,
      ...where,
    });
    if (status !== 200) return;
    const rows: { student_id: number; attendance_status: string }[] = body['data'];
    const seen = rollText(rows.map((row) => [row.student_id, row.attendance_status]));
    if (seen !== wanted) this.#book.unseen.push(`roll of class ${classId} on ${day}: ${seen}`);
  }

  async #setPayment(): Promise<void> {
    const { course, students } = this.#me;
    const student = students[this.#actions % students.length]!;
    const before = this.#book.payments.get(student);
    const at = before === undefined ? 0 : paymentStatuses.findIndex((one) => one === before.status) + 1;
    const status = paymentStatuses[at % paymentStatuses.length]!;
    const input = { user_id: student, course_id: course, payment_status: status };
    const saved = await this.#until('students.update_payment_status', input);
    if (saved.status !== 200) return;
    this.#book.payments.set(student, { status, times: (before?.times ?? 0) + 1 });
    const read = await this.#until('students.get_single_student', { id: student });
    if (read.status !== 200) return;
    const courses: { course_id: number; payment_status: string }[] = read.body['data'][1];
    const seen = courses.find(({ course_id }) => course_id === course)?.payment_status;
    if (seen !== status)
      this.#book.unseen.push(`payment of student ${student}: ${seen} instead of ${status}`);
  }

  /**
   * The schema allows two events of one name, so only the key prevents a second one. Every eighth event is announced.
   */
  async #addEvent(): Promise<void> {
    const { course, id } = this.#me;
    const name = `Satsang ${id} ${this.#actions}`;
    const day = dayFromToday(30);
    const added = await this.#until('events.add_event', {
      event_name: name,
      course_id: course,
      description: '<p>Come</p>',
      meeting_link: 'https://meet.test/a',
      event_date: day,
      start_time: new Date(`${day}T18:30:00+05:30`).toISOString(),
      end_time: new Date(`${day}T20:00:00+05:30`).toISOString(),
      speakers: [],
    });
    if (added.status !== 200) return;
    this.#book.events.set(name, { published: false });
    const found = await this.#eventsCalled(name);
    if (found === null) return;
    if (found.length !== 1) this.#book.unseen.push(`event ${name}: ${found.length} of it`);
    const [event] = found;
    if (event === undefined || this.#actions % 32 !== 0) return;
    const published = await this.#until('events.publish_event', { event_id: event.event_id, flag: 1 });
    if (published.status !== 200) return;
    this.#book.events.set(name, { published: true });
    const again = await this.#eventsCalled(name);
    if (again !== null && again[0]?.live_status !== 'published')
      this.#book.unseen.push(`event ${name}: ${again[0]?.live_status}`);
  }

  async #eventsCalled(name: string): Promise<{ event_id: number; live_status: string }[] | null> {
    const { status, body } = await this.#until('events.get_events', {});
    if (status !== 200) return null;
    const rows: { event_id: number; event_name: string; live_status: string }[] = body['data'].data;
    return rows.filter(({ event_name }) => event_name === name);
  }
}

const rollText = (marks: readonly (readonly [number, string])[]) =>
  marks
    .toSorted(([a], [b]) => a - b)
    .map(([student, status]) => `${student}:${status}`)
    .join(' ');

export interface Verdict {
  readonly acknowledged: number;
  readonly lost: string[];
  readonly doubled: string[];
}

/** Compares the list with the database, row by row, and with the audit trail, where every action counts. */
export async function judge(owner: Pool, book: Book, staff: readonly Staff[]): Promise<Verdict> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const compare = (what: string, found: number, expected: number) => {
    if (found < expected) lost.push(`${what}: ${found} instead of ${expected}`);
    if (found > expected) doubled.push(`${what}: ${found} instead of ${expected}`);
  };

  const rolls = await owner.query<{ roll: string; marks: string }>(
    `select class_id || ' ' || attendance_date as roll,
       string_agg(student_id || ':' || status, ' ' order by student_id) as marks
     from attendance where class_id = any($1) group by class_id, attendance_date`,
    [staff.map((one) => one.class)],
  );
  const marks = new Map(rolls.rows.map((row) => [row.roll, row.marks]));
  for (const [roll, wanted] of book.rolls)
    if (marks.get(roll) !== wanted) lost.push(`roll ${roll}: ${marks.get(roll)} instead of ${wanted}`);
  compare('rolls', marks.size, book.rolls.size);

  const states = await owner.query<{ student_id: number; payment_status: string }>(
    'select student_id, payment_status from enrolments where payment_status is not null',
  );
  const stateOf = new Map(states.rows.map((row) => [row.student_id, row.payment_status]));
  for (const [student, { status }] of book.payments)
    if (stateOf.get(student) !== status)
      lost.push(`payment of ${student}: ${stateOf.get(student)} instead of ${status}`);

  const events = await owner.query<{ event_name: string; n: number; is_published: boolean }>(
    `select event_name, count(*)::int as n, bool_and(live_status = 'published') as is_published
     from events group by event_name`,
  );
  const eventOf = new Map(events.rows.map((row) => [row.event_name, row]));
  for (const [name, { published }] of book.events) {
    compare(`event ${name}`, eventOf.get(name)?.n ?? 0, 1);
    if (published && eventOf.get(name)?.is_published === false) lost.push(`publishing of ${name}`);
  }
  compare('events', events.rows.length, book.events.size);

  // By author, because others saved rolls before.
  const trail = await owner.query<{ call: string; n: number }>(
    'select call, count(*)::int as n from changes where person_id = any($1) group by call',
    [staff.map(({ id }) => id)],
  );
  const changesOf = new Map(trail.rows.map((row) => [row.call, row.n]));
  for (const [call, own] of Map.groupBy(book.acknowledged, (one) => one.call))
    compare(`changes by ${call} in the audit trail`, changesOf.get(call) ?? 0, own.length);
  return { acknowledged: book.acknowledged.length, lost, doubled };
}

/** What clients saw between two moments. */
export function sum(book: Book, from: number, to: number) {
  const attempts = book.attempts.filter(({ endedAt }) => endedAt >= from && endedAt < to);
  const acknowledged = book.acknowledged.filter(({ at }) => at >= from && at < to);
  const marks = [from, ...acknowledged.map(({ at }) => at).toSorted((a, b) => a - b), to];
  const gaps = marks.slice(1).map((at, n) => at - marks[n]!);
  const failed = attempts.filter(({ status }) => status !== 200);
  const slowest = attempts
    .filter(({ status }) => status === 200)
    .map(({ sentAt, endedAt }) => endedAt - sentAt)
    .toSorted((a, b) => a - b);
  return {
    requests: attempts.length,
    writes: acknowledged.length,
    seconds: (to - from) / 1000,
    failed: [...Map.groupBy(failed, ({ status }) => status)].map(([status, all]) => ({
      status,
      many: all.length,
    })),
    reasons: [...Map.groupBy(failed, ({ call, why }) => `${call}: ${why}`)].map(
      ([reason, all]) => [reason, all.length] as const,
    ),
    /** The longest time without an acknowledged write, in seconds. */
    pause: Math.max(...gaps) / 1000,
    p99: slowest[Math.floor(slowest.length * 0.99)] ?? 0,
  };
}

/** Seconds until the first acknowledged write whose request was sent after that moment. */
export const untilFirst = ({ acknowledged }: Book, moment: number): number =>
  Math.min(...acknowledged.filter(({ sentAt }) => sentAt > moment).map(({ at }) => at - moment)) / 1000;
