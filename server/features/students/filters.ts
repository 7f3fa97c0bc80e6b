import type { OfficeFilters, PaymentFilter, StudentFilters } from '@gurukul/contract/students';
import sql, { Sql } from 'sql-template-tag';
import { isUnpaid } from '#server/db/due-money.ts';
import { likeText, personSoundsLike, textOfPerson } from '#server/db/like.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { seenBy } from './children.ts';

/** Conditions on an enrolment `e` and its student `p`, for every list of students. */

/** As `isNamed`, for a viewer: a child whose own number they may not see is not found by it either. */
export const isNamedFor = (viewer: Pick<Caller, 'role'>, search: string): Sql =>
  sql`(${hasTextFor(viewer, search)} or ${personSoundsLike(sql`p.id`, search)})`;

export const hasTextFor = (viewer: Pick<Caller, 'role'>, search: string): Sql => sql`(
  ${textOfPerson} like ${likeText(search)}
  and (${seenBy(viewer).hasOwnContacts} or lower(p.fullname) like ${likeText(search)})
)`;

export function isPaidAs(payment: PaymentFilter): Sql {
  if (payment === 'unpaid') return isUnpaid;
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

/** Children without a guardian's consent to their data, of students `p`. */
export const ofConsents = ({ without_consent: isWanted }: OfficeFilters): Sql[] =>
  isWanted === true ? [sql`p.id in (select k.student_id from children_without_consent k)`] : [];

/**
 * The filters by answers, on students `p` and enrolments `e`: a question about the person is answered there, any other in
 * the enrolment.
 */
export const ofAnswers = ({ answers }: OfficeFilters): Sql[] =>
  (answers ?? []).map(({ question_id: id, answer }) => {
    const stored = sql`(
      case (select q.about from questions q where q.id = ${id}) when 'person' then p.answers else e.answers end
    ) ->> ${String(id)}::text`;
    return answer === ''
      ? sql`(${stored}) is null`
      : sql`${answer}::text = any(string_to_array(${stored}, E'\\n'))`;
  });

/** By more than a search. */
export const isFiltered = (filters: OfficeFilters): boolean =>
  [...ofEnrolments(filters), ...ofPeople(filters), ...ofAnswers(filters), ...ofConsents(filters)].length > 0;
