import type { MatchedParticipant, Participant } from '@gurukul/contract/attendance';
import sql from 'sql-template-tag';
import { int, list, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import { fit, nameOf } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';
import type { ClassOnDate } from './queries.ts';

/* Who of a class the participants of an online meeting are. What is not certain is a question. */

const personRow = row({
  id: int,
  fullname: text,
  /** In lower case. */
  emails: list(text),
  /** Learned from earlier reports. */
  display_names: list(text),
});
type Person = RowOf<typeof personRow>;

const known = sql`
  p.id, p.fullname,
  array_to_json(array(
    select lower(c.value) from contacts c where c.person_id = p.id and c.kind = 'email'
    union select lower(p.email_id) where p.email_id <> ''
  )) as emails,
  array_to_json(array(select d.name from display_names d where d.student_id = p.id)) as display_names
`;

/** The students of a class on a day. */
const listStudents = (db: Db, { class_id, attendance_date }: ClassOnDate): Promise<Person[]> =>
  many(
    db,
    personRow,
    sql`
      select ${known}
      from people p
      where p.deleted_at is null and exists (
        select from enrolments e
        where e.student_id = p.id and e.class_id = ${class_id} and e.started_on <= ${attendance_date}::date
          and (e.ended_on is null or e.ended_on > ${attendance_date}::date)
      )
    `,
  );

/** The staff who may be in a meeting of the class: its teachers, the course admin, and the caller. */
const listStaff = (db: Db, { class_id }: ClassOnDate, callerId: number): Promise<Person[]> =>
  many(
    db,
    personRow,
    sql`
      select ${known}
      from people p
      where p.id = ${callerId}
        or p.id in (
          select t.teacher_id
          from slot_teachers t
          join class_slots s on s.id = t.slot_id
          where s.class_id = ${class_id} and t.ended_at is null
        )
        or p.id in (
          select c.courseadmin_id from classes k join courses c on c.id = k.course_id where k.id = ${class_id}
        )
    `,
  );

interface Known extends Person {
  readonly name: Name;
}

const withName = (person: Person): Known => ({ ...person, name: nameOf(person.fullname) });

const plain = (name: string) => name.trim().replaceAll(/\s+/gu, ' ').toLowerCase();

const mostCandidates = 8;

const question = (candidates: readonly Known[]): MatchedParticipant => ({
  outcome: 'ask',
  student_ids: [...new Set(candidates.map(({ id }) => id))].slice(0, mostCandidates),
});

/**
 * An address counts more than a learned name, and that more than the name. An address of several students, a name of
 * several, and grounds that contradict each other are questions: one device may have two children in front of it.
 */
function match(
  { name, email }: Participant,
  students: readonly Known[],
  staff: readonly Known[],
): MatchedParticipant {
  const written = nameOf(name);
  const mail = email?.trim().toLowerCase() ?? '';
  const ofMail = mail === '' ? [] : students.filter(({ emails }) => emails.includes(mail));
  const learned = students.filter(({ display_names: names }) =>
    names.some((one) => plain(one) === plain(name)),
  );
  const named = students.filter((student) => fit(written, student.name) === 'same');
  const all = [...ofMail, ...learned, ...named];
  const grounds = [ofMail, learned, named].filter((ground) => ground.length > 0);
  const [first] = grounds;
  const isStaff =
    staff.some(({ emails }) => mail !== '' && emails.includes(mail)) ||
    staff.some((person) => fit(written, person.name) === 'same');
  if (first === undefined) {
    if (isStaff) return { outcome: 'staff', student_ids: [] };
    const alike = students.filter((student) => fit(written, student.name) !== null);
    return question(alike);
  }
  // A teacher's own account on which a student is known too.
  if (isStaff) return question(all);
  const [one] = first;
  const isCertain = grounds.every((ground) => ground.length === 1 && ground[0] === one);
  return isCertain ? { outcome: 'student', student_ids: [one!.id] } : question(all);
}

/** In the order of the participants. */
export async function matchParticipants(
  db: Db,
  day: ClassOnDate,
  participants: readonly Participant[],
  callerId: number,
): Promise<MatchedParticipant[]> {
  const [students, staff] = await Promise.all([listStudents(db, day), listStaff(db, day, callerId)]);
  const [ofClass, ofStaff] = [students.map(withName), staff.map(withName)];
  return participants.map((participant) => match(participant, ofClass, ofStaff));
}

export interface DisplayName {
  readonly student_id: number;
  readonly name: string;
}

/** Remembers which students a name of a meeting means. Known ones stay. */
export const learnNames = (tx: Db, day: ClassOnDate, names: readonly DisplayName[], learnedBy: number) =>
  run(
    tx,
    sql`
      insert into display_names (student_id, course_id, class_id, name, learned_by)
      select n.student_id, ${day.course_id}, ${day.class_id}, n.name, ${learnedBy}
      from unnest(
        ${names.map(({ student_id }) => student_id)}::bigint[],
        ${names.map(({ name }) => name)}::text[]
      ) n (student_id, name)
      on conflict (student_id, lower(name)) do nothing
    `,
  );
