import type { AccessRequest, Decision } from '@gurukul/contract/access';
import { requestsShown } from '@gurukul/contract/access';
import { givenConsent } from '@gurukul/contract/shared/consent';
import { paperConsents } from '@gurukul/contract/student-import';
import { keyed } from '@gurukul/contract/shared/keyed';
import { personFieldNames } from '@gurukul/contract/shared/person/person';
import type { PersonField } from '@gurukul/contract/shared/person/person';
import sql from 'sql-template-tag';
import * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import type { Answers } from '#server/db/questions.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, instant, int, object, row, text } from '#server/db/columns.ts';
import { storedValue } from '#server/db/person.ts';
import type { PersonValues } from '#server/db/person.ts';
import { many, run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { findStudentsToJoin, holdEventsToJoin, register, whyNotJoin } from '../events/register.ts';
import { emailKey } from '../student-import/cells.ts';
import { today } from '#server/time/today.ts';
import { nameOf } from '../likeness/names.ts';
import { distinct, knownPeople, saveStudents } from '../student-import/save-students.ts';
import { hasName, whoIsMeant } from '../student-import/who-is-meant.ts';
import type { KnownPerson } from '../student-import/rules.ts';
import type { Beginning } from '../student-import/save-students.ts';

const requestsRow = row({
  request_id: int,
  email_id: text,
  fullname: text,
  course_name: text,
  class_name: text.nullable(),
  event_name: text.nullable(),
  asked_at: instant,
  asked_by: object({ user_id: int, fullname: text }).nullable(),
  by_key: text.nullable(),
  dob: text.nullable(),
  has_details: bool,
  is_canceled: bool,
  is_from_present: bool,
  total: int,
});
/** Of `access_requests r`: a machine asked, or a colleague who is here. Those of others can be declined. */
const isFromPresent = sql`(
  r.asked_by is null or exists (select from present_staff s where s.id = r.asked_by)
)`;
type WaitingRequest = RowOf<typeof requestsRow>;

/** Waiting requests, oldest first, without those of deleted courses and events. */
export async function listRequests(db: Db): Promise<{ data: AccessRequest[]; total_count: number }> {
  const rows = await many(
    db,
    requestsRow,
    sql`
      select
        r.id as request_id, r.email_id, r.fullname, c.course_name, k.class_name, v.event_name, r.asked_at,
        case when a.id is not null then json_build_object('user_id', a.id, 'fullname', a.fullname) end as asked_by,
        i.name as by_key, r.details ->> 'dob' as dob, r.details is not null as has_details,
        coalesce(v.live_status = 'canceled', false) as is_canceled, ${isFromPresent} as is_from_present,
        count(*) over ()::integer as total
      from access_requests r
      join courses c on c.id = r.course_id and c.deleted_at is null
      left join classes k on k.id = r.class_id and k.deleted_at is null
      left join events v on v.id = r.event_id
      left join people a on a.id = r.asked_by
      left join intake_keys i on i.id = r.intake_key_id
      where r.decided_at is null
        and v.deleted_at is null
      order by r.id
      limit ${requestsShown}::bigint
    `,
  );
  const people = await knownPeople(db, distinct(rows.map(({ email_id }) => emailKey(email_id))), []);
  return {
    data: rows.map((request) => {
      const {
        dob: _dob,
        has_details: _details,
        is_canceled: _canceled,
        is_from_present: isFromHere,
        total: _total,
        ...shown
      } = request;
      const { owner, isCertain, accept } = judge(request, people.get(emailKey(request.email_id)) ?? []);
      return {
        ...shown,
        belongs_to: owner && {
          user_id: owner.id,
          fullname: owner.fullname,
          role: owner.role,
          has_name: hasName(owner, nameOf(request.fullname)),
          is_certain: isCertain,
        },
        can: { accept: accept && isFromHere },
      };
    }),
    total_count: rows[0]?.total ?? 0,
  };
}

interface Judgement {
  readonly owner: KnownPerson | null;
  readonly isCertain: boolean;
  readonly accept: boolean;
}

/** Whose the address is, and whether accepting does something. The same rules carry a request out. */
function judge(request: WaitingRequest, behind: readonly KnownPerson[]): Judgement {
  const students = behind.filter(({ is_student }) => is_student);
  const first = behind.find(({ is_student }) => !is_student) ?? behind[0] ?? null;
  if (request.event_name !== null) {
    const only = students.length === 1 ? students[0]! : null;
    return {
      owner: only ?? first,
      isCertain: students.length < 2,
      accept: only !== null && !request.is_canceled,
    };
  }
  const meant = meantBy(request, behind);
  if (meant.is === 'one') return { owner: meant.one, isCertain: true, accept: true };
  if (meant.is === 'newcomer') return { owner: first, isCertain: true, accept: request.has_details };
  const named = behind.filter((each) => hasName(each, nameOf(request.fullname)));
  const owner = named.find(({ is_student }) => is_student) ?? named[0] ?? null;
  return { owner, isCertain: meant.is === 'problem', accept: false };
}

/**
 * Whom a request for a course means. Nobody is there to ask: another name is somebody else. The same name with another
 * birthday may be either.
 */
function meantBy(
  { fullname, dob }: { readonly fullname: string; readonly dob: string | null },
  behind: readonly KnownPerson[],
) {
  const name = nameOf(fullname);
  const isNamed = behind.some((each) => hasName(each, name));
  return whoIsMeant({ name, dob }, behind, isNamed ? undefined : { row: 0, answer: 'sibling' }, [], true);
}

const heldRequest = row({
  id: int,
  course_id: int,
  class_id: int.nullable(),
  event_id: int.nullable(),
  email_id: text,
  fullname: text,
  details: z.record(text, text.nullable()).nullable(),
  is_decided: bool,
  is_from_present: bool,
});
type HeldRequest = RowOf<typeof heldRequest>;

/** How requests of versions before name some fields. */
const formerNames: Readonly<Partial<Record<PersonField, string>>> = {
  email_id: 'email',
  first_name: 'firstName',
  last_name: 'lastName',
  phone_number: 'phone',
};

/** The student of a request. It may be older than a field. */
const studentOf = (details: NonNullable<HeldRequest['details']>): PersonValues =>
  keyed<PersonValues>(personFieldNames, (field) =>
    storedValue(field, details[field] ?? details[formerNames[field] ?? ''] ?? ''),
  );

/** Decides requests together, all or none. The second of two admins hears that it was done. */
export async function decide(ctx: Ctx, ids: readonly number[], decision: Decision): Promise<void> {
  const { db, person } = ctx;
  // The same turn as an import, so that the two do not add the same person.
  if (decision === 'accepted') await takeTurn(db, 'import of students');
  const wanted = distinct(ids);
  const requests = await holdRequests(db, wanted);
  if (requests.length < wanted.length) throw fail('not_found');
  if (requests.some((request) => request.is_decided)) throw fail('request_decided');
  if (decision === 'accepted') {
    if (requests.some((request) => !request.is_from_present)) throw fail('request_impossible');
    await enrol(
      ctx,
      requests.filter((request) => request.event_id === null),
    );
    await registerThem(ctx, requests);
  }
  await run(
    db,
    sql`
      update access_requests
      set decision = ${decision}, decided_by = ${person.id}, decided_at = now()
      where id = any(${wanted}::bigint[])
    `,
  );
}

/** Requests for deleted courses are left out. A deleted class is dropped from its request. */
const holdRequests = (tx: Db, ids: readonly number[]): Promise<HeldRequest[]> =>
  many(
    tx,
    heldRequest,
    sql`
      select r.id, r.course_id,
        (select k.id from classes k where k.id = r.class_id and k.deleted_at is null) as class_id,
        r.event_id, r.email_id, r.fullname, r.details, r.decided_at is not null as is_decided,
        ${isFromPresent} as is_from_present
      from access_requests r
      where r.id = any(${ids}::bigint[])
        and exists (select from courses c where c.id = r.course_id and c.deleted_at is null)
      order by r.id
      for update of r
    `,
  );

/** Like an import by the admin: a student of that address and name is enrolled, any other is added. */
async function enrol({ db, person }: Ctx, requests: readonly HeldRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const people = await knownPeople(
    db,
    distinct(requests.map(({ email_id }) => emailKey(email_id))),
    distinct(requests.map(({ course_id }) => course_id)),
  );
  const added = new Map<string, number>();
  const plan = requests.flatMap(({ id, course_id, class_id, email_id, fullname, details }): Beginning[] => {
    const key = emailKey(email_id);
    const meant = meantBy({ fullname, dob: details?.['dob'] ?? null }, people.get(key) ?? []);
    if (meant.is === 'question' || meant.is === 'problem') throw fail('request_impossible');
    const known = meant.is === 'one' ? meant.one : null;
    if (known === null && details === null) throw fail('request_impossible');
    // Enrolled meanwhile, so the request is fulfilled.
    if (known?.enrolments.has(course_id) === true) return [];
    const newcomer = `${key} ${nameOf(fullname).sorted}`;
    const before = added.get(newcomer);
    if (known === null) added.set(newcomer, before ?? id);
    return [
      {
        courseId: course_id,
        classId: class_id,
        personId: known?.id ?? null,
        addedBy: known === null ? (before ?? id) : null,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `askFor` wrote it
        answers: JSON.parse(details?.['answers'] ?? '{}') as Answers,
        consent:
          details?.['consent'] === undefined
            ? undefined
            : givenConsent.parse(JSON.parse(details['consent'] ?? '')),
        levelReason: details?.['level_reason'] ?? undefined,
        consents:
          details?.['consents'] === undefined
            ? undefined
            : paperConsents.parse(JSON.parse(details['consents'] ?? '')),
        student: known !== null || before !== undefined ? null : { ...studentOf(details!), otherNames: [] },
      },
    ];
  });
  await saveStudents(db, person, null, await today(db), plan);
}

/** Like "Add people" by the admin. */
async function registerThem({ db, mail, person }: Ctx, requests: readonly HeldRequest[]): Promise<void> {
  const events = new Map(
    (await holdEventsToJoin(db, distinct(requests.flatMap(({ event_id }) => event_id ?? [])))).map(
      (event) => [event.event_id, event],
    ),
  );
  const joining = [];
  for (const { event_id: eventId, email_id: email } of requests) {
    if (eventId === null) continue;
    const event = events.get(eventId);
    if (event === undefined) throw fail('not_found');
    if (whyNotJoin(event, { by: 'staff' }) !== null) throw fail('event_canceled');
    // The request has no name. Of several people behind the address the office registers one on Events itself.
    const [student, ...others] = await findStudentsToJoin(db, person, email);
    if (student === undefined || others.length > 0) throw fail('request_impossible');
    joining.push({ event, studentId: student.user_id });
  }
  await register(db, mail, joining, person.id);
}
