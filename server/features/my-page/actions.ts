import { unwantedMails } from '@gurukul/contract/my-page';
import type { PageAction } from '@gurukul/contract/my-page';
import { pdfBytes, pdfType } from '@gurukul/contract/files';
import { longestSaidName } from '@gurukul/contract/shared/consent';
import { lines, line, requiredLine } from '@gurukul/contract/shared/fields';
import { keyed } from '@gurukul/contract/shared/keyed';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { correctedFields, personInput } from '@gurukul/contract/shared/person/person';
import type { CorrectedField } from '@gurukul/contract/shared/person/person';
import { isTimeZone } from '@gurukul/contract/shared/time-zones';
import sql from 'sql-template-tag';
import * as z from 'zod';
import { int, row, text } from '#server/db/columns.ts';
import { one, run } from '#server/db/rows.ts';
import type { Db } from '#server/db/pool.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { PortalLanguage, ProviderSettings } from '@gurukul/contract/provider';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { denyMailbox, listUnproved, proveMailbox } from '#server/channels/mail/prove.ts';
import type { Pusher } from '#server/channels/push/pusher.ts';
import type { Storage } from '#server/storage/storage.ts';
import { today } from '#server/time/today.ts';
import { checkPdf } from '../files/check-pdf.ts';
import { locationOf, newKey } from '../files/file-key.ts';
import type { Config } from '#server/config.ts';
import { drawAll, drawStudies } from '../certificates/draw.ts';
import { listValidOf } from '../certificates/queries.ts';
import { answerPlace } from '../continuations/answer-place.ts';
import { listOffered } from '../continuations/queries.ts';
import { logoOnPaper } from '../files/logo-on-paper.ts';
import { drawingOf, lockReceipt, noteGiven } from '../receipts/queries.ts';
import { fileNameOf } from '../receipts/rules.ts';
import { saveConsent } from '../consents/consents.ts';
import { phoneCountriesOf } from '../likeness/phone-countries.ts';
import { readPerson } from '../students/written-person.ts';
import { bookTest, moveTest } from '../tests/book.ts';
import type { ChosenTime } from '../tests/book.ts';
import { textIn } from '#server/pages/forms.ts';
import { listOwnAnswers, takeOwnAnswers } from './own-answers.ts';
import { listOwnConsents } from './own-consents.ts';
import { listOwnWishes, takeOwnWish } from './own-wishes.ts';
import { forgetDevice } from './pages.ts';
import type { Page } from './pages.ts';
import {
  listCourses,
  listHomework,
  listMeetingsAhead,
  listProgress,
  listReceipts,
  readNumbers,
  readStudents,
  readTests,
} from './read.ts';
import type { ShownStudent } from './read.ts';
import type { Done } from './texts.ts';
import { homeworkKey, mayHandIn, meetingKey, meetingsOf, timeKey } from './view.ts';
import { masked, tellAdmins } from './written-addresses.ts';

/* What a reader does on their page. Each action finds its student among those whom the page shows. */

export interface Doing {
  readonly tx: Db;
  readonly page: Page;
  readonly device: string;
  readonly storage: Storage;
  readonly provider: ProviderSettings;
  /** In which the page is read. */
  readonly language: PortalLanguage;
  readonly form: FormData;
  readonly now: Date;
  readonly hasWhatsApp: boolean;
  readonly push: Pusher;
  readonly mail: Mailer;
  readonly config: Pick<Config, 'appUrl'>;
}

const paperTools = ({ config, storage, provider }: Doing) => ({ config, files: storage, provider });

/** Where the reader is led, or a file. */
export type Outcome =
  | {
      readonly done: Done | null;
      /** The kept place that it is about. */
      readonly place?: number;
    }
  | { readonly fileName: string; readonly pdf: Buffer };

/** The value as the schema reads it; refuses any other. */
function read<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw fail('bad_input');
  return parsed.data;
}

/** Names the reader in the trail: the guardian whose mailbox it is, or the student. */
export const actAs = (tx: Db, { reader_id }: Pick<ShownStudent, 'reader_id'>, action: PageAction) =>
  run(
    tx,
    sql`
      select set_config('gurukul.person', ${String(reader_id)}, true), set_config('gurukul.call', ${action}, true)
    `,
  );

