import type { PlainErrorCode } from '@gurukul/contract/shared/words/messages';
import { codeOf } from '../error-code.ts';

/** The refusal for each broken constraint. A constraint that is not here means a fault of the server. */
export const constraintCodes: Readonly<Record<string, PlainErrorCode>> = {
  people_email_unique: 'conflict',
  people_email_one_mailbox: 'bad_input',
  people_dob_plausible: 'wrong_date',
  people_second_role_pairs: 'not_allowed',
  course_types_type_unique: 'course_type_taken',
  course_prices_region_unique: 'price_region_taken',
  classes_name_unique: 'class_name_taken',
  class_slots_time_unique: 'slot_taken',
  slot_teachers_one_per_slot: 'slot_has_teacher',
  slot_teachers_association_fkey: 'teacher_not_associated',
  enrolments_one_current: 'conflict',
  enrolments_ends_after_start: 'wrong_date',
  attendance_once_a_roll: 'conflict',
  attendance_registers_one_each: 'conflict',
  payments_payment_id_unique: 'conflict',
  ticket_payments_payment_id_unique: 'conflict',
  events_end_after_start: 'wrong_date',
  event_registrations_once: 'conflict',
  calendar_feeds_one_each: 'conflict',
  query_types_name_unique: 'query_type_taken',
  // Two came at once with one identity and different addresses.
  openid_identities_subject_unique: 'conflict',
  openid_services_name_unique: 'openid_taken',
  openid_services_issuer_unique: 'openid_taken',
  // Another way than the gate to how an account admin signs in, and to the rules for it.
  admins_need_two_people: 'admins_need_two',
  rules_need_two_people: 'admins_need_two',
  query_emails_one_mailbox: 'bad_input',
  // Somebody else ended the parent row at the same moment.
  changes_break_no_rule: 'conflict',
  changes_not_of_oneself: 'own_life',
  test_hours_whole: 'test_hours_short',
  test_hours_once: 'test_hours_taken',
  children_agreed: 'consent_missing',
  tests_of_two: 'own_life',
  tests_examiner_once: 'test_time_taken',
  tests_student_once: 'test_time_taken',
  tests_portion_once: 'test_is_booked',
};

const readOnlyState = '25006';

const states = {
  foreignKey: '23503',
  unrepresentable: new Set(['22P02', '22P05', '22003', '22007', '22008', '22021', '22023', '22001']),
  changedMeanwhile: new Set(['40001', '40P01']),
  // Timeouts, a server that starts or stops, a read-only server (another one is the primary now), and a disk that
  // refused to write (58030).
  busy: new Set(['57014', '55P03', '57P01', '57P02', '57P03', '25P03', '25P04', '58030', readOnlyState]),
};

const brokenConnections = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
const driverSays =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/;

/** The driver's text for a statement without an answer in time. */
const noAnswer = 'Query read timeout';

/** The database did not answer a statement, although the database's own time limit had passed. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === noAnswer;

/** The other server is not the primary, or no longer. */
export class NotPrimary extends Error {
  readonly code = readOnlyState;
}

/** The connection is useless: nobody answers, or the server is read-only. */
export const isMisled = (error: unknown): error is Error =>
  isSilence(error) || (error instanceof Error && codeOf(error) === readOnlyState);

/** The fields that the driver and Node add to an error. */
interface DatabaseError extends Error {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly detail?: unknown;
  readonly syscall?: unknown;
}

/** The refusal for a database error, or null for a fault of the server, which is logged. */
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
  // Class 08 is a broken connection. Class 53 is a full disk, full memory, or too many connections. All of them pass.
  if (states.busy.has(state) || /^(08|53)/.test(state)) return 'busy';
  // A missing socket means that the database is away. A missing file of ours does not.
  return brokenConnections.has(state) && syscall !== 'open' ? 'busy' : null;
}
