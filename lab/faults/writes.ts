// The writes that faults strike: each touches several tables, and two of them mails or files as well.
import { setTimeout as wait } from 'node:timers/promises';
import { wrapHtml } from '@gurukul/contract/shared/html-json';
import type { CallName } from '@gurukul/contract/index';
import { addEnrolment, dayFromToday } from '../../server/test/small-school.ts';
import { office, runningSince } from '../../server/test/office.ts';
import { settle } from './client.ts';
import type { Answer } from './client.ts';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';

/** One thing to be done, once. */
export interface Action {
  readonly call: CallName;
  readonly input: object;
  readonly token: string;
  /** Rows that say it was done, of `whole`. */
  found(): Promise<number>;
  readonly whole: number;
}

export interface Write {
  readonly name: string;
  /** Lays down what the action works on; every action has its own. */
  prepare(world: World): Promise<Action>;
}

let made = 0;
/** Letters only, so that it is a plausible name as well. */
const newName = (kind: string) => {
  made += 1;
  const letters = String(made).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
  return `${kind}${letters}`;
};

const count = async ({ owner }: World, text: string, ...values: unknown[]): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n ${text}`, values);
  return rows[0]?.n ?? 0;
};

/** Asks whichever server is up. */
async function ask(
  { servers }: World,
  call: CallName,
  input: object,
  token: string,
): Promise<Answer['body']> {
  const { answer } = await settle(servers, call, input, { token });
  if (answer.status !== 200) throw new Error(`${call} was refused: ${JSON.stringify(answer)}`);
  return answer.body;
}

const saveCourse: Write = {
  name: 'save of a whole course',
  async prepare(world) {
    const { staff } = world.school;
    const id = await office(world.owner).course(newName('Course'), staff.own);
    const price = (country_name: string, country_code: string, currency_code: string) => ({
      country_name,
      country_code,
      currency_code,
      price_value: '1500',
      state: 'ADD',
    });
    const glimpse = (glimpse_name: string) => ({
      glimpse_name,
      glimpse_description: `<p>About ${glimpse_name}</p>`,
      glimpse_image: '',
      state: 'ADD',
    });
    const topic = (weekCount: number, topicName: string) => ({
      weekCount,
      topicName,
      video: '',
      homework: 'false',
      pdf: '',
      pdfName: '',
      state: 'ADD',
    });
    return {
      call: 'courses.edit_course_by_courseadmin',
      token: world.tokens.own,
      input: {
        course_id: id,
        course_name: newName('Gita'),
        course_duration: 'quarterly',
        start_date: runningSince,
        course_image: '/defaults/course.svg',
        type: null,
        description: wrapHtml('description', '<p>Eighteen chapters</p>'),
        what_we_learn: wrapHtml('what', '<p>Duty</p>'),
        note: wrapHtml('note', ''),
        prices: [price('India', 'IN', 'INR'), price('Nepal', 'NP', 'NPR')],
        glimpse: [glimpse('One'), glimpse('Two')],
        total_topics: [topic(1, 'Arjuna'), topic(2, 'Duty'), topic(3, 'Devotion')],
      },
      whole: 7,
      found: () =>
        count(
          world,
          `from (select course_id from course_prices union all select course_id from glimpses
             union all select course_id from topics) parts where course_id = $1`,
          id,
        ),
    };
  },
};

const uploadPayments: Write = {
  name: 'upload of payments',
  async prepare(world) {
    const upload = newName('pay');
    return {
      call: 'paymentUpload.excel_payment_details_upload',
      token: world.tokens.own,
      input: Array.from({ length: 40 }, (_, n) => ({
        full_name: 'Anu',
        course_name: 'Gita',
        payment_id: `${upload}_${n}`,
        created_at: '2026-03-05T10:00:00Z',
        amount: '1200.50',
        currency: 'INR',
        status: 'success',
        phone_number: '9876500001',
        email_id: 'anu@office.test',
      })),
      whole: 40,
      found: () => count(world, "from payments where payment_id like $1 || '\\_%'", upload),
    };
  },
};

interface Preview {
  readonly digest: string;
}

const uploadStudents: Write = {
  name: 'upload of students',
  async prepare(world) {
    const family = newName('Family');
    const sheet = {
      file_name: `${family}.xlsx`,
      rows: Array.from({ length: 25 }, (_, n) => ({
        row: n + 2,
        first_name: `Student ${'abcdefghijklmnopqrstuvwxy'[n]}`,
        last_name: family,
        email_id: `${family}.${n}@office.test`,
        phone_number: '',
        course_name: 'Gita',
        class_name: 'Morning',
      })),
    };
    const token = world.tokens.own;
    const { data } = await ask(world, 'studentImport.students_preview', sheet, token);
    const { digest } = data as Preview;
    return {
      call: 'studentImport.students',
      token,
      input: { ...sheet, confirm: true, digest },
      whole: 50,
      async found() {
        const people = await count(world, 'from people where last_name = $1', family);
        const enrolments = await count(
          world,
          'from enrolments e join people p on p.id = e.student_id where p.last_name = $1',
          family,
        );
        return people + enrolments;
      },
    };
  },
};

/** Everybody in the course hears of it. */
export const publishEvent: Write = {
  name: 'publishing of an event with mails',
  async prepare(world) {
    const { owner, school } = world;
    const course = await office(owner).course(newName('Course'), school.staff.own);
    for (const student of [school.students.anu, school.students.bala, school.students.esha])
      await addEnrolment(owner, { student, course, class: null });
    const day = dayFromToday(30);
    const name = newName('Satsang');
    await ask(
      world,
      'events.add_event',
      {
        event_name: name,
        course_id: course,
        description: '<p>Come</p>',
        meeting_link: 'https://meet.test/a',
        event_date: day,
        start_time: new Date(`${day}T18:30:00+05:30`).toISOString(),
        end_time: new Date(`${day}T20:00:00+05:30`).toISOString(),
        speakers: [],
      },
      world.tokens.own,
    );
    const { rows } = await owner.query<{ id: number }>('select id from events where event_name = $1', [name]);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('no event was added');
    return {
      call: 'events.publish_event',
      token: world.tokens.own,
      input: { event_id: id, flag: 1 },
      whole: 4,
      async found() {
        const mails = await count(world, 'from mails where event_id = $1', id);
        return mails + (await count(world, "from events where id = $1 and live_status = 'published'", id));
      },
    };
  },
};

/** The students of the class hear of it. */
const cancelMeeting: Write = {
  name: 'canceling of a meeting with mails',
  async prepare(world) {
    const { owner, school } = world;
    const { gita } = school;
    const add = office(owner);
    const day = dayFromToday(7);
    const classId = await add.class(gita.id, newName('Class'));
    const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', {
      weekday: 'long',
      timeZone: 'UTC',
    });
    const slot_id = await add.slot(gita.id, classId, weekday.toLowerCase());
    const people: number[] = [];
    for (const _ of [1, 2, 3]) people.push(await add.person(newName('Pupil'), 'student'));
    for (const student of people) await addEnrolment(owner, { student, course: gita.id, class: classId });
    return {
      call: 'meetings.cancel_meeting',
      token: world.tokens.own,
      input: { slot_id, on_date: day, reason: 'A storm' },
      whole: 4,
      async found() {
        const mails = await count(
          world,
          "from mails where kind = 'meeting_change' and person_id = any($1)",
          people,
        );
        return (
          mails + (await count(world, "from meetings where slot_id = $1 and state = 'canceled'", slot_id))
        );
      },
    };
  },
};

const saveRoll: Write = {
  name: 'roll of a class',
  async prepare(world) {
    const { owner, school } = world;
    const { gita, staff } = school;
    const add = office(owner);
    const day = dayFromToday(-1);
    const classId = await add.class(gita.id, newName('Class'));
    const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', {
      weekday: 'long',
      timeZone: 'UTC',
    });
    await add.assign(gita.id, await add.slot(gita.id, classId, weekday.toLowerCase()), staff.teach);
    const course = gita.id;
    const ids: number[] = [];
    for (const name of ['Roll', 'Call']) {
      const student = await add.person(newName(name), 'student');
      await addEnrolment(owner, { student, course, class: classId });
      ids.push(student);
    }
    return {
      call: 'attendance.save_roll',
      token: world.tokens.own,
      input: {
        course_id: course,
        class_id: classId,
        attendance_date: day,
        marks: ids.map((student_id) => ({ student_id, attendance_status: 'present', seen: null })),
      },
      whole: 3,
      async found() {
        const marks = await count(world, 'from attendance where class_id = $1', classId);
        return marks + (await count(world, 'from attendance_registers where class_id = $1', classId));
      },
    };
  },
};

const moveStudent: Write = {
  name: 'move of a student',
  async prepare(world) {
    const { owner, school } = world;
    const { gita } = school;
    const name = newName('Mover');
    const student = await office(owner).person(name, 'student');
    await addEnrolment(owner, { student, course: gita.id, class: gita.morning });
    return {
      call: 'students.update_course_to_student',
      token: world.tokens.own,
      input: {
        email_id: `${name.toLowerCase()}@office.test`,
        user_id: student,
        course_id: gita.id,
        class_id: gita.evening,
        even_if_full: true,
      },
      whole: 2,
      found: () =>
        count(
          world,
          `from enrolments where student_id = $1
             and (class_id = $2 and ended_on is null or class_id = $3 and ended_on is not null)`,
          student,
          gita.evening,
          gita.morning,
        ),
    };
  },
};

const deleteTeacher: Write = {
  name: 'delete of a teacher',
  async prepare(world) {
    const { owner, school } = world;
    const { gita } = school;
    const add = office(owner);
    const teacher = await add.person(newName('Teacher'), 'teacher');
    await add.associate(gita.id, teacher);
    const classId = await add.class(gita.id, newName('Class'));
    for (const day of ['monday', 'tuesday'])
      await add.assign(gita.id, await add.slot(gita.id, classId, day), teacher);
    return {
      call: 'people.delete_teacher',
      token: world.tokens.admin,
      input: { teacher_id: teacher },
      whole: 4,
      async found() {
        const gone = await count(world, 'from people where id = $1 and deleted_at is not null', teacher);
        const ended = await count(
          world,
          'from slot_teachers where teacher_id = $1 and ended_at is not null',
          teacher,
        );
        const left = await count(
          world,
          'from course_teachers where teacher_id = $1 and not associated',
          teacher,
        );
        return gone + ended + left;
      },
    };
  },
};

async function addPayment({ owner, school }: World): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
     values ($1, $2, $3, 'Anu', 'anu@office.test', 1200.50, 'INR', 'success', now()) returning id`,
    [newName('receipted'), school.gita.id, school.students.anu],
  );
  return rows[0]!.id;
}

