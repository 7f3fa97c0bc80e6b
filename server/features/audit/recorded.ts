import type { AuditedThing } from '@gurukul/contract/audit';
import { calls } from '@gurukul/contract/index';
import type { NamedCall } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/call';
import type { PortalRole } from '@gurukul/contract/shared/roles';

/*
 * What the audit trail says, in the words of the house: which columns tell a person something, what a row is called,
 * and which calls can be taken back.
 */

const undoable: ReadonlyMap<string, NamedCall['call']> = new Map(
  calls()
    .filter(({ call }) => call.undoable === true)
    .map(({ name, call }) => [name, call]),
);

export const isUndoable = (call: string | null): boolean => call !== null && undoable.has(call);

/** The calls that somebody of this role may make, and so take back. */
export const undoableBy = (role: PortalRole): string[] =>
  [...undoable].filter(([, call]) => reachOf(call, role) !== undefined).map(([name]) => name);

/** Of these the calls whose changes the bin lists: hundreds of rolls a day would bury what was deleted. */
export const binnedBy = (role: PortalRole): string[] =>
  undoableBy(role).filter((name) => !name.startsWith('attendance.'));

/** Columns that go on counting, whatever is taken back. */
export const countingColumns = ['version', 'updated_at'] as const;

/** A row in which one of these is set is over; nothing is taken back in it but what set it. */
export const endColumns = ['deleted_at', 'removed_at', 'ended_at', 'ended_on'] as const;

/** What tells nobody anything: numbers of rows, marks of the machine, and what the change itself says already. */
const silent = new Set([
  'id',
  'fullname',
  'position',
  'version',
  'updated_at',
  'created_at',
  'created_by',
  'registered_by',
  'uploaded_by',
  'associated_by',
  'associated_at',
  'assigned_by',
  'assigned_at',
  'taken_by',
  'taken_at',
  'marked_by',
  'marked_at',
  'corrected_at',
  'decided_by',
  'decided_at',
  'submitted_at',
  'invited_by',
  'registered_at',
  'registration_changed_at',
  'registration_changed_in',
  'status_changed_at',
  'announced_at',
  'edit_flag',
  'register_id',
  'import_id',
  'file_id',
  'intake_key_id',
  'enquiry_id',
  'round',
  'asked_by',
  'asked_at',
  // what a spreadsheet's row said, which the student has once there is one
  'details',
  // secret, or as good as
  'password_hash',
  'hash',
  'content_hash',
  'validator_hash',
  'sealed',
  'key',
  'starts_with',
  'home_work',
]);
export const tellsSomething = (column: string): boolean => !silent.has(column);

/** The table whose row a column names. */
export const referredTables: Readonly<Record<string, string>> = {
  student_id: 'people',
  teacher_id: 'people',
  person_id: 'people',
  courseadmin_id: 'people',
  course_id: 'courses',
  class_id: 'classes',
  slot_id: 'class_slots',
  event_id: 'events',
  topic_id: 'topics',
  type_id: 'course_types',
  query_type_id: 'query_types',
};

/** Tables whose rows have a name of their own, and where it stands. */
export const namedBy = {
  people: 'fullname',
  courses: 'course_name',
  classes: 'class_name',
  events: 'event_name',
  payments: 'full_name',
  ticket_payments: 'name',
  topics: 'topic_name',
  glimpses: 'glimpse_name',
  course_prices: 'country_name',
  course_types: 'type',
  query_types: 'name',
  query_emails: 'email_id',
  event_speakers: 'speaker_name',
  enquiries: 'name',
  imports: 'file_name',
  files: 'name',
  invites: 'email_id',
  intake_keys: 'name',
} as const satisfies Readonly<Record<string, string>>;
export type NamedTable = keyof typeof namedBy;
export const isNamedTable = (table: string): table is NamedTable => table in namedBy;

/** What a row is for the portal, where it is something by itself; people are students or colleagues by their role. */
export const thingOf: Readonly<Record<string, Exclude<AuditedThing, 'student' | 'colleague'>>> = {
  courses: 'course',
  classes: 'class',
  events: 'event',
  payments: 'payment',
  ticket_payments: 'payment',
  homework: 'homework',
  course_types: 'course_type',
  query_types: 'query_type',
  imports: 'import',
  files: 'file',
  invites: 'invite',
};

/** What rows of a table are called when they stand in the way. */
export const nounOf = (table: string): string =>
  ({
    attendance: 'marks',
    attendance_registers: 'rolls',
    class_slots: 'timings',
    course_teachers: 'associations',
    enrolments: 'enrolments',
    event_registrations: 'event registrations',
    slot_teachers: 'class assignments',
  })[table] ?? table.replaceAll('_', ' ');

/** A column as one would say it: registration_status is 'registration status', class_id 'class'. */
export const wordOf = (column: string): string => column.replace(/_id$/, '').replaceAll('_', ' ');

/** That a row is over, as said behind its name. */
export const overOf = (table: string): string =>
  ({
    enrolments: ': the place in the course was ended',
    event_registrations: ': the event registration was removed',
    slot_teachers: ': the class assignment was ended',
  })[table] ?? ' was deleted';