const readAll = ({ tx, page, provider }: Doing) => readStudents(tx, page.mailbox, provider.time_zone);

async function readStudent(doing: Doing, id = textIn(doing.form, 'student')): Promise<ShownStudent> {
  const student = (await readAll(doing)).find(({ student_id }) => String(student_id) === id);
  if (student === undefined) throw fail('bad_input');
  return student;
}

const reasonText = line(200);
const replyText = lines(1000).pipe(z.string().min(1));

/** The meeting of the form, which has not begun. */
async function readMeeting({ tx, form, now }: Doing, { student_id }: ShownStudent) {
  const courses = await listCourses(tx, [student_id]);
  const classes = courses.flatMap(({ class_id }) => class_id ?? []);
  const meetings = meetingsOf({ courses, meetings: await listMeetingsAhead(tx, classes, now) }, student_id);
  const meeting = meetings.find((one) => meetingKey(one) === textIn(form, 'meeting'));
  if (meeting === undefined || Date.parse(meeting.starts_at) <= now.getTime())
    throw fail('state_changed', { present: '' });
  const course = courses.find(({ class_id }) => class_id === meeting.class_id)!;
  return { ...meeting, course_id: course.course_id };
}

const placeRow = row({ course_id: int, place: text });

/** Tells the teachers of the class and its course admin that there is an answer, not whose. */
async function tellStaff({ tx, push, now }: Doing, classId: number): Promise<void> {
  const { course_id, place } = await one(
    tx,
    placeRow,
    sql`
      select c.id as course_id, c.course_name || ' ' || k.class_name as place
      from classes k
      join courses c on c.id = k.course_id
      where k.id = ${classId}
    `,
  );
  const people = sql`
    select st.teacher_id
    from slot_teachers st
    join class_slots s on s.id = st.slot_id and s.deleted_at is null
    where s.class_id = ${classId} and st.ended_at is null
    union
    select c.courseadmin_id from courses c where c.id = ${course_id}
  `;
  const key = `${classId} ${now.getTime()}`;
  await push.tell(tx, people, { kind: 'answer', place, path: `/class/${classId}?tab=answers`, key });
}

async function sayAbsent(doing: Doing): Promise<Outcome> {
  const { tx, form } = doing;
  const student = await readStudent(doing);
  const body = read(reasonText, textIn(form, 'reason'));
  const { slot_id, on_date, held_on, state, class_id, course_id, teacher_name } = await readMeeting(
    doing,
    student,
  );
  if (!takesPlace(state)) throw fail('state_changed', { present: state });
  await actAs(tx, student, 'page.say_absent');
  const said = await run(
    tx,
    sql`
      insert into answers (student_id, course_id, class_id, kind, body, slot_id, on_date, is_extra, held_on, said_by)
      values (${student.student_id}, ${course_id}, ${class_id}, 'cannot_come', ${body}, ${slot_id}, ${on_date},
        ${state === 'extra'}, ${held_on}, ${student.reader_id})
      on conflict (student_id, slot_id, on_date, is_extra) where kind = 'cannot_come' and withdrawn_at is null
      do update set body = excluded.body, said_by = excluded.said_by, held_on = excluded.held_on
      where answers.body <> excluded.body
    `,
  );
  if (said > 0) await tellStaff(doing, class_id);
  return { done: teacher_name === null ? 'absentOffice' : 'absent' };
}

async function comeAfterAll(doing: Doing): Promise<Outcome> {
  const { tx } = doing;
  const student = await readStudent(doing);
  const { slot_id, on_date, state, teacher_name } = await readMeeting(doing, student);
  await actAs(tx, student, 'page.come_after_all');
  await run(
    tx,
    sql`
      update answers set withdrawn_at = now()
      where student_id = ${student.student_id} and kind = 'cannot_come' and withdrawn_at is null
        and slot_id = ${slot_id} and on_date = ${on_date} and is_extra = ${state === 'extra'}
    `,
  );
  return { done: teacher_name === null ? 'comingOffice' : 'coming' };
}

