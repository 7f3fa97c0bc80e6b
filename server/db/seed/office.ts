import {
  addDays,
  indiaOffset,
  instantAt,
  minutesOf,
  nextWeekday,
  overlaps,
  type Day,
  type SlotTime,
} from './calendar.ts';
import type { Enrolment } from './enrolments.ts';
import { staffIds } from './staff.ts';
import { numbered } from './table.ts';
import { coursePlans, ownClasses } from './timetable-plan.ts';
import type { SchoolClass, Slot } from './timetable.ts';

/** Weeks without classes, counted back from today: the autumn and the spring festival. */
export const festivalWeeks: ReadonlySet<number> = new Set([6, 33]);
/** The next festival, in days from today: no story of a working week reaches so far. */
const nextFestival = 44;

/** The festival weeks of the past, and the next one. */
export function daysOffRows(today: Day) {
  const made = { course_id: null, class_id: null, created_by: staffIds.admin };
  const past = [...festivalWeeks].toSorted((a, b) => b - a);
  const names = ['Spring festival', 'Autumn festival'];
  return numbered([
    ...past.map((week, index) => ({
      from_date: addDays(today, -7 * week - 6),
      until_date: addDays(today, -7 * week),
      name: names[index % names.length],
      ...made,
      created_at: instantAt(addDays(today, -7 * week - 40), 500),
    })),
    {
      from_date: addDays(today, nextFestival),
      until_date: addDays(today, nextFestival + 6),
      name: 'Winter festival',
      ...made,
      created_at: instantAt(addDays(today, -3), 500),
    },
  ]);
}

const isInIndia = ({ slots: [first] }: SchoolClass) => first?.time.time_zone === 'Asia/Kolkata';

/** A colleague of the course who has no class at that time. */
function colleagueFor(teacher: number, course: number, time: SlotTime, classes: readonly SchoolClass[]) {
  const busy = (id: number) =>
    classes.some(({ slots }) => slots.some((slot) => slot.teacher === id && overlaps(slot.time, time)));
  return coursePlans
    .find((plan) => plan.course === course)
    ?.teachers.find((id) => id !== teacher && !busy(id));
}

/** In the week after the next one a colleague takes one meeting, another is canceled, and a third is moved by an hour. */
export function meetingRows(classes: readonly SchoolClass[], today: Day) {
  const named = new Set<number>([...ownClasses.teacher, ...ownClasses.courseAdmin]);
  const usual = classes.filter(
    (each) =>
      !named.has(each.id) &&
      isInIndia(each) &&
      each.course.startsOn <= today &&
      each.course.endsOn > addDays(today, 21) &&
      each.slots.every(({ teacher }) => teacher !== null),
  );
  const meetingOf = ({ id: class_id, course }: SchoolClass, { id: slot_id, time }: Slot) => ({
    course_id: course.id,
    class_id,
    slot_id,
    on_date: nextWeekday(addDays(today, 8), time.class_day),
    state: null as string | null,
    held_on: null as Day | null,
    local_time: null as string | null,
    duration_minutes: null as number | null,
    teacher_id: null as number | null,
    reason: '',
    created_by: course.admin,
    created_at: instantAt(addDays(today, -1), 600),
  });
  const changes = usual.flatMap((each) => {
    const slot = each.slots[0]!;
    const colleague = colleagueFor(slot.teacher!, each.course.id, slot.time, classes);
    return colleague === undefined ? [] : [{ each, slot, colleague, row: meetingOf(each, slot) }];
  });
  const [covered, canceled, moved] = changes;
  if (!covered || !canceled || !moved) return { meetings: [], cover_requests: [] };
  const { slot, row, colleague } = covered;
  const { local_time, duration_minutes } = moved.slot.time;
  return {
    meetings: numbered([
      { ...row, teacher_id: colleague, reason: 'A wedding in the family' },
      { ...canceled.row, state: 'canceled', reason: 'The hall is being painted' },
      {
        ...moved.row,
        state: 'moved',
        held_on: moved.row.on_date,
        local_time: `${String((Number(local_time.slice(0, 2)) + 1) % 24).padStart(2, '0')}${local_time.slice(2)}`,
        duration_minutes,
        reason: 'After the puja',
      },
    ]),
    cover_requests: numbered([
      {
        course_id: row.course_id,
        class_id: row.class_id,
        slot_id: row.slot_id,
        on_date: row.on_date,
        is_extra: false,
        starts_at: instantAt(row.on_date, minutesOf(slot.time.local_time) - indiaOffset),
        teacher_id: slot.teacher,
        reason: 'A wedding in the family',
        asked_by: slot.teacher,
        asked_at: instantAt(addDays(today, -2), 480),
        taken_by: colleague,
        taken_at: instantAt(addDays(today, -1), 600),
      },
    ]),
  };
}

