import type { TeacherOverlap } from './overlap.ts';
import type { PaymentPreview } from './payment-preview.ts';
import type { Roll } from './roll.ts';
import type { UndoReason } from './undo-reason.ts';

/** The password was sealed to a key that is no longer the server's; the portal fetches the new one and tries once more. */
export const staleSeal = 'Please load the page again';

/**
 * Every refusal the API can answer with outside a 200, by code: HTTP status and the text that travels in `message`.
 * Business refusals that belong inside a 200 (`failed`, `link expired`, ...) are part of the calls themselves.
 */
export const errors = {
  bad_input: { status: 400, message: 'Please check what you entered' },
  bad_json: { status: 400, message: 'The request body is not valid JSON' },
  too_deep: { status: 400, message: 'The request body is nested too deeply' },
  wrong_date: { status: 400, message: 'Please select correct date' },
  price_region_taken: { status: 400, message: 'This course already has a price for that country' },
  bad_file: { status: 400, message: 'This file cannot be used' },
  stale_seal: { status: 400, message: staleSeal },
  unsafe_transport: { status: 400, message: 'Please use https' },
  not_signed_in: { status: 401, message: 'Please sign in' },
  session_ended: { status: 401, message: 'Your session has ended, please sign in again' },
  invalid_credentials: { status: 401, message: 'Invalid credentials' },
  not_allowed: { status: 403, message: 'not allowed' },
  not_allowed_to_delete: { status: 403, message: 'not allowed to delete' },
  not_found: { status: 404, message: 'Not found' },
  wrong_method: { status: 405, message: 'Method not allowed' },
  already_registered: { status: 409, message: 'This e-mail address already has an account' },
  conflict: { status: 409, message: 'This was changed in the meantime, please load it again' },
  state_changed: { status: 409, message: 'This was changed in the meantime, so nothing was done' },
  in_flight: { status: 409, message: 'The same request is still being worked on' },
  still_in_use: { status: 409, message: 'This is still in use' },
  course_type_taken: { status: 409, message: 'This course type already exists' },
  class_has_students: { status: 409, message: 'Students are still in this class' },
  class_name_taken: { status: 409, message: 'This course already has a class of that name' },
  homework_decided: { status: 409, message: 'This homework has already been decided' },
  roll_changed: { status: 409, message: 'Somebody else marked this roll otherwise in the meantime' },
  roll_students_changed: { status: 409, message: 'Somebody in this roll was not in the class on that day' },
  event_canceled: { status: 409, message: 'This event is canceled' },
  event_decided: { status: 409, message: 'This event has changed in the meantime' },
  request_decided: { status: 409, message: 'Somebody decided this request already, please load it again' },
  request_impossible: { status: 409, message: 'This request cannot be carried out, please decline it' },
  query_type_taken: { status: 409, message: 'This query type already exists' },
  slot_taken: { status: 409, message: 'This class already meets at that time' },
  slot_has_teacher: { status: 409, message: 'This class already has a teacher' },
  teacher_is_busy: { status: 409, message: 'This teacher already teaches at that time' },
  teacher_not_associated: { status: 409, message: 'Associate the teacher with the course first' },
  preview_changed: { status: 409, message: 'Something changed since the check, please look at it again' },
  upload_undone: { status: 409, message: 'This upload was already undone' },
  upload_built_upon: {
    status: 409,
    message: 'Some of these payments were changed since, so the upload cannot be undone',
  },
  change_undone: { status: 409, message: 'This was already undone' },
  change_expired: { status: 409, message: 'This can no longer be undone, it is more than 30 days old' },
  changed_since: { status: 409, message: 'This was changed since, so it cannot be undone' },
  not_undoable: { status: 409, message: 'This cannot be undone' },
  too_large: { status: 413, message: 'The request is too large' },
  wrong_type: { status: 415, message: 'Please send JSON' },
  key_reused: { status: 422, message: 'This Idempotency-Key was used for another request' },
  too_many: { status: 429, message: 'Too many requests, please wait a moment' },
  internal: { status: 500, message: 'Something went wrong' },
  not_built: { status: 501, message: 'Not built yet' },
  busy: { status: 503, message: 'The portal is busy, please try again' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** The body of every answer that is not a 200. */
export interface ErrorBody {
  readonly status: number;
  readonly message: string;
  readonly request_id: string;
  /** Bad input only: dotted field path to what is wrong with it. */
  readonly problems?: Readonly<Record<string, string>>;
  /** With `state_changed` only: the state it has now, in the words of the field `expected`. */
  readonly present?: string;
  /** With `teacher_is_busy` only. */
  readonly overlap?: TeacherOverlap;
  /** With `preview_changed` only: what the upload would do now. */
  readonly preview?: PaymentPreview;
  /** With `roll_changed` and `roll_students_changed` only: the roll as it is now. */
  readonly roll?: Roll;
  /** With `changed_since` and `upload_built_upon` only: what came after, which `problems` says in English. */
  readonly reasons?: readonly UndoReason[];
  /** With `too_many` only, where it is known: the instant from which on the same request may work. */
  readonly retry_at?: string;
}
