/** Reasons why a change cannot be undone. */
export const undoReasonCodes = [
  // A row was written again since: its column `column`, its end, or all of it.
  'column_changed',
  'row_over',
  'row_removed',
  // Rows of the table `of` refer to it now.
  'referred_to',
  // A value that must be unique exists again.
  'email_taken',
  'other_roles',
  'class_name_taken',
  'slot_taken',
  'other_teacher',
  'student_is_back',
  'registered_again',
  'payment_recorded_again',
  'course_type_taken',
  'query_type_taken',
  'view_name_taken',
  'belongs_to_changed',
  // A rule of the house would be broken.
  'person_deleted',
  'course_deleted',
  'class_deleted',
  'slot_deleted',
  'event_deleted',
  'event_canceled',
  'no_teacher',
  'not_associated',
  'teaches_in_course',
  'no_course_admin',
  'attendance_taken',
  'rolls_taken',
  'teaches_then',
  'teacher_unchecked',
  // A row of an uploaded file.
  'payment_changed',
  'payment_removed',
  'payment_used',
] as const;
export type UndoReasonCode = (typeof undoReasonCodes)[number];

/**
 * A reason against an undo, as facts that each reader's language and clock can show. `problems` says the same in
 * English, under `place`. Facts without meaning for a code are absent.
 */
export interface UndoReason {
  readonly code: UndoReasonCode;
  /** Table, row and column, or the name of a constraint, or the row of a file. Unique in a refusal. */
  readonly place: string;
  readonly table?: string;
  /** The row's key, and its name for people. */
  readonly row?: string;
  readonly name?: string;
  readonly column?: string;
  /** The table whose rows refer to it. */
  readonly of?: string;
  /** The line of the file, from 1. */
  readonly line?: number;
  /** Names of the people and things it is about. */
  readonly person?: string;
  readonly course?: string;
  readonly class?: string;
  readonly event?: string;
  /** The author of the later change: a person or an intake key. With `at` alone it was a job. */
  readonly by?: string;
  readonly by_key?: string;
  /** The time of it, in ISO 8601 and UTC. */
  readonly at?: string;
}
