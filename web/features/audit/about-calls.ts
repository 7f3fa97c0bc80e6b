import type { AuditedThing } from '@gurukul/contract/audit';
import type { ChangingCall, Noun, UndoableCall } from '@gurukul/contract/index';
import type { auditTexts } from '#web/texts/audit.ts';

/** The consequence of undoing for the subject: it selects the sentences before and after. */
export type UndoKind = keyof typeof auditTexts.undo.done;

/** By call: what the bin and the timelines say of a change that somebody made earlier. */
export const undoKinds: Readonly<Record<string, UndoKind>> = {
  'access.decide': 'decided',
  'attendance.student_attendence': 'marked',
  'attendance.update_students_attendance': 'marked',
  'attendance.save_roll': 'marked',
  'classes.delete_class': 'removed',
  'courses.edit_course_type': 'changed',
  'courses.course_publish': 'changed',
  'courses.course_reg_status': 'changed',
  'enquiries.submit': 'mappings',
  'events.cancel_event': 'canceled',
  'events.delete_event': 'removed',
  'events.event_registrations': 'changed',
  'events.delete_student_from_event': 'registered',
  'homework.accept_homework': 'decided',
  'homework.decide_homework': 'decided',
  'selection.save_change': 'changed',
  'studentImport.students': 'imported',
  'paymentUpload.payments': 'imported',
  'paymentUpload.excel_payment_details_upload': 'imported',
  'people.delete_course_admin': 'removed',
  'people.delete_teacher': 'removed',
  'provider.save_settings': 'changed',
  'views.save_view': 'changed',
  'views.delete_view': 'removed',
  'assignments.add_teacher_to_class': 'teacher',
  'assignments.replace_teacher_to_class': 'teacher',
  'assignments.remove_teacher_from_class': 'teacher',
  'assignments.course_assign': 'association',
  'students.add_student': 'added',
  'students.update_student': 'changed',
  'students.update_payment_status': 'changed',
  'students.update_registration_status': 'changed',
  'students.update_region': 'changed',
  'students.delete_student': 'removed',
  'students.remove_student_association': 'returned',
  'students.update_course_to_student': 'moved',
} satisfies Readonly<Record<UndoableCall, UndoKind>>;

/** What the sentence about a call names first, by call and else by noun. */
export const subjects: Readonly<Record<string, readonly AuditedThing[]>> = {
  accounts: ['student', 'colleague', 'invite'],
  people: ['colleague'],
  assignments: ['class', 'colleague'],
  'assignments.course_assign': ['colleague'],
  'assignments.teacher_count_change': ['colleague'],
  courses: ['course'],
  'courses.edit_course_type': ['course_type'],
  'courses.add_course_type': ['course_type'],
  classes: ['class'],
  students: ['student'],
  events: ['event'],
  'events.add_student_to_event': ['student'],
  'events.delete_student_from_event': ['student'],
  enquiries: ['query_type'],
  attendance: ['class'],
  homework: ['student'],
  files: ['file'],
  selection: ['student'],
  studentImport: ['import'],
  paymentUpload: ['import', 'payment'],
  provider: ['provider'],
  views: ['view'],
  intake: ['student', 'payment', 'file'],
} satisfies Partial<Record<Noun | ChangingCall, readonly AuditedThing[]>>;
