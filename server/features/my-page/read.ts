import { openStates } from '@gurukul/contract/ledger';
import type { PayService } from '@gurukul/contract/checkouts';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { keyed } from '@gurukul/contract/shared/keyed';
import { correctedFields } from '@gurukul/contract/shared/person/person';
import type { CorrectedField } from '@gurukul/contract/shared/person/person';
import { homeworkStatuses } from '@gurukul/contract/homework';
import { meetingStates } from '@gurukul/contract/meetings';
import { taughtHow } from '@gurukul/contract/shared/meetings/taught-how';
import type pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, money, object, oneOf, row, text } from '#server/db/columns.ts';
import { dues, stateOfOpen } from '#server/db/due-money.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { mostAtOneAddress, studentsBehind } from '#server/channels/mail/behind.ts';
import { isWaiting, listUnproved } from '#server/channels/mail/prove.ts';
import { readingZone } from '#server/time/reading-zone.ts';
import { whereaboutsColumns, whereaboutsShape } from '#server/time/whereabouts.ts';
import { dueOn, homeworkDays, isAskedNow, isOfTopic, wasAsked } from '#server/db/homework.ts';
import { hasCertificate, listStudies } from '#server/db/progress.ts';
import type { Study } from '#server/db/progress.ts';
import { isRegisterOf } from '#server/db/registers.ts';
import { isExcuse } from '../attendance/day-rolls.ts';
import { allowsPhotos } from '../consents/consents.ts';
import { listNumbers } from '#server/channels/whatsapp/numbers.ts';
import { daysAround, joinLink } from '../meetings/queries.ts';
import { listServices, serviceFor } from '#server/db/pay-services.ts';
import { listOffered } from '../continuations/queries.ts';
import { listOpenTimes } from '../tests/open-times.ts';
import { listPortions, listTestsOfFamily } from '../tests/queries.ts';
import { listOwnAnswers } from './own-answers.ts';
import { listOwnConsents } from './own-consents.ts';
import { listOwnWishes } from './own-wishes.ts';

/* What a page shows. Every query begins with the students whom the reader of the mailbox may see. */

const studentRow = row({
  student_id: int,
  reader_id: int,
  pays: bool,
  fullname: text,
  own: object(keyed<Record<CorrectedField, typeof text>>(correctedFields, () => text)),
  allows_photos: bool,
  ...whereaboutsShape,
});

const ownFields = raw(
  correctedFields.map((field) => `'${field}', coalesce(p.${field}::text, '')`).join(', '),
);

const listStudents = (db: Db, mailbox: string) =>
  many(
    db,
    studentRow,
    sql`
      select b.student_id, b.reader_id, b.pays, p.fullname, json_build_object(${ownFields}) as own, ${allowsPhotos} as allows_photos, ${whereaboutsColumns}
      from (${studentsBehind(sql`${mailbox}`)}) b
      join people p on p.id = b.student_id
      order by p.fullname, p.id
      limit 50
    `,
  );

/** A student of the page. `zone`: by which their times are written. */
export interface ShownStudent extends RowOf<typeof studentRow> {
  readonly zone: string;
}

export async function readStudents(db: Db, mailbox: string, providerZone: string): Promise<ShownStudent[]> {
  const found = await listStudents(db, mailbox);
  return found.map((one) => ({ ...one, zone: readingZone(one, providerZone).zone }));
}

const courseRow = row({
  student_id: int,
  course_id: int,
  course_name: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  /** The full class for which they wait. */
  waits_for: text.nullable(),
  /** In the line of that class; 1 is next. */
  turn: int.nullable(),
  started_on: date,
  absent: int,
  excused: int,
  /** The last twelve, the earliest first: the first letter of each status. */
  marks: text,
  /** Else what is written reaches the office alone. */
  has_teacher: bool,
});
export type ShownCourse = RowOf<typeof courseRow>;