async function reply(doing: Doing): Promise<Outcome> {
  const { tx, form } = doing;
  const [studentId = '', classId = ''] = textIn(form, 'place').split('.');
  const student = await readStudent(doing, studentId);
  const courses = await listCourses(tx, [student.student_id]);
  const course = courses.find(({ class_id }) => class_id !== null && String(class_id) === classId);
  if (course === undefined) throw fail('bad_input');
  const body = read(replyText, textIn(form, 'body'));
  await actAs(tx, student, 'page.reply');
  // The same text within ten minutes is a second press of the button.
  const said = await run(
    tx,
    sql`
      insert into answers (student_id, course_id, class_id, kind, body, said_by)
      select ${student.student_id}, ${course.course_id}, ${course.class_id}, 'reply', ${body}, ${student.reader_id}
      where not exists (
        select from answers w
        where w.student_id = ${student.student_id} and w.class_id = ${course.class_id} and w.kind = 'reply'
          and w.body = ${body} and w.said_at > now() - interval '10 minutes'
      )
    `,
  );
  if (said > 0 && course.class_id !== null) await tellStaff(doing, course.class_id);
  return { done: 'replied' };
}

const corrected = z
  .object(personInput)
  .pick(keyed<Record<CorrectedField, true>>(correctedFields, () => true))
  .partial();

async function correct(doing: Doing): Promise<Outcome> {
  const { tx, form } = doing;
  const student = await readStudent(doing);
  const now = student.own;
  // What stays as it is need not be valid: the office may know better.
  const given = correctedFields.map((field) => [field, textIn(form, field).trim()] as const);
  const parsed = corrected.safeParse(
    Object.fromEntries(given.filter(([field, value]) => value !== now[field])),
  );
  if (!parsed.success) throw fail('bad_input');
  const countries = await phoneCountriesOf(tx, student.student_id);
  const values = { ...parsed.data, ...readPerson(parsed.data, await today(tx), countries) };
  await actAs(tx, student, 'page.correct');
  for (const field of correctedFields) {
    const value = values[field] === undefined ? now[field] : (values[field] ?? '');
    await run(
      tx,
      value === now[field]
        ? sql`delete from corrections where person_id = ${student.student_id} and field = ${field} and decided_at is null`
        : sql`
            insert into corrections (person_id, field, value, said_by)
            values (${student.student_id}, ${field}, ${value}, ${student.reader_id})
            on conflict (person_id, field) where decided_at is null
            do update set value = excluded.value, said_by = excluded.said_by, said_at = now()
            where corrections.value <> excluded.value
          `,
    );
  }
  return { done: 'corrected' };
}

/** The answers to own questions about one student. */
async function answerOwn(doing: Doing): Promise<Outcome> {
  const { tx, form } = doing;
  const student = await readStudent(doing);
  await actAs(tx, student, 'page.answer');
  await takeOwnAnswers(tx, await listOwnAnswers(tx, [student.student_id]), form);
  return { done: 'answered' };
}

/** The reader agrees to the version that stood beside the button, or withdraws what was agreed to. */
async function consent(doing: Doing): Promise<Outcome> {
  const { tx, form, language } = doing;
  const { student_id: id, reader_id: by } = await readStudent(doing);
  // Two presses are one word.
  await run(tx, sql`select from people where id = ${id} for no key update`);
  const one = (await listOwnConsents(tx, [id])).find(({ purpose }) => purpose === textIn(form, 'purpose'));
  if (one === undefined) throw fail('bad_input');
  const agreed = textIn(form, 'agreed') === 'yes';
  if (agreed && String(one.terms?.terms_id) !== textIn(form, 'terms')) throw fail('terms_changed');
  // A child may be written with the mailbox of a parent who has no row.
  const needsName = agreed && one.purpose === 'child_data' && by === id;
  const saidName = needsName ? read(requiredLine(longestSaidName), textIn(form, 'name')) : '';
  await actAs(tx, { reader_id: by }, 'page.consent');
  const saidBy = needsName ? undefined : by;
  const { purpose } = one;
  await saveConsent(tx, { person: id, purpose, agreed, how: 'my_page', by, saidBy, saidName, language });
  return { done: agreed ? 'agreed' : 'withdrawn' };
}

