import type { MergeThing } from '@gurukul/contract/duplicates';

/*
 * Every column that names a person. A test compares both lists with the database, so that a new table must decide.
 */

interface Moved {
  readonly table: MergeThing;
  readonly column: string;
}

/** Moves from the merged person to the survivor. */
export const moved: readonly Moved[] = [
  { table: 'enrolments', column: 'student_id' },
  { table: 'attendance', column: 'student_id' },
  { table: 'homework', column: 'student_id' },
  { table: 'payments', column: 'student_id' },
  { table: 'payment_shares', column: 'student_id' },
  { table: 'charges', column: 'student_id' },
  { table: 'reminders', column: 'student_id' },
  { table: 'receipts', column: 'payer_id' },
  { table: 'event_registrations', column: 'student_id' },
  { table: 'mails', column: 'person_id' },
  { table: 'contacts', column: 'person_id' },
  { table: 'guardians', column: 'student_id' },
  { table: 'guardians', column: 'guardian_id' },
  { table: 'notes', column: 'person_id' },
  { table: 'courses', column: 'courseadmin_id' },
  { table: 'slot_teachers', column: 'teacher_id' },
  { table: 'meetings', column: 'teacher_id' },
  { table: 'cover_requests', column: 'teacher_id' },
  { table: 'cover_requests', column: 'taken_by' },
  { table: 'cover_offers', column: 'teacher_id' },
  { table: 'away', column: 'teacher_id' },
  { table: 'display_names', column: 'student_id' },
  { table: 'answers', column: 'student_id' },
  { table: 'cases', column: 'student_id' },
  { table: 'cases', column: 'owner_id' },
  { table: 'corrections', column: 'person_id' },
];

/** Its key contains the person, so its rows are made anew. */
export const movedAnew: Moved = { table: 'course_teachers', column: 'teacher_id' };

/** Stays, with the reason. */
export const stays: Readonly<Record<string, string>> = {
  // what the merged person did
  'imports.created_by': 'author',
  'courses.created_by': 'author',
  'classes.created_by': 'author',
  'class_slots.created_by': 'author',
  'meetings.created_by': 'author',
  'days_off.created_by': 'author',
  'course_teachers.associated_by': 'author',
  'slot_teachers.assigned_by': 'author',
  'attendance_registers.taken_by': 'author',
  'attendance.marked_by': 'author',
  'display_names.learned_by': 'author',
  'homework.decided_by': 'author',
  'events.created_by': 'author',
  'event_registrations.registered_by': 'author',
  'files.uploaded_by': 'author',
  'sign_in_alarms.seen_by': 'author',
  'sign_in_alarms.person_id': 'whose doing it was',
  'security_entries.person_id': 'whose doing it was, and the chain would break',
  'invites.person_id': 'the link ends with its row',
  'invites.invited_by': 'author, and open invitations end',
  'intake_keys.created_by': 'author',
  'refunds.recorded_by': 'author',
  'charges.created_by': 'author',
  'waivers.created_by': 'author',
  'reminders.asked_by': 'author',
  'messages.author_id': 'author',
  'message_readers.ticked_by': 'author',
  'whatsapp_consents.person_id': 'the survivor agrees for themselves',
  'consents.person_id': 'the survivor agrees for themselves',
  'consents.recorded_by': 'author',
  'whatsapp_consents.recorded_by': 'author',
  'message_readers.student_id': 'whom it was for when it was sent',
  'receipts.issued_by': 'author',
  'notes.created_by': 'author',
  'cover_requests.asked_by': 'author',
  'answers.said_by': 'author',
  'cases.opened_by': 'author',
  'cases.closed_by': 'author',
  'answers_seen.person_id': 'author',
  'corrections.said_by': 'author',
  'corrections.decided_by': 'author',
  'access_requests.asked_by': 'author',
  'access_requests.decided_by': 'author',
  'asked_deeds.asked_by': 'author',
  'asked_deeds.decided_by': 'author',
  'asked_deeds.about_person_id': 'whom it was about',
  'erasure_mentions.person_id': 'somebody who is erased, and merged with nobody',
  'erasure_mentions.decided_by': 'author',
  'changes.person_id': 'author',
  'audit_entries.person_id': 'author',
  // the way in of the merged account, which ends
  'sessions.person_id': 'ends',
  'remember_tokens.person_id': 'ends',
  'known_browsers.person_id': 'ends',
  'openid_identities.person_id': 'ends',
  'passkeys.person_id': 'ends',
  'code_apps.person_id': 'ends',
  'recovery_codes.person_id': 'ends',
  'factor_challenges.person_id': 'ends',
  'reset_challenges.person_id': 'ends',
  'reset_grants.person_id': 'ends',
  'email_changes.person_id': 'ends',
  'calendar_feeds.person_id': 'ends',
  'push_devices.person_id': 'ends',
  'idempotency_keys.person_id': 'answers to the merged account',
  'saved_views.author_id': 'the views of the merged account',
  'report_schedules.author_id': 'author',
  'report_schedules.receiver_id': 'the reports of the merged account',
  'settlements.saved_by': 'author',
  // others
  'people.merged_into': 'chains lead on',
  'duplicate_pairs.one_id': 'what was judged is copied',
  'duplicate_pairs.other_id': 'what was judged is copied',
  'due.student_id': 'derived',
  'ledger_sums.student_id': 'derived',
  'due_changes.student_id': 'derived',
};