/** Present enrolments, with the absences in the course: a move to another class keeps them. `excused`: said before. */
export const listCourses = (db: Db, students: readonly number[]): Promise<ShownCourse[]> =>
  many(
    db,
    courseRow,
    sql`
      select e.student_id, e.course_id, c.course_name, k.id as class_id, k.class_name, waits.class_name as waits_for,
        case when waits.id is not null then (
          select count(*)::integer from enrolments o
          join people i on i.id = o.student_id and i.deleted_at is null
          where o.waits_for_class_id = waits.id and o.ended_on is null and o.id <= e.id
        ) end as turn, e.started_on, m.absent,
        m.excused, (
          select coalesce(string_agg(left(l.status, 1), '' order by l.attendance_date, l.id), '')
          from (
            select a.id, a.status, a.attendance_date from attendance a
            where a.student_id = e.student_id and a.course_id = e.course_id
            order by a.attendance_date desc, a.id desc
            limit 12
          ) l
        ) as marks, exists (
          select from class_slots s
          join slot_teachers t on t.slot_id = s.id and t.ended_at is null
          where s.class_id = k.id and s.deleted_at is null
        ) as has_teacher
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      left join classes k on k.id = e.class_id and k.deleted_at is null
      left join classes waits on waits.id = e.waits_for_class_id and waits.deleted_at is null
      cross join lateral (
        select count(*)::integer as absent,
          (count(*) filter (where exists (
            select from attendance_registers r
            join answers w on w.student_id = a.student_id and ${isExcuse({
              classId: sql`r.class_id`,
              day: sql`r.attendance_date`,
              slotId: sql`r.slot_id`,
              onDate: sql`r.on_date`,
              isExtra: sql`r.is_extra`,
            })}
            where r.id = a.register_id
          )))::integer as excused
        from attendance a
        where a.student_id = e.student_id and a.course_id = e.course_id and a.status = 'absent'
      ) m
      where e.student_id = any(${students}::bigint[]) and e.ended_on is null
      order by c.course_name, c.id
    `,
  );

const lessonRow = row({
  student_id: int,
  class_id: int,
  held_on: date,
  recording_link: text.nullable(),
  is_absent: bool,
  how: oneOf(taughtHow).nullable(),
  week: int.nullable(),
  words: text.nullable(),
});

export type ShownLesson = RowOf<typeof lessonRow>;

/** What was taught lately. */
const shownTaught = 4;

/**
 * Of the meetings since they came into their present classes, the latest first: recordings, and what was taught in the
 * last ones.
 */
export const listLessons = (db: Db, students: readonly number[]) =>
  many(
    db,
    lessonRow,
    sql`
      select e.student_id, e.class_id, d.held_on, m.recording_link, exists (
        select from attendance a
        join attendance_registers r on r.id = a.register_id and ${isRegisterOf({
          classId: sql`a.class_id`,
          day: sql`d.held_on`,
          slotId: sql`m.slot_id`,
          onDate: sql`m.on_date`,
          isExtra: sql`(m.state is not distinct from 'extra')`,
        })}
        where a.student_id = e.student_id and a.attendance_date = d.held_on and a.class_id = e.class_id
          and a.status = 'absent'
      ) as is_absent, null as how, null::integer as week, null as words
      from enrolments e
      join class_slots s on s.class_id = e.class_id and s.deleted_at is null
      join meetings m on m.slot_id = s.id and m.recording_link is not null and m.state is distinct from 'canceled'
      cross join lateral (select coalesce(m.held_on, m.on_date) as held_on) d
      where e.student_id = any(${students}::bigint[]) and e.ended_on is null and e.started_on <= d.held_on
      union all
      select e.student_id, e.class_id, r.attendance_date, null, exists (
        select from attendance a where a.register_id = r.id and a.student_id = e.student_id and a.status = 'absent'
      ), r.taught, r.taught_week, r.taught_words
      from enrolments e
      cross join lateral (
        select r.id, r.attendance_date, r.taught, r.taught_week, r.taught_words
        from attendance_registers r
        where r.class_id = e.class_id and r.attendance_date >= e.started_on and r.taught is not null
        order by r.attendance_date desc, r.id desc
        limit ${shownTaught}
      ) r
      where e.student_id = any(${students}::bigint[]) and e.ended_on is null
      order by held_on desc
    `,
  );