/** When one student can come to a course in which they have no class. */
async function saveWish(doing: Doing): Promise<Outcome> {
  const { tx, form, provider } = doing;
  const student = await readStudent(doing);
  await actAs(tx, student, 'page.save_wish');
  await takeOwnWish(tx, await listOwnWishes(tx, [student.student_id]), form, provider);
  return { done: 'wished' };
}

/** One press at the top of the page. */
async function chooseLanguage({ tx, page, form, provider, ...doing }: Doing): Promise<Outcome> {
  const language = provider.languages.find((one) => one === textIn(form, 'language'));
  const [student] = await readAll({ tx, page, form, provider, ...doing });
  if (language === undefined || student === undefined) throw fail('bad_input');
  await actAs(tx, student, 'page.save_settings');
  await run(tx, sql`update personal_pages set language = ${language} where id = ${page.id}`);
  return { done: null };
}

async function saveSettings(doing: Doing): Promise<Outcome> {
  const { tx, page, form, provider } = doing;
  const asked = textIn(form, 'language');
  // Nobody chose one: the page is in that of the browser, and mails are as the office knows the reader.
  const language = asked === '' ? null : provider.languages.find((one) => one === asked);
  if (language === undefined) throw fail('bad_input');
  const wanted = form.getAll('wanted');
  const unwanted = unwantedMails.filter((one) => !wanted.includes(one));
  const students = await readAll(doing);
  for (const student of students) {
    const zone = form.get(`zone-${student.student_id}`);
    if (typeof zone !== 'string' || zone === student.timezone) continue;
    if (zone !== '' && !isTimeZone(zone)) throw fail('bad_input');
    await actAs(tx, student, 'page.save_settings');
    await run(
      tx,
      sql`update people set timezone = ${zone}, updated_at = now() where id = ${student.student_id}`,
    );
  }
  if (students[0] === undefined) throw fail('bad_input');
  await actAs(tx, students[0], 'page.save_settings');
  await run(
    tx,
    sql`
      update personal_pages set language = ${language}, unwanted = ${unwanted}::text[]
      where id = ${page.id} and (language, unwanted) is distinct from (${language}, ${unwanted}::text[])
    `,
  );
  const shownPhotos = form.getAll('photo');
  const allowed = form.getAll('photos');
  for (const { student_id: id, reader_id: by, allows_photos: was } of students) {
    const isAllowed = allowed.includes(String(id));
    // What nobody touched is no answer.
    if (!shownPhotos.includes(String(id)) || isAllowed === was) continue;
    await saveConsent(tx, {
      person: id,
      purpose: 'photos',
      agreed: isAllowed,
      how: 'my_page',
      by,
      saidBy: by,
    });
  }
  await saveNumbers(doing, students);
  return { done: 'settings' };
}

/** Takes what the form says about each number that it showed. */
async function saveNumbers({ tx, form, hasWhatsApp }: Doing, students: readonly ShownStudent[]) {
  if (!hasWhatsApp) return;
  const shown = form.getAll('number');
  const wanted = form.getAll('whatsapp');
  const reader = students[0]!.reader_id;
  for (const { number, holders } of await readNumbers(tx, students)) {
    if (!shown.includes(number)) continue;
    await run(
      tx,
      wanted.includes(number)
        ? sql`
            insert into whatsapp_consents (person_id, number, how, recorded_by)
            select h.id, ${number}, 'my_page', ${reader} from unnest(${holders}::bigint[]) as h (id)
            on conflict (person_id, number) where ended_at is null do nothing
          `
        : sql`
            update whatsapp_consents set ended_at = now(), ended_how = 'my_page'
            where number = ${number} and person_id = any(${holders}::bigint[]) and ended_at is null
          `,
    );
  }
}

