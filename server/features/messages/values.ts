import type { MessageField } from '@gurukul/contract/shared/message-fields';
import { labelKey, partsOf } from '@gurukul/contract/shared/question-answers';
import type { Choices, Labels } from '@gurukul/contract/shared/question-answers';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { instant, int, money, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { answersColumn, listAllQuestions } from '#server/db/questions.ts';
import { hourColumns, weeklyWas } from '#server/db/weekly-was.ts';
import { many } from '#server/db/rows.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownClasses, ownCourses } from '#server/http/identity/scope.ts';
import type { MessagePerson, OwnAnswers } from '#server/channels/mail/templates/message.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import { nextMeeting, weeklyTime } from '#server/time/slots.ts';
import { shown } from '../ledger/amounts.ts';
import { readersOf } from '../questions/answers.ts';
import type { Audience } from './audience.ts';
import { listUncalled } from './uncalled.ts';

const placeRow = row({
  student_id: int,
  course_id: int,
  course_name: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  answers: answersColumn,
});

/** Where the students are, as far as the message is about it and its author reaches it. */
const listPlaces = (db: Db, author: Caller, { courseId, classId }: Audience, students: readonly number[]) =>
  many(
    db,
    placeRow,
    sql`
      select e.student_id, e.course_id, c.course_name, k.id as class_id, k.class_name, e.answers
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      left join classes k on k.id = e.class_id and k.deleted_at is null
      where e.student_id = any(${[...students]}::bigint[]) and e.ended_on is null and ${ownClasses(author)}
        and ${courseId === null ? sql`true` : sql`e.course_id = ${courseId}`}
        and ${classId === null ? sql`true` : sql`e.class_id = ${classId}`}
      order by e.student_id, c.course_name, k.class_name
    `,
  );

const meetingRow = row({
  class_id: int,
  starts_at: instant,
  zone: text,
  join_link: text.nullable(),
  substitute: text.nullable(),
});

/** In days: a class that does not meet within them has no next meeting to speak of. */
const meetingAhead = 90;

/** The next meeting that takes place, of each of these classes. */
const listNextMeetings = (db: Db, classes: readonly number[]) =>
  many(
    db,
    meetingRow,
    sql`
      select distinct on (m.class_id) m.class_id, m.starts_at, m.time_zone as zone,
        join_link_of(m.slot_id, m.on_date, m.state = 'extra') as join_link, p.fullname as substitute
      from meetings_of(${[...classes]}::bigint[], current_date - 1, current_date + ${meetingAhead}::integer) m
      left join people p on p.id = m.teacher_id and m.is_covered
      where m.starts_at > now() and m.state not in ('canceled', 'day_off')
      order by m.class_id, m.starts_at
    `,
  );

const meetingOf = ({ starts_at, zone, join_link, substitute }: RowOf<typeof meetingRow>) => ({
  starts_at,
  zone,
  join_link,
  ...(substitute === null ? {} : { substitute: oneLine(substitute) }),
});

const weekRow = row({ class_id: int, starts_at: instant, zone: text, teacher: text.nullable() });

/**
 * The next meeting of each weekly slot of these classes, as the week is planned, and who teaches the slot: a meeting with
 * a substitute does not say it.
 */
const listWeek = (db: Db, classes: readonly number[]) =>
  many(
    db,
    weekRow,
    sql`
      select n.class_id, n.starts_at, n.zone, t.fullname as teacher
      from (
        select distinct on (m.slot_id) m.class_id, m.starts_at, m.time_zone as zone, m.teacher_id
        from meetings_of(${[...classes]}::bigint[], current_date - 1, current_date + ${meetingAhead}::integer) m
        where m.starts_at > now() and m.state = 'planned'
        order by m.slot_id, m.is_covered, m.starts_at
      ) n
      left join people t on t.id = n.teacher_id
      order by n.starts_at
    `,
  );

const oldRow = row({ class_id: int, was: weeklyTime });

/**
 * The weekly times of these classes that were changed last, as they were before: of each class all that were changed
 * within an hour, which one message tells of.
 */
const listOldTimes = (db: Db, classes: readonly number[]) =>
  many(
    db,
    oldRow,
    sql`
      with changed as (
        select s.class_id, s.id as slot_id, e.id, e.at, e.before,
          max(e.at) over (partition by s.class_id) as last_at
        from class_slots s
        join audit_entries e on e.table_name = 'class_slots' and e.row_id = s.id::text and e.action = 'update'
          and e.after ?| ${hourColumns}
        where s.class_id = any(${[...classes]}::bigint[]) and s.deleted_at is null
      )
      select distinct on (s.id) s.class_id, ${weeklyWas} as was
      from changed c
      join class_slots s on s.id = c.slot_id
      cross join lateral jsonb_populate_record(s, c.before) was
      where c.at > c.last_at - interval '1 hour'
      order by s.id, c.at, c.id
    `,
  );

const openRow = row({ student_id: int, currency: text, open: money });

const listOpen = (db: Db, author: Caller, { courseId }: Audience, students: readonly number[]) => {
  const isMeant: Sql = courseId === null ? sql`true` : sql`l.course_id = ${courseId}`;
  return many(
    db,
    openRow,
    sql`
      select l.student_id, l.currency, sum(l.open) as open
      from ledger_sums l
      join courses c on c.id = l.course_id and c.deleted_at is null
      where l.student_id = any(${[...students]}::bigint[]) and l.open > 0 and ${isMeant} and ${ownCourses(author)}
      group by l.student_id, l.currency
      order by l.student_id, l.currency
    `,
  );
};

/** The keys by which a text names an own question: its labels. */
export const keysOf = ({ label, label_te, label_hi }: Labels): string[] =>
  [label, label_te, label_hi].map(labelKey).filter((key) => key !== '');

/** The own questions that may be fields of what this author writes: those that they read. */
export const listOwnFields = async (db: Db, author: Caller) => readersOf(author, await listAllQuestions(db));

/** The words of the choices that are among these answers. */
function chosenOf(question: Choices, answers: readonly string[]): Choices {
  const chosen = new Set(answers.flatMap(partsOf));
  const ats = question.choices.flatMap((choice, at) => (chosen.has(choice) ? [at] : []));
  const of = (all: readonly string[]) => ats.map((at) => all[at] ?? '');
  return {
    choices: of(question.choices),
    choices_te: of(question.choices_te),
    choices_hi: of(question.choices_hi),
  };
}

const personRow = row({ id: int, answers: answersColumn });

/** What these people answered to the questions of these keys. A question that the author reads no more has no answers. */
async function readOwn(
  db: Db,
  author: Caller,
  people: readonly number[],
  placesOf: (id: number) => readonly RowOf<typeof placeRow>[],
  keys: readonly string[],
): Promise<ReadonlyMap<number, Readonly<Record<string, OwnAnswers>>>> {
  if (keys.length === 0) return new Map();
  const questions = await listOwnFields(db, author);
  const asked = keys.map((key) => ({ key, question: questions.find((one) => keysOf(one).includes(key)) }));
  const answers = await many(
    db,
    personRow,
    sql`select p.id, p.answers from people p where p.id = any(${[...people]}::bigint[])`,
  );
  return new Map(
    answers.map((person) => [
      person.id,
      Object.fromEntries(
        asked.map(({ key, question }): [string, OwnAnswers] => {
          if (question === undefined) return [key, { kind: 'line', all: [] }];
          const places = question.about === 'person' ? [person] : placesOf(person.id);
          const all = places.flatMap((place) => place.answers[question.question_id] ?? []);
          return [key, { kind: question.kind, choices: chosenOf(question, all), all: [...new Set(all)] }];
        }),
      ),
    ]),
  );
}

/** Reads what the fields of a message are filled with. Fields that it does not use cost nothing. */
export async function readValues(
  db: Db,
  author: Caller,
  audience: Audience,
  readers: readonly { readonly person_id: number; readonly fullname: string }[],
  { fields, own }: { readonly fields: readonly MessageField[]; readonly own: readonly string[] },
): Promise<ReadonlyMap<number, MessagePerson>> {
  const uses = (...some: readonly MessageField[]) => some.some((one) => fields.includes(one));
  const ids = readers.map(({ person_id: id }) => id);
  const places =
    own.length > 0 || uses('class', 'course', 'teacher', 'times', 'old times', 'next meeting', 'join')
      ? Map.groupBy(await listPlaces(db, author, audience, ids), ({ student_id: id }) => id)
      : new Map<number, never[]>();
  const classes = new Set([...places.values()].flat().flatMap(({ class_id: id }) => id ?? []));
  const meetings = uses('next meeting', 'join')
    ? new Map((await listNextMeetings(db, [...classes])).map((meeting) => [meeting.class_id, meeting]))
    : new Map<number, never>();
  const week = uses('teacher', 'times')
    ? Map.groupBy(await listWeek(db, [...classes]), ({ class_id: id }) => id)
    : new Map<number, never[]>();
  const oldTimes = Map.groupBy(
    uses('old times') ? await listOldTimes(db, [...classes]) : [],
    ({ class_id: id }) => id,
  );
  const now = new Date();
  const open = uses('balance')
    ? Map.groupBy(await listOpen(db, author, audience, ids), ({ student_id: id }) => id)
    : new Map<number, never[]>();
  const answers = await readOwn(db, author, ids, (id) => places.get(id) ?? [], own);
  const rolls = uses('rolls') ? await listUncalled(db, author, ids) : null;
  const unique = (names: readonly (string | null)[]) => [
    ...new Set(names.flatMap((name) => (name === null ? [] : [oneLine(name)]))),
  ];
  return new Map(
    readers.map(({ person_id: id, fullname }) => {
      const here = places.get(id) ?? [];
      const [next] = here
        .flatMap(({ class_id: group }) => (group === null ? [] : (meetings.get(group) ?? [])))
        .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
      const old = here
        .flatMap(({ class_id: group }) => (group === null ? [] : (oldTimes.get(group) ?? [])))
        .map(({ was }) => was)
        .toSorted((one, other) => nextMeeting(one, now).localeCompare(nextMeeting(other, now)));
      const slots = here.flatMap(({ class_id: group }) => (group === null ? [] : (week.get(group) ?? [])));
      const person: MessagePerson = {
        name: oneLine(fullname),
        classes: unique(here.map(({ class_name: name }) => name)),
        courses: unique(here.map(({ course_name: name }) => name)),
        teachers: unique(slots.map(({ teacher }) => teacher)),
        week: slots.map(({ starts_at }) => starts_at),
        week_zones: slots.map(({ zone }) => zone),
        old_week: old.map((was) => nextMeeting(was, now)),
        old_week_zones: old.map(({ zone }) => zone),
        meeting: next === undefined ? null : meetingOf(next),
        open: (open.get(id) ?? []).map(({ currency, open: amount }) => ({
          amount: shown(amount, currency),
          currency,
        })),
        ...(own.length > 0 ? { answers: answers.get(id) ?? {} } : {}),
        ...(rolls === null ? {} : { rolls: rolls.get(id) ?? { latest: [], more: 0 } }),
      };
      return [id, person];
    }),
  );
}