interface SeedNote {
  readonly author_id: number;
  readonly author_role: string;
  readonly subject: string;
  readonly body: string;
  readonly course_id: number;
  readonly class_id: number | null;
  readonly daysAgo: number;
}

const written: readonly SeedNote[] = [
  {
    author_id: staffIds.courseAdmin,
    author_role: 'courseadmin',
    subject: 'Recordings of last month',
    body: '<p>Namaste {name}, the recordings of last month are on the course page.</p>',
    course_id: 1,
    class_id: null,
    daysAgo: 12,
  },
  {
    author_id: staffIds.teacher,
    author_role: 'teacher',
    subject: 'Please bring your book',
    body: '<p>Namaste {name}, on {next meeting} we begin the second chapter. Please bring your book.</p>',
    course_id: 1,
    class_id: ownClasses.teacher[0],
    daysAgo: 5,
  },
];

/** Messages to a course and to a class, with the mails that went out. The first mail has the id after `lastMail`. */
export function messageRows(enrolments: readonly Enrolment[], lastMail: number, today: Day) {
  const messages = numbered(
    written.map(({ daysAgo, ...message }) => {
      const at = instantAt(addDays(today, -daysAgo), 720);
      const { course_id, class_id } = message;
      return {
        ...message,
        audience: class_id === null ? { course_id } : { class_id },
        digest: `demo ${daysAgo}`,
        send_at: at,
        prepared_at: at,
        created_at: at,
        whatsapp: false,
        newsletter: false,
      };
    }),
  );
  const letters = messages.flatMap(({ id, course_id, class_id, prepared_at: at }) =>
    enrolments
      .filter(
        ({ course, class: group, startedOn, endedOn }) =>
          course.id === course_id &&
          (class_id === null || group?.id === class_id) &&
          startedOn <= at.slice(0, 10) &&
          endedOn === null,
      )
      .map(({ student }) => ({ message_id: id, student, at })),
  );
  return {
    messages,
    mails: letters.map(({ message_id, student, at }, index) => ({
      id: lastMail + 1 + index,
      dedupe_key: `message:${message_id}:${student.id}`,
      kind: 'message',
      recipient: student.email,
      enqueued_at: at,
      sent_at: at,
      handed_over_at: at,
      tries: 1,
      round: 0,
      event_id: null,
      person_id: student.id,
      message_id,
    })),
    message_readers: letters.map(({ message_id, student }, index) => ({
      message_id,
      student_id: student.id,
      mail_id: lastMail + 1 + index,
    })),
  };
}

/** Students who came without paying: the office has three of them in hand, and settled two. */
export function caseRows(enrolments: readonly Enrolment[], today: Day) {
  const unpaid = enrolments
    .map((enrolment, index) => ({ ...enrolment, id: index + 1 }))
    .filter(
      ({ course, class: group, payment, endedOn, registration }) =>
        group !== null &&
        payment === 'Failed' &&
        endedOn === null &&
        registration === 'Registered' &&
        course.startsOn <= addDays(today, -30) &&
        course.endsOn > today &&
        course.id > 2,
    )
    .slice(0, 5);
  const cases = numbered(
    unpaid.map(({ id, student, course, class: group }, index) => {
      const isDone = index > 2;
      const closed = isDone ? instantAt(addDays(today, -2), 640) : null;
      return {
        kind: 'attending_unpaid',
        line: `attending_unpaid:${id}`,
        course_id: course.id,
        class_id: group?.id ?? null,
        student_id: student.id,
        owner_id: course.admin,
        due_on: addDays(today, isDone ? -1 : 2 + index),
        state: isDone ? 'done' : 'open',
        outcome: isDone ? 'other' : null,
        reason: isDone ? 'Pays in cash at the next festival' : '',
        opened_by: course.admin,
        opened_at: instantAt(addDays(today, -6), 540 + index),
        closed_by: isDone ? course.admin : null,
        closed_at: closed,
        version: isDone ? 2 : 1,
      };
    }),
  );
  const notes = numbered(
    cases.slice(0, 2).map(({ id, student_id, owner_id }, index) => ({
      person_id: student_id,
      case_id: id,
      body: ['Called on Tuesday: the card was refused, they try again.', 'The mother asked for two parts.'][
        index
      ]!,
      readers: 'office',
      created_by: owner_id,
      created_at: instantAt(addDays(today, -4), 610),
      updated_at: instantAt(addDays(today, -4), 610),
    })),
  );
  return { cases, notes };
}