async function handIn(doing: Doing): Promise<Outcome> {
  const { tx, form, storage } = doing;
  const student = await readStudent(doing);
  // Of two presses of the button the second finds the homework of the first.
  await run(tx, sql`select from people where id = ${student.student_id} for no key update`);
  const topic = (await listHomework(tx, [student.student_id])).find(
    (one) => homeworkKey(one) === textIn(form, 'topic'),
  );
  if (topic === undefined) throw fail('bad_input');
  const file = form.get('pdf');
  if (!(file instanceof File) || file.size === 0) throw fail('no_file');
  if (file.size > pdfBytes) throw fail('too_large');
  const bytes = checkPdf(Buffer.from(await file.arrayBuffer()));
  if (!mayHandIn(topic)) return { done: 'homework' };
  const key = newKey(pdfType);
  await storage.store(key, bytes, pdfType);
  await actAs(tx, student, 'page.hand_in');
  const name =
    file.name
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 255)
      .toWellFormed() || 'homework.pdf';
  await run(
    tx,
    sql`
      with file as (
        insert into files (kind, name, content_type, size, uploaded_by, key, finished_at, named_at)
        values ('homework_pdf', ${name}, ${pdfType}, ${bytes.length}, ${student.reader_id}, ${key}, now(), now())
        returning id
      )
      insert into homework (student_id, course_id, class_id, topic_id, week_name, home_work, file_id)
      select ${student.student_id}, k.course_id, k.id, ${topic.topic_id}, ${topic.week_name}, ${locationOf(key)}, file.id
      from file, classes k
      where k.id = ${topic.class_id}
    `,
  );
  return { done: 'homework' };
}

/** The time of the form; refuses one that the page did not offer. */
function chosenTime({ form }: Doing, times: readonly ChosenTime[]): ChosenTime {
  const time = times.find((one) => timeKey(one) === textIn(form, 'time'));
  if (time === undefined) throw fail('test_time_taken');
  return time;
}

async function bookOnPage(doing: Doing): Promise<Outcome> {
  const { tx, mail, form, now } = doing;
  const student = await readStudent(doing);
  const courses = await readTests(tx, await listCourses(tx, [student.student_id]), now);
  const portion = textIn(form, 'portion');
  const course = courses.find(({ open }) => open.some(({ portion_id }) => String(portion_id) === portion));
  if (course === undefined) throw fail('test_over');
  const time = chosenTime(doing, course.times);
  await actAs(tx, student, 'page.book_test');
  await bookTest(
    { db: tx, mail, by: student.reader_id, now },
    { student_id: student.student_id, portion_id: Number(portion), ...time },
  );
  return { done: 'booked' };
}

async function changeOnPage(doing: Doing): Promise<Outcome> {
  const { tx, mail, form, now } = doing;
  const student = await readStudent(doing);
  const courses = await readTests(tx, await listCourses(tx, [student.student_id]), now);
  const test = courses
    .flatMap(({ tests }) => tests)
    .find((one) => String(one.test_id) === textIn(form, 'test') && one.mayChange);
  if (test === undefined) throw fail('test_over');
  const time = chosenTime(doing, test.times);
  await actAs(tx, student, 'page.change_test');
  await moveTest({ db: tx, mail, by: student.reader_id, now }, test.test_id, time, { isFamily: true });
  return { done: 'rebooked' };
}

/** Keeps a place in the next term, in the chosen class, or gives it back. */
async function answerPlaceOnPage(doing: Doing): Promise<Outcome> {
  const { tx, form } = doing;
  const students = await readAll(doing);
  const offered = await listOffered(
    tx,
    students.map(({ student_id }) => student_id),
  );
  const place = offered.find(({ continuation_id: id }) => String(id) === textIn(form, 'place'));
  if (place === undefined) throw fail('place_answered');
  const student = students.find(({ student_id }) => student_id === place.student_id)!;
  const keep = textIn(form, 'do') === 'keep';
  const asked = textIn(form, 'class');
  const chosen = place.classes.find(({ class_id: id }) => String(id) === asked);
  if (keep && asked !== '' && chosen === undefined) throw fail('registration_full');
  await actAs(tx, student, 'page.answer_place');
  await answerPlace(tx, {
    continuationId: place.continuation_id,
    keep,
    classId: chosen?.class_id ?? null,
    by: student.reader_id,
  });
  return keep ? { done: 'placeKept', place: place.continuation_id } : { done: 'placeGiven' };
}