const meetingRow = row({
  class_id: int,
  class_name: text,
  course_name: text,
  slot_id: int,
  on_date: date,
  held_on: date,
  starts_at: instant,
  ends_at: instant,
  state: oneOf(meetingStates),
  reason: text,
  teacher_name: text.nullable(),
  join_link: text.nullable(),
});
export type ShownMeeting = RowOf<typeof meetingRow>;

/** Days ahead. */
const shownAhead = 21;

/** What is to come in these classes, also what does not take place, the earliest first. */
export function listMeetingsAhead(db: Db, classes: readonly number[], now: Date): Promise<ShownMeeting[]> {
  const { from, to } = daysAround(now, 1, shownAhead);
  return many(
    db,
    meetingRow,
    sql`
      select m.class_id, k.class_name, c.course_name, m.slot_id, m.on_date, m.held_on, m.starts_at, m.ends_at, m.state,
        case when m.state = 'day_off' or exists (
          select from meetings x
          where x.slot_id = m.slot_id and x.on_date = m.on_date
            and (x.state is not distinct from 'extra') = (m.state = 'extra') and x.tells_reason
        ) then m.reason else '' end as reason, t.fullname as teacher_name, ${joinLink} as join_link
      from meetings_of(${classes}::bigint[], ${from}::date, ${to}::date) m
      join classes k on k.id = m.class_id
      join courses c on c.id = m.course_id
      left join people t on t.id = m.teacher_id
      where m.ends_at > ${now.toISOString()}::timestamptz
      order by m.starts_at, m.class_id, m.slot_id
    `,
  );
}

const absenceRow = row({
  answer_id: int,
  student_id: int,
  slot_id: int,
  on_date: date,
  is_extra: bool,
  body: text,
});
export type Absence = RowOf<typeof absenceRow>;

/** The meetings to come to which they said that they cannot come. */
export const listAbsences = (db: Db, students: readonly number[]): Promise<Absence[]> =>
  many(
    db,
    absenceRow,
    sql`
      select w.id as answer_id, w.student_id, w.slot_id, w.on_date, w.is_extra, w.body
      from answers w
      where w.student_id = any(${students}::bigint[]) and w.kind = 'cannot_come' and w.withdrawn_at is null
        and w.said_at > now() - interval '60 days'
    `,
  );

const homeworkRow = row({
  student_id: int,
  course_name: text,
  /** Null: handed in by the office without a topic. */
  topic_id: int.nullable(),
  /** As its row is named. */
  week_name: text,
  topic_name: text,
  week: int.nullable(),
  due_on: date.nullable(),
  class_id: int,
  status: oneOf(homeworkStatuses).nullable(),
  comment: text,
});
export type ShownHomework = RowOf<typeof homeworkRow>;

/**
 * Topics with homework of the weeks that have begun while the student was in the course, due at the end of their week, the latest first, and homework of any
 * age that waits for its teacher or is to be done again. Of several that were handed in for one week the latest counts.
 */
