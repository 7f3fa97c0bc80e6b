import type { UndoReason, UndoReasonCode } from '@gurukul/contract/shared/words/undo-reason';
import type { Problem } from '#server/http/answers/problem.ts';
import { rowWas } from '#server/features/payment-upload/undo.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Trail } from './trail.ts';

/*
 * The reasons why an undo is refused. They go out as facts, which the portal says in its reader's language and clock.
 * They also go out in English as `problems`, for older clients.
 */

const after = ({ by, by_key, at }: UndoReason): string =>
  at === undefined ? '' : ` by ${by ?? by_key ?? 'somebody'} on ${at.slice(0, 16).replace('T', ' ')} UTC`;

/** A column in words: registration_status is 'registration status', class_id is 'class'. */
const wordOf = (column: string): string => column.replace(/_id$/, '').replaceAll('_', ' ');

function englishOf(trail: Trail): Readonly<Record<UndoReasonCode, (reason: UndoReason) => string>> {
  const nounOf = (table: string): string => trail.of(table).noun ?? table.replaceAll('_', ' ');
  const rowOf = ({ name, table = '', row = '' }: UndoReason): string => name ?? `${nounOf(table)} ${row}`;
  return {
    column_changed: (reason) =>
      `${rowOf(reason)}: ${wordOf(reason.column ?? '')} was changed${after(reason)}`,
    row_over: (reason) =>
      `${rowOf(reason)}${trail.of(reason.table ?? '').over ?? ' was deleted'}${after(reason)}`,
    row_removed: (reason) => `${rowOf(reason)} was removed${after(reason)}`,
    referred_to: ({ name, table, of = '' }) => `${name ?? table} has ${nounOf(of)} by now`,
    email_taken: () => 'The email address has another account by now',
    other_roles: () => 'The person holds other roles by now',
    class_name_taken: () => 'The course has another class of that name by now',
    slot_taken: () => 'The class meets at that time again',
    other_teacher: () => 'The class has another teacher by now',
    student_is_back: () => 'The student is in the course again',
    registered_again: () => 'The student is registered for the event again',
    payment_recorded_again: () => 'The payment was recorded again',
    course_type_taken: () => 'There is a course type of that name again',
    query_type_taken: () => 'There is a query type of that name again',
    view_name_taken: () => 'There is a saved view of that name again',
    belongs_to_changed: () => 'Something that it belongs to was changed since',
    person_deleted: ({ person }) => `${person} was deleted since`,
    course_deleted: ({ course }) => `The course ${course} was deleted since`,
    class_deleted: (reason) => `The class ${reason.class} was deleted since`,
    slot_deleted: (reason) => `The timing of ${reason.class} was deleted since`,
    event_deleted: ({ event }) => `The event ${event} was deleted since`,
    event_canceled: ({ event }) => `The event ${event} was canceled since`,
    no_teacher: ({ person }) => `${person} is no longer a teacher`,
    not_associated: ({ person, course }) => `${person} is no longer associated with the course ${course}`,
    teaches_in_course: ({ person, course }) => `${person} teaches a class of ${course}`,
    no_course_admin: ({ person, course }) =>
      `${person}, who looked after ${course}, is no longer a course admin`,
    attendance_taken: (reason) => `Attendance of ${reason.person} in ${reason.class} was taken since`,
    rolls_taken: (reason) => `${reason.person} has taken attendance in ${reason.class} since`,
    teaches_then: (reason) => `${reason.person} teaches something else by now at the time of ${reason.class}`,
    teacher_unchecked: (reason) => `${reason.person} has no valid check for the children of ${reason.class}`,
    payment_changed: () => rowWas.payment_changed,
    payment_removed: () => rowWas.payment_removed,
    payment_used: () => rowWas.payment_used,
  };
}

/** The facts that are known. An answer leaves the others out. */
export const knownFacts = (facts: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));

/** The refusal of an undo because of later changes. */
export function undoRefusal(trail: Trail, reasons: readonly UndoReason[], cause?: unknown): Problem {
  const english = englishOf(trail);
  return fail('changed_since', {
    reasons,
    problems: Object.fromEntries(reasons.map((reason) => [reason.place, english[reason.code](reason)])),
    cause,
  });
}
