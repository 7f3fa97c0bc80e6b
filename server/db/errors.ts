import type { PlainErrorCode } from '@gurukul/contract/shared/messages';
import { codeOf } from '../error-code.ts';

/** What a broken constraint means to the person who asked. Names that are absent mean a fault of ours. */
export const constraintCodes: Readonly<Record<string, PlainErrorCode>> = {
  people_email_unique: 'conflict',
  people_email_one_mailbox: 'bad_input',
  people_dob_plausible: 'wrong_date',
  people_second_role_pairs: 'not_allowed',
  course_types_type_unique: 'course_type_taken',
  course_prices_region_unique: 'price_region_taken',
  classes_name_unique: 'class_name_taken',
  class_slots_timing_unique: 'slot_taken',
  slot_teachers_one_per_slot: 'slot_has_teacher',
  slot_teachers_association_fkey: 'teacher_not_associated',
  enrolments_one_current: 'conflict',
  enrolments_ends_after_start: 'wrong_date',
  attendance_once_a_day: 'conflict',
  attendance_registers_one_per_day: 'conflict',
  payments_payment_id_unique: 'conflict',
  ticket_payments_payment_id_unique: 'conflict',
  events_end_after_start: 'wrong_date',
  event_registrations_once: 'conflict',
  calendar_feeds_one_each: 'conflict',
  query_types_name_unique: 'query_type_taken',
  query_emails_one_mailbox: 'bad_input',
  // Somebody else ended at the same moment what this belongs to.
  changes_break_no_rule: 'conflict',
};

const readOnlyState = '25006';

const states = {
  foreignKey: '23503',
  unrepresentable: new Set(['22P02', '22P05', '22003', '22007', '22008', '22021', '22023', '22001']),
  changedMeanwhile: new Set(['40001', '40P01']),
  // Timeouts, the server going down or coming up, one that may only read (another has taken its place), and a disk that
  // refused to write (58030).
  busy: new Set(['57014', '55P03', '57P01', '57P02', '57P03', '25P03', '25P04', '58030', readOnlyState]),
};

const brokenConnections = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
const driverSays =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/;

/** What the driver says of a statement that is not answered in its time. */
const noAnswer = 'Query read timeout';

/** The database did not answer a statement in the time it would take to end it. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === noAnswer;

/** The server at the other end is no primary, or no longer. */
export class NotPrimary extends Error {
  readonly code = readOnlyState;
}

/** The connection is good for nothing more: nobody answers, or nobody who could write. */
export const isMisled = (error: unknown): error is Error =>
  isSilence(error) || (error instanceof Error && codeOf(error) === readOnlyState);

/** What the driver and Node add to an error. */
interface DatabaseError extends Error {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly detail?: unknown;
  readonly syscall?: unknown;
}

/** The refusal a database error stands for, or null when it is a fault to be logged and looked into. */
export function codeOfDatabaseError(error: unknown): PlainErrorCode | null {
  if (!(error instanceof Error)) return null;
  const { code: state, constraint, detail, syscall }: DatabaseError = error;

  if (typeof constraint === 'string') {
    const known = constraintCodes[constraint];
    if (known !== undefined) return known;
    return state === states.foreignKey && String(detail).includes('still referenced') ? 'still_in_use' : null;
  }
  if (typeof state !== 'string') return driverSays.test(error.message) ? 'busy' : null;
  if (states.unrepresentable.has(state)) return 'bad_input';
  if (states.changedMeanwhile.has(state)) return 'conflict';
  // Class 08 is a broken connection; 53 a full disk or memory, or too many connections: the database's trouble passes.
  if (states.busy.has(state) || /^(08|53)/.test(state)) return 'busy';
  // A missing socket is the database being away; a missing file of ours is not.
  return brokenConnections.has(state) && syscall !== 'open' ? 'busy' : null;
}
