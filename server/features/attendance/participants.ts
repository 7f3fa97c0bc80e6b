import type { MatchedParticipant, Participant } from '@gurukul/contract/attendance';
import sql from 'sql-template-tag';
import { int, list, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import { fit, nameOf } from '../likeness/names.ts';
import { fitsOf } from '../likeness/skeleton.ts';
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

/** What a product or its user adds in brackets, which says nothing about who it is. */
const aside =
  /^(?:i?phone|ipad|i?mac(?:book)?|android|mobile|cell|tab(?:let)?|laptop|desktop|pc|web|galaxy|samsung|redmi|vivo|oppo|mr|mrs|ms|miss|dr|smt|host|co-?host|guest|me|you|external|unverified|she|he|they|her|him|them|hers|his|theirs|[\s\d/,.'’+-])+$/iu;

/** The names in the text of a meeting: that before the brackets, and the original one in them. */
function namesIn(text: string): string[] {
  const inside = [...text.matchAll(/[([{]([^()[\]{}]*)[)\]}]/gu)].map(([, part = '']) => part.trim());
  const outside = text.replaceAll(/[([{][^()[\]{}]*[)\]}]?/gu, ' ').trim();
  return [outside, ...inside.filter((part) => !aside.test(part))].filter(Boolean);
}

/** Those of several people in one text: Vihaan & Anaya Rao. */
const partsOf = (name: string) => name.split(/\s*[&+/]\s*|\s+(?:and|und|et|మరియు|और|व)\s+/iu).filter(Boolean);

const plain = (name: string) => name.trim().replaceAll(/\s+/gu, ' ').toLowerCase();

const mostCandidates = 8;

const question = (candidates: readonly Person[]): MatchedParticipant => ({
  outcome: 'ask',
  student_ids: [...new Set(candidates.map(({ id }) => id))].slice(0, mostCandidates),
});

/**
 * An address counts more than a learned name, and that more than the name. An address of several students, a name of
 * several, and grounds that contradict each other are questions: one device may have two children in front of it.
 */
function match(
  { name, email }: Participant,
  students: readonly Person[],
  staff: readonly Person[],
): MatchedParticipant {
  const names = namesIn(name);
  const isCalled = (person: Person) =>
    names.some((one) => fit(nameOf(one), nameOf(person.fullname)) === 'same');
  const mail = email?.trim().toLowerCase() ?? '';
  const ofMail = mail === '' ? [] : students.filter(({ emails }) => emails.includes(mail));
  const learned = students.filter(({ display_names: names }) =>
    names.some((one) => plain(one) === plain(name)),
  );
  const named = students.filter(isCalled);
  const all = [...ofMail, ...learned, ...named];
  const grounds = [ofMail, learned, named].filter((ground) => ground.length > 0);
  const [first] = grounds;
  const isStaff = staff.some(({ emails }) => mail !== '' && emails.includes(mail)) || staff.some(isCalled);
  if (first === undefined) {
    if (isStaff) return { outcome: 'staff', student_ids: [] };
    return question(alike(names, students));
  }
  // A teacher's own account on which a student is known too.
  if (isStaff) return question(all);
  const [one] = first;
  // Another word in the brackets may be another person: Asha Rao (mother).
  const hasOther =
    grounds.includes(named) && grounds.length === 1 && !names.every((each) => mayMean(each, one!));
  const isCertain = !hasOther && grounds.every((ground) => ground.length === 1 && ground[0] === one);
  return isCertain ? { outcome: 'student', student_ids: [one!.id] } : question(all);
}

const mayMean = (name: string, { fullname }: Person) => fitsOf(name, fullname).some((fits) => fits !== null);

/** The students whom a name may mean, as it is written or sounds, whole or in part. Those who fit whole come first. */
function alike(names: readonly string[], students: readonly Person[]): Person[] {
  const parts = names.flatMap(partsOf);
  const fits = students.filter((student) => parts.some((part) => mayMean(part, student)));
  const isWhole = ({ fullname }: Person) => parts.some((part) => fitsOf(part, fullname).includes('same'));
  return [...fits.filter(isWhole), ...fits.filter((student) => !isWhole(student))];
}

/** In the order of the participants. */
export async function matchParticipants(
  db: Db,
  day: ClassOnDate,
  participants: readonly Participant[],
  callerId: number,
): Promise<MatchedParticipant[]> {
  const [students, staff] = await Promise.all([listStudents(db, day), listStaff(db, day, callerId)]);
  return participants.map((participant) => match(participant, students, staff));
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