export const listHomework = (db: Db, students: readonly number[]): Promise<ShownHomework[]> =>
  many(
    db,
    homeworkRow,
    sql`
      with latest as (
        select distinct on (h.student_id, h.course_id, coalesce(o.topic_id::text, lower(h.week_name)))
          h.id, h.student_id, h.course_id, h.class_id, o.topic_id, h.week_name, h.status, h.comment, h.decided_at
        from homework h
        left join lateral (
          select h.topic_id
          where h.topic_id is not null
          union all
          select t.id from topics t where t.course_id = h.course_id and t.homework and h.topic_id is null and ${isOfTopic}
        ) o on true
        where h.student_id = any(${students}::bigint[])
        order by h.student_id, h.course_id, coalesce(o.topic_id::text, lower(h.week_name)), h.id desc
      )
      select e.student_id, c.course_name, t.id as topic_id,
        left('Week ' || t.week_count || ': ' || t.topic_name, 200) as week_name, t.topic_name, t.week_count as week,
        e.class_id, ${dueOn} as due_on, h.status, coalesce(h.comment, '') as comment
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      join classes k on k.id = e.class_id and k.deleted_at is null
      join topics t on t.course_id = c.id and t.homework
      left join latest h on h.student_id = e.student_id and h.topic_id = t.id
      where e.student_id = any(${students}::bigint[]) and e.ended_on is null
        and (${isAskedNow} and ${wasAsked} or h.status in ('pending', 'rejected'))
      union all
      select e.student_id, c.course_name, null, h.week_name, h.week_name, null, e.class_id, null, h.status, h.comment
      from latest h
      join enrolments e on e.student_id = h.student_id and e.course_id = h.course_id and e.ended_on is null
      join courses c on c.id = e.course_id and c.deleted_at is null
      join classes k on k.id = e.class_id and k.deleted_at is null
      where h.topic_id is null
        and (h.status in ('pending', 'rejected') or h.decided_at > now() - make_interval(days => ${homeworkDays}))
      order by week desc nulls first, topic_id, week_name
      limit 200
    `,
  );

const sumRow = row({
  student_id: int,
  course_name: text,
  currency: text,
  charged: money,
  waived: money,
  paid: money,
  /** Of what was paid. */
  back: money,
  open: money,
  due: money,
  overdue: money,
  later: money,
  credit: money,
});
export type ShownSum = RowOf<typeof sumRow>;

/** The ledgers of these students. */
export const listSums = (db: Db, students: readonly number[]): Promise<ShownSum[]> =>
  many(
    db,
    sumRow,
    sql`
      select l.student_id, c.course_name, l.currency, l.charged, l.waived, l.received as paid,
        l.refunded as back, l.open, dues.*, l.credit
      from ledger_sums l
      join courses c on c.id = l.course_id and c.deleted_at is null
      cross join ${dues}
      where l.student_id = any(${students}::bigint[])
      order by c.course_name, l.currency
    `,
  );

const chargeRow = row({
  student_id: int,
  course_name: text,
  currency: text,
  due_on: date,
  open: money,
  state: oneOf(openStates),
});
export type ShownCharge = RowOf<typeof chargeRow>;

/** The parts that are open. */
export const listCharges = (db: Db, students: readonly number[]): Promise<ShownCharge[]> =>
  many(
    db,
    chargeRow,
    sql`
      select o.student_id, c.course_name, o.currency, o.due_on, o.open, ${stateOfOpen(sql`o.due_on`)} as state
      from open_charges o
      join courses c on c.id = o.course_id and c.deleted_at is null
      where o.student_id = any(${students}::bigint[]) and o.open > 0
      order by o.due_on, o.charge_id
    `,
  );

/** What can be paid now on the page of a payment service, in one currency. */
export interface PayOffer {
  readonly currency: string;
  readonly service: PayService;
  readonly isTest: boolean;
  /** Of students for whom the reader pays; more than nothing. */
  readonly parts: readonly Pick<ShownSum, 'student_id' | 'course_name' | 'due'>[];
  /** For them a page of the service is open: it may be paid there, and the service has not said so yet. */
  readonly awaited: ReadonlySet<number>;
}

const awaitedRow = row({ currency: text, student_id: int });

const listAwaited = (db: Db, students: readonly number[]) =>
  many(
    db,
    awaitedRow,
    sql`
      select distinct k.currency, t.student_id
      from checkouts k
      join checkout_parts t on t.checkout_id = k.id
      where k.state = 'open' and k.url is not null and t.student_id = any(${students}::bigint[])
    `,
  );