/** Of all series and years: their numbers are 1 to n. */
const withoutGap = `not exists (
  select from receipts group by series, year having max(number) <> count(*) or min(number) <> 1
)`;

const issueReceipt: Write = {
  name: 'number of a receipt',
  async prepare(world) {
    const payment = await addPayment(world);
    return {
      call: 'receipts.issue_receipt',
      token: world.tokens.own,
      input: { payment_id: payment },
      whole: 1,
      found: () => count(world, `from receipts where payment_id = $1 and ${withoutGap}`, payment),
    };
  },
};

const sendReceipt: Write = {
  name: 'mail of a receipt',
  async prepare(world) {
    const payment_id = await addPayment(world);
    await ask(world, 'receipts.issue_receipt', { payment_id }, world.tokens.own);
    const { rows } = await world.owner.query<{ id: number }>(
      'select id from receipts where payment_id = $1',
      [payment_id],
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('no receipt was issued');
    return {
      call: 'receipts.send_receipt',
      token: world.tokens.own,
      input: { receipt_id: id },
      whole: 2,
      async found() {
        const mails = await count(world, 'from mails where receipt_id = $1', id);
        return mails + (await count(world, 'from receipts where id = $1 and given_at is not null', id));
      },
    };
  },
};

export const pdf = Buffer.from(
  `%PDF-1.7\n1 0 obj<<>>endobj\n${'% words\n'.repeat(2000)}trailer<<>>\n%%EOF\n`,
);

export interface Offer {
  readonly file_id: string;
  readonly upload: {
    readonly url: string;
    readonly headers?: Record<string, string>;
    readonly fields?: Record<string, string>;
  };
}

/** Asks for an upload of the local folder. */
export async function beginFile(world: World, bytes: Buffer): Promise<Offer> {
  const wanted = { kind: 'topic_pdf', name: 'Lesson.pdf', type: 'application/pdf', size: bytes.length };
  return (await ask(world, 'files.begin', wanted, world.tokens.own)) as unknown as Offer;
}

/** Sends the bytes; the answer's status, 0 when there was none. */
export const putFile = ({ url }: ServerProcess, { upload }: Offer, bytes: Buffer): Promise<number> =>
  fetch(new URL(upload.url, url), {
    method: 'PUT',
    headers: upload.headers ?? {},
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(30_000),
  }).then(
    ({ status }) => status,
    () => 0,
  );

/** Asks for an upload and sends it to whichever server is up; answers its id. */
async function uploadFile(world: World): Promise<string> {
  for (let turn = 0; turn < 100; turn += 1) {
    const offer = await beginFile(world, pdf);
    if ((await putFile(world.servers[turn % world.servers.length]!, offer, pdf)) === 204)
      return offer.file_id;
    await wait(100);
  }
  throw new Error('the upload does not arrive');
}

const finishFile: Write = {
  name: 'finishing of a file',
  async prepare(world) {
    const file_id = await uploadFile(world);
    return {
      call: 'files.finish',
      token: world.tokens.own,
      input: { file_id },
      whole: 1,
      found: () => count(world, 'from files where id = $1 and finished_at is not null', file_id),
    };
  },
};

export const writes: readonly Write[] = [
  saveCourse,
  uploadPayments,
  uploadStudents,
  publishEvent,
  cancelMeeting,
  saveRoll,
  moveStudent,
  finishFile,
  deleteTeacher,
  issueReceipt,
  sendReceipt,
];
