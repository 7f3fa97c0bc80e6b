/** What the intake says of an item that a machine handed in, where no other list says it already. */
export const intakeRemarks = {
  item_repeated: 'This comes twice in the request',
  item_not_read: 'This could not be read',
  item_not_saved: 'This could not be saved',
  course_missing: 'The course is missing',
  no_such_course: 'There is no such course',
  payment_of_office: 'The office entered or changed this payment, so no key changes it',
  payment_overtaken: 'What was signed later about this payment came before',
  no_such_event: 'There is no such event',
  registration_is_closed: 'Registration for this event is closed',
  student_not_in_class: 'No student in a class of this course has this e-mail address',
  several_students: 'Several students have this e-mail: send person_ref to say which one',
  payment_of_another_name:
    'The student with this e-mail has another name: the office says whose payment it is',
  person_ref_unknown: 'No student has this person_ref: hand in the student with it first',
  file_not_finished: 'This file was not uploaded and finished with this key',
  no_such_topic: 'This course has no such topic',
  query_type_missing: 'The query type is missing',
  no_such_query_type: 'There is no such query type',
  query_type_unheard: 'No mailbox is set for this query type',
} as const;