async function listOffers(db: Db, sums: readonly ShownSum[]): Promise<PayOffer[]> {
  const owed = sums.filter(({ due }) => !isNothing(due));
  if (owed.length === 0) return [];
  const services = await listServices(db);
  const awaited = await listAwaited(
    db,
    owed.map(({ student_id }) => student_id),
  );
  return [...Map.groupBy(owed, ({ currency }) => currency)].flatMap(([currency, parts]) => {
    const serving = serviceFor(services, currency);
    if (serving === null) return [];
    const waiting = awaited.filter((one) => one.currency === currency);
    return {
      currency,
      service: serving.service,
      isTest: serving.is_test,
      parts,
      awaited: new Set(waiting.map(({ student_id }) => student_id)),
    };
  });
}

const receiptRow = row({
  receipt_id: int,
  number: text,
  paid_on: text,
  amount: text,
  currency: text,
  courses: text,
});
export type ShownReceipt = RowOf<typeof receiptRow>;

/**
 * Receipts of payments for these students alone, for whom the reader pays. One that names another payer is that
 * payer's, and so is one that also names other students.
 */
export const listReceipts = (
  db: Db,
  students: readonly number[],
  readers: readonly number[],
): Promise<ShownReceipt[]> =>
  many(
    db,
    receiptRow,
    sql`
      select r.id as receipt_id, concat_ws('/', r.series, r.year, r.number) as number, r.content ->> 'paid_on' as paid_on,
        r.content ->> 'amount' as amount, r.content ->> 'currency' as currency, (
          select coalesce(string_agg(c.value, ', '), '') from jsonb_array_elements_text(r.content -> 'courses') c
        ) as courses
      from receipts r
      join payments m on m.id = r.payment_id
      where r.voided_at is null
        and (r.payer_id is null or r.payer_id = any(${readers}::bigint[]))
        and m.id in (
          select own.id from payments own where own.student_id = any(${students}::bigint[])
          union
          select s.payment_id from payment_shares s where s.student_id = any(${students}::bigint[])
        )
        and (m.student_id is null or m.student_id = any(${students}::bigint[]))
        and not exists (
          select from payment_shares s where s.payment_id = m.id and s.student_id <> all(${students}::bigint[])
        )
      order by r.issued_at desc, r.id desc
      limit 50
    `,
  );

/** What these students have done in their present courses, and in those with a certificate. */
export const listProgress = (db: Db, students: readonly number[]): Promise<Study[]> =>
  listStudies(
    db,
    sql`
      e.student_id = any(${students}::bigint[]) and (
        e.ended_on is null and c.deleted_at is null or ${hasCertificate}
      )
    `,
  );

const proposalRow = row({ person_id: int, field: oneOf(correctedFields), value: text });
export type Proposal = RowOf<typeof proposalRow>;

/** What was proposed and nobody has decided. */
export const listProposals = (db: Db, students: readonly number[]): Promise<Proposal[]> =>
  many(
    db,
    proposalRow,
    sql`
      select c.person_id, c.field, c.value
      from corrections c
      where c.person_id = any(${students}::bigint[]) and c.decided_at is null
    `,
  );

/**
 * The tests of these students by course, for courses that name portions: what was booked and decided, and what they can
 * book, with the free times. Times are read where something can be booked or changed.
 */
export async function readTests(
  db: Db,
  courses: readonly Pick<ShownCourse, 'student_id' | 'course_id' | 'course_name'>[],
  now: Date,
) {
  const portionsOf = new Map(
    (await listPortions(db, [...new Set(courses.map(({ course_id }) => course_id))])).map(
      ({ course_id, portions }) => [course_id, portions],
    ),
  );
  const tests = await listTestsOfFamily(db, [...new Set(courses.map(({ student_id }) => student_id))]);
  const found = [];
  for (const { student_id, course_id, course_name } of courses) {
    const own = tests.filter((one) => one.student_id === student_id && one.course_id === course_id);
    const portions = portionsOf.get(course_id) ?? [];
    if (own.length + portions.length === 0) continue;
    const isDone = (id: number) =>
      own.some(({ portion_id, result }) => portion_id === id && (result === 'passed' || result === null));
    const open = portions.filter(({ portion_id }) => !isDone(portion_id));
    const wanted = { courseId: course_id, studentId: student_id };
    const times = open.length === 0 ? [] : await listOpenTimes(db, wanted, now);
    const shown = [];
    for (const test of own) {
      const mayChange =
        test.result === null && !test.was_changed && Date.parse(test.starts_at) > now.getTime();
      shown.push({
        ...test,
        mayChange,
        // Another examiner at its own time is for the office to choose.
        times: mayChange
          ? (await listOpenTimes(db, { ...wanted, testId: test.test_id }, now)).filter(
              ({ starts_at }) => starts_at !== test.starts_at,
            )
          : [],
      });
    }
    found.push({ student_id, course_id, course_name, tests: shown, open, times });
  }
  return found;
}
export type ShownTests = Awaited<ReturnType<typeof readTests>>[number];

