import type { OfficeFilters, PaymentFilter, StudentFilters } from '@gurukul/contract/students';
import sql, { raw, Sql } from 'sql-template-tag';
import { likeText } from '#server/db/like.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { seenBy } from './children.ts';

/** Conditions on an enrolment `e` and its student `p`, for every list of students. */

/** The text of a person in which a search looks, as the index `people_search` has it. */
const textOfPerson = raw(`lower(p.fullname || ' ' || p.email_id || ' ' || coalesce(p.phone_number, ''))`);

export const isNamed = (search: string): Sql => sql`${textOfPerson} like ${likeText(search)}`;

/** The same for a viewer: a child whose own number they may not see is not found by it either. */
export const isNamedFor = (viewer: Pick<Caller, 'role'>, search: string): Sql => sql`(
  ${isNamed(search)} and (${seenBy(viewer).hasOwnContacts} or lower(p.fullname) like ${likeText(search)})
)`;

export function isPaidAs(payment: PaymentFilter): Sql {
  if (payment === 'unpaid') return sql`is_unpaid(e.payment_status)`;
  return payment === 'none' ? sql`e.payment_status is null` : sql`e.payment_status = ${payment}`;
}

const isTaughtBy = (teacherId: number) => sql`
  e.class_id in (
    select s.class_id
    from slot_teachers t
    join class_slots s on s.id = t.slot_id
    where t.teacher_id = ${teacherId} and t.ended_at is null and s.deleted_at is null
  )
`;

/** The begin of that day or of a later one, in Asia/Kolkata. */
const midnight = (day: string, later = 0) =>
  sql`((${day}::date + ${later}::integer)::timestamp at time zone 'Asia/Kolkata')`;

type Maybe = Sql | '' | 0 | null | undefined;
const given = (conditions: readonly Maybe[]): Sql[] =>
  conditions.filter((condition) => condition instanceof Sql);

/** The filters on enrolments `e`. */
export const ofEnrolments = (filters: OfficeFilters): Sql[] => {
  const { course_id, class_id, teacher_id, payment_status, registration_status } = filters;
  return given([
    course_id && sql`e.course_id = ${course_id}`,
    class_id && sql`e.class_id = ${class_id}`,
    teacher_id && isTaughtBy(teacher_id),
    payment_status && isPaidAs(payment_status),
    registration_status && sql`e.registration_status = ${registration_status}`,
  ]);
};

/** The filters on students `p`, without the search. */
export const ofPeople = ({ region, language, joined_from, joined_to }: StudentFilters): Sql[] =>
  given([
    region && sql`p.region = ${region}`,
    language && sql`p.language = ${language}`,
    joined_from && sql`p.registered_at >= ${midnight(joined_from)}`,
    joined_to && sql`p.registered_at < ${midnight(joined_to, 1)}`,
  ]);

/** By more than a search. */
export const isFiltered = (filters: OfficeFilters): boolean =>
  ofEnrolments(filters).length > 0 || ofPeople(filters).length > 0;
