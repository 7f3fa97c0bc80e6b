import type { MeetingOverlap } from '../meetings/meeting-overlap.ts';
import type { TeacherOverlap } from '../meetings/overlap.ts';
import type { UncheckedTeacher } from '../meetings/unchecked.ts';
import type { PersonBehind, PersonLike } from '../person/person-behind.ts';
import type { MeetingOfDay, Roll } from '../meetings/roll.ts';
import type { Sentence } from './said.ts';
import type { UndoReason } from './undo-reason.ts';

/**
 * Every refusal of the API by code: the HTTP status, and the text of `message`. `{name}` stands for the fact of that
 * name. Refusals inside an answer with status 200 are in `notices`.
 */
export const errors = {
  bad_input: { status: 400, message: 'Please check what you entered' },
  bad_json: { status: 400, message: 'The request body is not valid JSON' },
  too_deep: { status: 400, message: 'The request body is nested too deeply' },
  wrong_date: { status: 400, message: 'Please select correct date' },
  price_region_taken: { status: 400, message: 'This course already has a price for that country' },
  no_file: { status: 400, message: 'The file did not arrive, please choose it again' },
  larger_file: { status: 400, message: 'This file is larger than announced' },
  cut_file: { status: 400, message: 'This file did not arrive as a whole, please choose it again' },
  no_picture: { status: 400, message: 'Please choose a JPEG, PNG, WebP or GIF picture' },
  other_picture_type: {
    status: 400,
    message: 'This picture is not of the type its name says, please choose another',
  },
  large_picture: {
    status: 400,
    message: 'This picture is too large, please choose one of at most 25 megapixels',
  },
  damaged_picture: { status: 400, message: 'This picture is damaged, please choose another' },
  no_pdf: { status: 400, message: 'This file is not a PDF, please choose another' },
  no_calendar: { status: 400, message: 'This is not a calendar (.ics), please choose another' },
  calendar_unreachable: {
    status: 400,
    message: 'No calendar could be fetched from this address, please check it',
  },
  stale_seal: { status: 400, message: 'Please load the page again' },
  unsafe_transport: { status: 400, message: 'Please use https' },
  unreadable: { status: 400, message: 'The request could not be read' },
  same_teacher: { status: 400, message: 'Please Select Other Teacher' },
  already_erased: { status: 400, message: 'This person was erased already' },
  same_person: { status: 400, message: 'These are one and the same person' },
  event_name_missing: { status: 400, message: 'Event name required' },
  event_course_missing: { status: 400, message: 'course name required' },
  event_link_missing: { status: 400, message: 'Meeting link is required' },
  event_date_missing: { status: 400, message: 'event date is required' },
  event_start_missing: { status: 400, message: 'Start time is required' },
  event_end_missing: { status: 400, message: 'end time is required' },
  event_ends_early: { status: 400, message: 'end time should be different' },
  event_on_other_day: { status: 400, message: 'Start and end have to be on the date of the event' },
  attendance_submitted: { status: 400, message: 'Attendence already submited' },
  roll_not_called: { status: 400, message: 'The roll of this meeting is not called yet' },
  rows_refused: { status: 400, message: '{problem} (row {rows})' },
  unknown_field: { status: 400, message: 'There is no field called {field}' },
  field_of_office: { status: 400, message: 'Only the office writes about money' },
  message_in_past: { status: 400, message: 'Please choose a time that is ahead, within a year' },
  settlement_unknown_file: {
    status: 400,
    message: 'This is no settlement file of Razorpay or Stripe, and no statement of a bank',
  },
  settlement_other_service: { status: 400, message: 'This file is of another service' },
  settlement_needs_currency: { status: 400, message: 'Please choose the currency of this statement' },
  not_signed_in: { status: 401, message: 'Please sign in' },
  session_ended: { status: 401, message: 'Your session has ended, please sign in again' },
  invalid_credentials: { status: 401, message: 'Invalid credentials' },
  not_allowed: { status: 403, message: 'not allowed' },
  step_up_needed: { status: 403, message: 'Please show first that it is still you' },
  factor_needed: { status: 403, message: 'Your role needs a second factor, please add one first' },
  not_allowed_to_delete: { status: 403, message: 'not allowed to delete' },
  link_over: { status: 403, message: 'This link has expired, please open the page again' },
  upload_link_over: { status: 403, message: 'This upload link has expired, please choose the file again' },
  not_found: { status: 404, message: 'Not found' },
  consent_missing: { status: 409, message: 'A guardian has to agree to the data of this child first' },
  terms_needed: { status: 409, message: 'Write the terms about the data of a child in English first' },
  terms_changed: { status: 409, message: 'The text has changed. Read it again' },
  person_merged: { status: 404, message: 'This person was merged into another' },
  rows_not_found: { status: 404, message: '{problem} (row {rows})' },
  wrong_method: { status: 405, message: 'Method not allowed' },
  too_slow: { status: 408, message: 'The request took too long' },
  already_registered: { status: 409, message: 'This email address already has an account' },
  already_invited: {
    status: 409,
    message:
      'This person is invited already, and can be given courses and classes; their link was not sent again',
  },
  conflict: { status: 409, message: 'This was changed in the meantime, please load it again' },
  state_changed: { status: 409, message: 'This was changed in the meantime, so nothing was done' },
  in_flight: { status: 409, message: 'The same request is still being worked on' },
  still_in_use: { status: 409, message: 'This is still in use' },
  person_teaches: {
    status: 409,
    message: 'This person still teaches a class; another teacher has to take it over first',
  },
  person_runs_course: {
    status: 409,
    message: 'This person still runs a course; another course admin has to take it over first',
  },
  no_second_role: { status: 409, message: 'This person holds no second role any more' },
  teaches_in_course: { status: 409, message: 'This teacher still teaches a class of this course' },
  course_type_in_use: { status: 409, message: 'A course still has this type; give it another one first' },
  course_type_taken: { status: 409, message: 'This course type already exists' },
  class_has_students: { status: 409, message: 'Students are still in this class' },
  class_name_taken: { status: 409, message: 'This course already has a class of that name' },
  homework_decided: { status: 409, message: '{person} has already {decision} this homework' },
  homework_decided_before: { status: 409, message: 'Somebody has already {decision} this homework' },
  roll_changed: { status: 409, message: 'Somebody else marked this roll differently in the meantime' },
  roll_students_changed: { status: 409, message: 'Somebody in this roll was not in the class on that day' },
  several_meetings: { status: 409, message: 'Please choose one of the meetings of that day' },
  event_canceled: { status: 409, message: 'This event is canceled' },
  event_pending: {
    status: 409,
    message: 'Only a published event can be canceled. Delete a pending event instead.',
  },
  event_decided: { status: 409, message: 'This event has changed in the meantime' },
  several_people: { status: 409, message: 'Several people have this email, please choose one' },
  guest_is_student: {
    status: 409,
    message: 'This is the address of a student: is it the student who comes?',
  },
  looks_like: {
    status: 409,
    message: 'Somebody like this is there already: the same student, or another one?',
  },
  invites_student: { status: 409, message: 'A student has this email: is it them?' },
  request_decided: { status: 409, message: 'Somebody decided this request already, please load it again' },
  request_impossible: { status: 409, message: 'This request cannot be carried out, please decline it' },
  query_type_taken: { status: 409, message: 'This query type already exists' },
  view_name_taken: {
    status: 409,
    message: 'The office already has a view of that name, which somebody else saved',
  },
  openid_taken: {
    status: 409,
    message: 'There is already a service of that name or with that issuer',
  },
  registration_full: {
    status: 409,
    message: 'This class has too few free places, so nobody was placed',
  },
  reports_full: { status: 409, message: 'Please delete a scheduled report first: no more can be saved' },
  receiver_may_not_see: {
    status: 409,
    message: 'One of these colleagues may not see this list, or you may not ask them',
  },
  views_full: { status: 409, message: 'Please delete a saved view first: no more can be saved' },
  slot_taken: { status: 409, message: 'This class already meets at that time' },
  slot_has_teacher: { status: 409, message: 'This class already has a teacher' },
  teacher_is_busy: { status: 409, message: 'This teacher already teaches at that time' },
  teacher_unchecked: {
    status: 409,
    message: 'This teacher has no check that is valid for all meetings of this class of children',
  },
  receipt_not_paid: { status: 409, message: 'This payment has not been received, so it gets no receipt' },
  receipt_no_currency: { status: 409, message: 'Please choose the currency of this payment first' },
  receipt_letters: {
    status: 409,
    message: 'This cannot be printed: {texts}. Please write it in other letters',
  },
  receipt_no_address: { status: 409, message: 'Nobody knows an email address of the payer' },
  receipt_void: { status: 409, message: 'This receipt is void' },
  certificate_over: { status: 409, message: 'This certificate was revoked or replaced' },
  meeting_has_roll: { status: 409, message: 'The roll of this meeting was called, so it took place' },
  meeting_is_off: { status: 409, message: 'This meeting is off already' },
  level_needed: {
    status: 409,
    message: 'This course needs the completion of another one. Make an exception on its tab Term',
  },
  level_asked: {
    status: 409,
    message: 'They have not completed the course before this one: why may they come in?',
  },
  level_circle: { status: 409, message: 'These courses would each need the other one first' },
  term_is_there: { status: 409, message: 'The next term of this course has been made already' },
  place_answered: { status: 409, message: 'This place was answered, or is free again since its day ended' },
  class_answered: { status: 409, message: 'This question has been answered. Please tell the office' },
  cover_is_asked: { status: 409, message: 'Somebody was asked to take this meeting already' },
  test_hours_short: {
    status: 409,
    message: 'These hours are too short for one test, or the clocks skip them on that day',
  },
  test_hours_taken: { status: 409, message: 'The examiner has other hours for tests at that time' },
  test_hours_booked: { status: 409, message: 'Somebody has booked a test in these hours' },
  test_time_taken: { status: 409, message: 'This time is no longer free, please choose another' },
  test_is_booked: { status: 409, message: 'A test of this portion is booked already' },
  test_passed: { status: 409, message: 'This portion is passed already' },
  test_over: { status: 409, message: 'This test has begun, or it is decided or canceled' },
  test_not_begun: { status: 409, message: 'This test has not begun yet' },
  meeting_not_begun: { status: 409, message: 'This meeting has not begun yet' },
  meeting_unchanged: { status: 409, message: 'This meeting is at that time already' },
  meeting_outside_course: { status: 409, message: 'The course does not run on that day' },
  meeting_clashes: { status: 409, message: 'The teacher has another meeting at that time' },
  teacher_not_associated: { status: 409, message: 'Associate the teacher with the course first' },
  changed_since_check: { status: 409, message: 'Something changed since the check, please look at it again' },
  second_person_needed: { status: 409, message: 'Another account admin has to approve this first' },
  admins_need_two: { status: 409, message: 'Only two account admins together can do this' },
  sign_in_too_new: {
    status: 409,
    message: 'Your own sign-in was changed within the last day, so you cannot approve this yet',
  },
  deed_changed: {
    status: 409,
    message: 'What this concerns has changed since it was approved, please ask again',
  },
  second_person_unneeded: { status: 409, message: 'This needs no second person' },
  no_second_person: { status: 409, message: 'There is no other account admin who could approve it' },
  own_factor_first: {
    status: 409,
    message: 'Add a passkey or an app with codes to your own account before you require it of your role',
  },
  message_left: { status: 409, message: 'This message has left already' },
  nobody_to_write: { status: 409, message: 'There is nobody to write to' },
  messages_spent: { status: 409, message: 'No more than {most} messages can be sent on one day' },
  templates_full: { status: 409, message: 'Please delete a text first: no more can be saved' },
  no_phone: { status: 409, message: 'No phone number is known that WhatsApp could use' },
  student_left: { status: 409, message: 'None of them is in the course any more, so nothing was charged' },
  currency_without_price: { status: 409, message: 'This course has no price in that currency' },
  several_currencies: { status: 409, message: 'Several currencies are open, please choose one' },
  nothing_open: { status: 409, message: 'Nothing is open there' },
  more_than_open: { status: 409, message: 'That is more than is open' },
  more_than_credit: { status: 409, message: 'That is more than the credit' },
  own_life: {
    status: 409,
    message: 'Nobody marks or changes their own attendance, money or statuses. Please ask a colleague',
  },
  keeps_own_data: {
    status: 409,
    message: 'They have an account here, so only an account admin changes what is known about them',
  },
  merge_of_oneself: { status: 409, message: 'Nobody can merge their own account into another' },
  merge_of_roles: {
    status: 409,
    message:
      'Only two people of the same roles can be merged, a guardian into a student, or a student into a colleague',
  },
  merge_unanswered: { status: 409, message: 'Please choose what stays of each pair' },
  payment_id_known: { status: 409, message: 'There is a payment with this number already' },
  already_void: { status: 409, message: 'This payment is void already' },
  payment_not_received: { status: 409, message: 'This payment did not succeed, so no money of it is here' },
  payment_has_refunds: {
    status: 409,
    message: 'Money of this payment went back; please reverse its refunds first',
  },
  payment_without_currency: { status: 409, message: 'Please set the currency of this payment first' },
  refund_known: { status: 409, message: 'There is a refund with this number already' },
  refund_reversed: { status: 409, message: 'This refund was reversed already' },
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
  other_file_type: { status: 415, message: 'This is not the type of file that was announced' },
  key_reused: { status: 422, message: 'This Idempotency-Key was used for another request' },
  too_many: { status: 429, message: 'Too many requests, please wait a moment' },
  uploaded_enough: {
    status: 429,
    message: 'You have uploaded as much as a day allows, please go on tomorrow',
  },
  headers_too_large: { status: 431, message: 'The request is too large' },
  internal: { status: 500, message: 'Something went wrong' },
  busy: { status: 503, message: 'The portal is busy, please try again' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

export interface Unprintable {
  readonly text: string;
  readonly printable: string;
}

/** Data that some refusals have beside their text. */
export interface More {
  /** Who it was merged into, for callers who may see that person. */
  readonly person_merged: { readonly merged_into: number };
  /** The call that has to be asked for. */
  readonly second_person_needed: { readonly call: string };
  readonly deed_changed: { readonly call: string };
  /** The present state, as a value of the field `expected`. */
  readonly state_changed: { readonly present: string };
  /** Each text as it stands, and what can be printed of it. Other spellings are sent as `spelled`. */
  readonly receipt_letters: { readonly unprintable: readonly Unprintable[] };
  readonly teacher_is_busy: { readonly overlap: TeacherOverlap };
  readonly teacher_unchecked: { readonly check: UncheckedTeacher };
  readonly meeting_clashes: { readonly clashes: readonly MeetingOverlap[] };
  /** Everybody behind the address, as far as the caller may know them. The chosen one is sent as `user_id`. */
  readonly several_people: { readonly people: readonly PersonBehind[] };
  /** The students of the address, as far as the caller may know them. */
  readonly guest_is_student: { readonly people: readonly PersonBehind[] };
  /** The students who may be the new one, as far as the caller may see them. */
  readonly looks_like: { readonly people: readonly PersonLike[] };
  /** The students of the invited address, each with their courses and classes. */
  readonly invites_student: {
    readonly people: readonly (Pick<PersonBehind, 'user_id' | 'fullname'> & { readonly place: string })[];
  };
  /** Of an import: what its preview call answers now. */
  readonly changed_since_check: { readonly preview?: unknown };
  /** The present roll. */
  readonly roll_changed: { readonly roll: Roll };
  readonly roll_students_changed: { readonly roll: Roll };
  /** Those of that day, the earliest first. The chosen one is sent as `slot_id`, `on_date` and `extra`. */
  readonly several_meetings: { readonly meetings: readonly MeetingOfDay[] };
  /** The later changes, which `problems` lists in English. */
  readonly changed_since: { readonly reasons: readonly UndoReason[] };
  readonly upload_built_upon: { readonly reasons: readonly UndoReason[] };
  /** The instant from which a retry may work, if known. */
  readonly too_many: { readonly retry_at?: string };
}

export type MoreOf<C extends ErrorCode> = C extends keyof More ? More[C] : unknown;

/** A refusal by its code, with the data of that code. */
export type Refusal = { [C in ErrorCode]: { readonly code: C } & MoreOf<C> }[ErrorCode];

/** The body of every answer that is not a 200. */
export type ErrorBody = Refusal &
  Sentence & {
    readonly status: number;
    readonly request_id: string;
    /** For bad input only: what is wrong, by dotted field path. */
    readonly problems?: Readonly<Record<string, string>>;
    /** The same with codes and facts. */
    readonly details?: Readonly<Record<string, readonly Sentence[]>>;
  };