/** A number of the reader's own, or of a student of the page. */
export interface ShownNumber {
  readonly number: string;
  readonly holders: readonly number[];
  readonly has_agreed: boolean;
}

/** The numbers about which the reader decides: those of the students, and their own; never another guardian's. */
export async function readNumbers(
  db: Db,
  students: readonly Pick<ShownStudent, 'student_id' | 'reader_id'>[],
): Promise<ShownNumber[]> {
  const own = new Set(students.flatMap(({ student_id, reader_id }) => [student_id, reader_id]));
  const all = await listNumbers(
    db,
    students.map(({ student_id }) => student_id),
  );
  const mine = Map.groupBy(
    all.filter(({ holder_id }) => own.has(holder_id)),
    ({ number }) => number,
  );
  return Array.from(mine, ([number, some]) => ({
    number,
    holders: [...new Set(some.map(({ holder_id }) => holder_id))],
    has_agreed: some.some((one) => one.has_agreed),
  }));
}

/**
 * Everything that a page shows, by one connection: many readers open their pages in the minute after a mail. PostgreSQL
 * would plan some of the statements anew for each reader, which takes longer than running them.
 */
export const readPage = (
  pool: pg.Pool,
  mailbox: string,
  providerZone: string,
  now: Date,
  { hasWhatsApp }: { readonly hasWhatsApp: boolean },
) =>
  inTransaction(pool, async (tx) => {
    await run(tx, sql`set local plan_cache_mode = force_generic_plan`);
    const students = await readStudents(tx, mailbox, providerZone);
    const asked = (await listUnproved(tx, mailbox)).slice(0, mostAtOneAddress);
    const ids = students.map(({ student_id }) => student_id);
    const paid = students.filter(({ pays }) => pays);
    const paidIds = paid.map(({ student_id }) => student_id);
    const payers = paid.map(({ reader_id }) => reader_id);
    const hasPaid = paid.length > 0;
    const courses = await listCourses(tx, ids);
    const classes = [...new Set(courses.flatMap(({ class_id }) => class_id ?? []))];
    const sums = hasPaid ? await listSums(tx, paidIds) : [];
    return {
      students,
      asked,
      isWaiting: await isWaiting(tx, mailbox),
      courses,
      meetings: classes.length === 0 ? [] : await listMeetingsAhead(tx, classes, now),
      lessons: await listLessons(tx, ids),
      absences: await listAbsences(tx, ids),
      homework: await listHomework(tx, ids),
      studies: await listProgress(tx, ids),
      tests: await readTests(tx, courses, now),
      sums,
      offers: await listOffers(tx, sums),
      charges: hasPaid ? await listCharges(tx, paidIds) : [],
      receipts: hasPaid ? await listReceipts(tx, paidIds, payers) : [],
      proposals: await listProposals(tx, ids),
      ownAnswers: await listOwnAnswers(tx, ids),
      consents: await listOwnConsents(tx, ids),
      ownWishes: await listOwnWishes(tx, ids),
      places: await listOffered(tx, ids),
      numbers: hasWhatsApp ? await readNumbers(tx, students) : [],
    };
  });
export type ShownPage = Awaited<ReturnType<typeof readPage>>;
