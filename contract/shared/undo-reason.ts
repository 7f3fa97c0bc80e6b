/** What can stand in the way of taking a change back. */
export const undoReasonCodes = [
  // A row was written again since: the column `column` of it, its end, or all of it.
  'column_changed',
  'row_over',
  'row_removed',
  // Rows of the table `of` refer to it by now.
  'referred_to',
  // What may be there once is there again.
  'email_taken',
  'other_roles',
  'class_name_taken',
  'timing_taken',
  'other_teacher',
  'student_is_back',
  'registered_again',
  'payment_recorded_again',
  'course_type_taken',
  'query_type_taken',
  'belongs_to_changed',
  // A rule of the house would be broken.
  'person_deleted',
  'course_deleted',
  'class_deleted',
  'timing_deleted',
  'event_deleted',
  'event_canceled',
  'no_teacher',
  'not_associated',
  'teaches_in_course',
  'no_course_admin',
  'attendance_taken',
  'rolls_taken',
  'teaches_then',
  // A row of an uploaded file.
  'payment_changed',
  'payment_removed',
] as const;
export type UndoReasonCode = (typeof undoReasonCodes)[number];

/**
 * Why a change cannot be taken back, as facts that a reader's own language and clock can say. `problems` says the same in
 * English, under `place`. What a code does not speak of is left out.
 */
export interface UndoReason {
  readonly code: UndoReasonCode;
  /** Table, row and column, or the name of a constraint, or the row of a file; once in a refusal. */
  readonly place: string;
  readonly table?: string;
  /** The row's key, and what people call it. */
  readonly row?: string;
  readonly name?: string;
  readonly column?: string;
  /** The table whose rows refer to it. */
  readonly of?: string;
  /** Of the file, counted as people do. */
  readonly line?: number;
  /** Names of whom and what it is about. */
  readonly person?: string;
  readonly course?: string;
  readonly class?: string;
  readonly event?: string;
  /** Who did what came after: a person or an intake key; with `at` alone nobody did, such as a job. */
  readonly by?: string;
  readonly by_key?: string;
  /** When, in ISO 8601 and UTC. */
  readonly at?: string;
}
