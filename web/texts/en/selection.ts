import type { SelectionKind, StayReason } from '@gurukul/contract/selection';

const students = (count: string, isOne: boolean) => `${count} ${isOne ? 'student' : 'students'}`;

export const selection = {
  /** For screen readers. */
  bar: 'Selected students',
  selected: (count: string) => `${count} selected`,
  all: (count: string) => `Select all ${count}`,
  allSelected: (count: string) => `All ${count} selected`,
  these: 'the selected students',
  change: 'Change',
  clear: 'Clear selection',
  deeds: {
    payment_status: 'Set payment status',
    registration_status: 'Set registration status',
    region: 'Set region',
    language: 'Set language',
    move: 'Move to a class',
    register: 'Register for an event',
    unassociate: 'Unassociate from the course',
    delete: 'Delete',
  } satisfies Record<SelectionKind, string>,
  choose: 'Please choose',
  event: 'Event',
  course: 'Course',
  class: 'Class',
  noClass: 'No class yet',
  evenIfFull: 'Also move those for whom the class has no place',
  checking: 'Counting…',
  changes: (count: string, isOne: boolean) => `${students(count, isOne)} will change`,
  nobody: 'Nobody will change',
  stays: (count: string, isOne: boolean) => `${students(count, isOne)} will stay as they are`,
  reasons: {
    same: 'it is so already',
    gone: 'they are no longer in this list',
    no_course: 'they are in no course',
    again: 'they are selected with another course, and change once',
    in_course: 'they are in that course already',
    class_full: 'the class has no place for them',
  } satisfies Record<StayReason, string>,
  reason: (count: string, why: string, names: string) =>
    names ? `${count}: ${why} (${names})` : `${count}: ${why}`,
  save: {
    change: (count: string, isOne: boolean) => `Change ${students(count, isOne)}`,
    move: (count: string, isOne: boolean) => `Move ${students(count, isOne)}`,
    register: (count: string, isOne: boolean) => `Register ${students(count, isOne)}`,
    unassociate: (count: string, isOne: boolean) => `Unassociate ${students(count, isOne)}`,
    delete: (count: string, isOne: boolean) => `Delete ${students(count, isOne)}`,
  },
  done: (changed: string, stayed: string) => `${changed} changed, ${stayed} stayed as they were`,
  finishing: 'Asking what became of your change…',
};