async function takeReceipt(doing: Doing): Promise<Outcome> {
  const { tx, form, provider, storage } = doing;
  const paid = (await readAll(doing)).filter(({ pays }) => pays);
  const shown = await listReceipts(
    tx,
    paid.map(({ student_id }) => student_id),
    paid.map(({ reader_id }) => reader_id),
  );
  const found = shown.find(({ receipt_id }) => String(receipt_id) === textIn(form, 'receipt'));
  if (found === undefined || paid[0] === undefined) throw fail('bad_input');
  await actAs(tx, paid[0], 'page.take_receipt');
  const receipt = await lockReceipt(tx, { id: 0, role: 'admin' }, found.receipt_id);
  const drawing = drawingOf(receipt, provider.time_zone);
  const { drawReceipt } = await import('#server/pdf/receipt.ts');
  const pdf = await drawReceipt(drawing, await logoOnPaper(storage, provider));
  await noteGiven(tx, receipt.id);
  return { fileName: fileNameOf(drawing.number), pdf };
}

async function takeCertificate(doing: Doing): Promise<Outcome> {
  const { tx, form } = doing;
  const students = await readAll(doing);
  const valid = await listValidOf(
    tx,
    students.map(({ student_id }) => student_id),
  );
  const found = valid.find(({ certificate_id }) => String(certificate_id) === textIn(form, 'certificate'));
  if (found === undefined) throw fail('bad_input');
  await actAs(
    tx,
    students.find(({ student_id }) => student_id === found.student_id)!,
    'page.take_certificate',
  );
  const fileName = `certificate-${found.number.replaceAll('/', '-')}.pdf`;
  return { fileName, pdf: await drawAll(paperTools(doing), [found]) };
}

async function takeTranscript(doing: Doing): Promise<Outcome> {
  const { tx, page } = doing;
  const { student_id, fullname } = await readStudent(doing);
  const studies = await listProgress(tx, [student_id]);
  const about = { name: fullname, language: page.language ?? 'en', studies };
  return { fileName: 'transcript.pdf', pdf: await drawStudies(paperTools(doing), about) };
}

async function forget({ tx, page, device }: Doing): Promise<Outcome> {
  await forgetDevice(tx, page, device);
  return { done: null };
}

/** Whether a person who is written with the mailbox, but is not proved there, is the reader's. */
async function answerMine({ tx, page, form, mail }: Doing): Promise<Outcome> {
  const asked = await listUnproved(tx, page.mailbox);
  const person = asked.find(({ person_id: id }) => String(id) === textIn(form, 'person'));
  const answer = textIn(form, 'answer');
  if (person === undefined || !['yes', 'no'].includes(answer)) throw fail('bad_input');
  const { person_id: personId } = person;
  if (answer === 'yes') {
    await proveMailbox(tx, page.mailbox, [personId]);
    return { done: 'mine' };
  }
  await denyMailbox(tx, page.mailbox, personId);
  await tellAdmins(tx, mail, {
    personId,
    why: 'not_theirs',
    mailbox: masked(page.mailbox),
    key: `not_theirs:${personId}:${page.id}`,
  });
  return { done: 'notMine' };
}

/** By the last part of the form's address. */
export const actions: Readonly<Record<string, (doing: Doing) => Promise<Outcome>>> = {
  absent: sayAbsent,
  coming: comeAfterAll,
  reply,
  correct,
  answer: answerOwn,
  consent,
  wish: saveWish,
  settings: saveSettings,
  language: chooseLanguage,
  homework: handIn,
  test: bookOnPage,
  retest: changeOnPage,
  place: answerPlaceOnPage,
  receipt: takeReceipt,
  certificate: takeCertificate,
  transcript: takeTranscript,
  mine: answerMine,
  forget,
};
