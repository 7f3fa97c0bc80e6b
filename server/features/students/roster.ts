import type { CallInput } from '@gurukul/contract/shared/calls/call';
import type { PaymentFilter, RosterCount, RosterRow, students } from '@gurukul/contract/students';
import { paymentStatuses, registrationStatuses, rosterWeeks } from '@gurukul/contract/students';
import { attendanceStatuses, markLetters } from '@gurukul/contract/attendance';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '#server/db/all-of.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { withoutLevel } from '#server/db/levels.ts';
import { isUnpaid } from '#server/db/due-money.ts';
import { bool, date, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { isSetByHand } from '#server/features/ledger/status.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownClasses } from '#server/http/identity/scope.ts';
import { isNamedFor, isPaidAs } from './filters.ts';
import { reachedBy } from './children.ts';

export interface Roster {
  readonly courseId: number;
  /** Null: all classes within reach. */
  readonly classId: number | null;
  readonly payment: PaymentFilter | null;
  readonly search: string;
  readonly sort: CallInput<typeof students.get_roster>['sort'];
  readonly window: Window;
}

type Of = Pick<Roster, 'courseId' | 'classId'>;

const firstDay = sql`((now() at time zone 'Asia/Kolkata')::date - ${7 * rosterWeeks}::integer)`;

/** The present enrolments `e` with student `p` and class `k`. */
const enrolled = sql`
  enrolments e
  join courses c on c.id = e.course_id and c.deleted_at is null
  left join classes k on k.id = e.class_id and k.deleted_at is null
  join people p on p.id = e.student_id and p.deleted_at is null
`;

/** Those of a course or class within reach. */
const isHere = (person: Person, { courseId, classId }: Of): Sql => sql`
  e.course_id = ${courseId}
  and e.ended_on is null
  and ${ownClasses(person)}
  and ${classId === null ? sql`true` : sql`e.class_id = ${classId}`}
`;

const chosen = (person: Person, { payment, search }: Roster): Sql =>
  allOf([
    ...(payment === null ? [] : [isPaidAs(payment)]),
    ...(search === '' ? [] : [isNamedFor(person, search)]),
  ]);

/** Joins columns over the marks `a` of enrolment `e` in its class in the last weeks, as `m`. */
const withMarks = (columns: Sql) => sql`
  left join lateral (
    select ${columns}
    from attendance a
    where a.student_id = e.student_id and a.class_id = e.class_id and a.attendance_date > ${firstDay}
  ) m on true
`;

const present = sql`(count(*) filter (where a.status = 'present'))::integer`;

const rosterRecord = row({
  total: int,
  student_id: int,
  fullname: text,
  email_id: text,
  phone_number: text.nullable(),
  class_id: int.nullable(),
  class_name: text.nullable(),
  registration_status: oneOf(registrationStatuses),
  payment_status: oneOf(paymentStatuses).nullable(),
  payment_by_hand: bool,
  present: int,
  recorded: int,
  marks: list(object({ register: int, status: oneOf(attendanceStatuses), is_corrected: bool })),
});
type RosterRecord = RowOf<typeof rosterRecord>;

const isByAttendance = ({ sort }: Roster) => sort === 'attendance' || sort === '-attendance';

/** Students without marks come last. */
function ordered(roster: Roster): Sql {
  const isDown = roster.sort?.startsWith('-') === true;
  const share = isDown ? sql`m.share desc nulls last,` : sql`m.share nulls last,`;
  const name = sql`p.fullname collate natural_order`;
  return sql`
    order by
      ${isByAttendance(roster) ? share : sql``}
      ${isDown && !isByAttendance(roster) ? sql`${name} desc` : name},
      e.id
  `;
}

/** One page of the students. Without the order by attendance, only the marks of the page are read. */
function listRecords(db: Db, person: Person, roster: Roster): Promise<RosterRecord[]> {
  const seen = reachedBy(person);
  return many(
    db,
    rosterRecord,
    sql`
      with page as (
        select e.id, count(*) over () as total
        from ${enrolled}
        ${isByAttendance(roster) ? withMarks(sql`${present} / nullif(count(*), 0)::float as share`) : sql``}
        where ${isHere(person, roster)} and ${chosen(person, roster)}
        ${ordered(roster)}
        ${limitTo(roster.window)}
      )
      select
        page.total, p.id as student_id, p.fullname, ${seen.email_id} as email_id,
        ${seen.phone_number} as phone_number, k.id as class_id, k.class_name,
        e.registration_status, e.payment_status, ${isSetByHand} as payment_by_hand, m.present, m.recorded, m.marks
      from page
      join enrolments e on e.id = page.id
      left join classes k on k.id = e.class_id and k.deleted_at is null
      join people p on p.id = e.student_id
      ${withMarks(sql`
        ${present} as present,
        count(*)::integer as recorded,
        coalesce(
          json_agg(json_build_object(
            'register', a.register_id, 'status', a.status, 'is_corrected', a.corrected_at is not null
          )),
          '[]'
        ) as marks,
        ${present} / nullif(count(*), 0)::float as share
      `)}
      ${ordered(roster)}
    `,
  );
}

const dayRow = row({ register: int, day: date });
type CalledDay = RowOf<typeof dayRow>;

/** The rolls in the last weeks, earliest first. */
const listDays = (db: Db, classId: number): Promise<CalledDay[]> =>
  many(
    db,
    dayRow,
    sql`
      select r.id as register, r.attendance_date as day
      from attendance_registers r
      where r.class_id = ${classId} and r.attendance_date > ${firstDay}
      order by r.attendance_date, r.id
    `,
  );

const paymentCount = row({
  payment_status: oneOf(paymentStatuses).nullable(),
  unpaid: int,
  count: int,
});

const countPayments = (db: Db, person: Person, of: Of): Promise<RosterCount[]> =>
  many(
    db,
    paymentCount,
    sql`
      select e.payment_status, count(*) filter (where ${isUnpaid})::integer as unpaid, count(*)::integer as count
      from ${enrolled}
      where ${isHere(person, of)}
      group by e.payment_status
      order by count desc, e.payment_status
    `,
  );

function rowOf(
  { total: _total, marks, payment_status, payment_by_hand, ...student }: RosterRecord,
  days: readonly CalledDay[],
  { role }: Person,
): RosterRow {
  const letters = new Map(
    marks.map(({ register, status, is_corrected }) => {
      const letter = markLetters[status];
      return [register, is_corrected ? letter.toUpperCase() : letter];
    }),
  );
  return {
    ...student,
    ...(role === 'teacher' ? {} : { payment_status, payment_by_hand }),
    marks: days.map(({ register }) => letters.get(register) ?? '.').join(''),
  };
}

/** The students of a course or class. The caller has checked that it is within reach. */
export async function readRoster(db: Db, person: Person, roster: Roster) {
  const [records, days, payments] = await Promise.all([
    listRecords(db, person, roster),
    roster.classId === null ? [] : listDays(db, roster.classId),
    person.role === 'teacher' ? undefined : countPayments(db, person, roster),
  ]);
  const entering = records.map(({ student_id: studentId }) => ({ studentId, courseId: roster.courseId }));
  const lacksLevel = await withoutLevel(db, entering);
  return {
    data: records.map((record, at) => ({
      ...rowOf(record, days, person),
      ...(lacksLevel(entering[at]!) && { level_missing: true as const }),
    })),
    total_count: records[0]?.total ?? 0,
    dates: days.map(({ day }) => day),
    ...(payments === undefined ? {} : { payments }),
  };
}
