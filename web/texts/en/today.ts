const teachers = (count: number) => (count === 1 ? '1 teacher' : `${count} teachers`);
const people = (count: number) => (count === 1 ? '1 student' : `${count} students`);
const meetings = (count: number) => (count === 1 ? '1 meeting' : `${count} meetings`);

/** The complete lists of Today, what is done with selected lines, and a teacher's day. */
export const today = {
  search: 'Search these lines',
  searchHint: 'Student, class, course, teacher',
  class: 'Class',
  anyClass: 'All classes',
  teacher: 'Teacher',
  anyTeacher: 'All teachers',
  owner: 'Taken by',
  anyOwner: 'Everybody',
  mine: 'Me',
  heldLabel: 'Lines',
  held: { open: 'Waiting', put_off: 'Put off', closed: 'Closed' },
  columns: { since: 'Since', owes: 'Owes', days: 'Absent on' },
  noneFound: 'No line fits these filters',
  lines: 'Lines of Today',
  bar: 'Selected lines',
  selected: (count: string) => `${count} selected`,
  all: (count: string) => `Select all ${count}`,
  clear: 'Clear selection',
  remind: (count: number) => `Remind ${teachers(count)}`,
  write: (count: number) => `Write to ${people(count)}`,
  move: 'Move to a class',
  dayOff: 'Add a day off',
  dayOffTitle: 'Days without meetings',
  cancel: (count: number) => `Cancel ${meetings(count)}`,
  withoutTeacher: (count: number) =>
    count === 1 ? '1 line has no teacher to remind' : `${count} lines have no teacher to remind`,
  tooMany: (most: string) => `At most ${most} at once`,
  teachers: 'the teachers',
  students: 'the selected students',
  drafts: {
    rolls: {
      subject: 'A roll is not called yet',
      body: '<p>Namaste {name},</p><p>Some rolls of your classes are not called yet. You find them on your first page, under Your day. If a class did not meet, please cancel that meeting there.</p>',
    },
    homework: {
      subject: 'Homework waits for you',
      body: '<p>Namaste {name},</p><p>Homework of your students waits for you. You find it on your first page, under Your day.</p>',
    },
  },
  cancelDialog: {
    title: 'Cancel meetings',
    lead: 'These meetings will count as canceled, and their rolls are no longer missing.',
    reason: 'Reason',
    reasonHint: 'Everybody who is told reads it',
    gone: (count: number) =>
      count === 1
        ? '1 line is no longer a meeting that can be canceled'
        : `${count} lines are no longer meetings that can be canceled`,
    busy: 'Please wait…',
    done: (count: number) => `${meetings(count)} canceled`,
    what: (count: number) => meetings(count),
  },
  suspended: (teacher: string) => `${teacher} (suspended, needs another teacher)`,
  homework: (student: string, week: string) => `${student} · ${week}`,
  handedIn: (moment: string) => `handed in ${moment}`,
  owes: (amounts: string) => `owes ${amounts}`,
  since: (day: string) => `since ${day}`,
  absentOn: (days: string) => `absent on ${days}`,
  day: {
    title: 'Your day',
    next: 'Next meeting',
    onGoing: 'It is on now',
    minutes: (minutes: number) => (minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`),
    hours: (hours: number) => (hours === 1 ? 'in 1 hour' : `in ${hours} hours`),
    days: (days: number) => (days === 1 ? 'in 1 day' : `in ${days} days`),
  },
} as const;
