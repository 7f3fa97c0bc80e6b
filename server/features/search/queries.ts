import { type FoundItem, foundOfKind, foundKinds } from '@gurukul/contract/search';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { likeStart, likeText, paymentSoundsLike, personSoundsLike, textOfPerson } from '#server/db/like.ts';
import type { Db } from '#server/db/pool.ts';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownClasses, ownCourses, ownEvents, ownStudents, ownTeachers } from '#server/http/identity/scope.ts';
import { seenBy } from '../students/children.ts';
import { hasTextFor } from '../students/filters.ts';

/** The typed text, and what it may mean besides a part of a name. */
export interface SearchText {
  readonly text: string;
  /** The id that the text may be. */
  readonly id: number | null;
  /** The last nine digits of a telephone number. */
  readonly phone: string | null;
}

/**
 * The number of rows that are ranked. A word that is in half of all names must not cost the time of reading them all.
 * Names that begin with it come from an index in order, however many there are.
 */
const lookedAt = 200;

// The index over parts of names needs three characters. For fewer, only beginnings are searched.
const isLong = ({ text }: SearchText) => text.length >= 3;

const lastDigits = sql`right(regexp_replace(p.phone_number, '[^0-9]', '', 'g'), 9)`;

const students = (person: Person, wanted: SearchText): Sql => {
  const ways = [
    // A range, which an index serves where it would not serve a pattern.
    sql`
      select p.id from people p
      where ${isStudent} and ${ownStudents(person)}
        and lower(p.fullname) >= ${wanted.text.toLowerCase()}
        and lower(p.fullname) < ${`${wanted.text.toLowerCase()}\u{10ffff}`}
      order by lower(p.fullname), p.id limit ${foundOfKind}::bigint
    `,
    ...(isLong(wanted)
      ? [
          sql`
            select p.id from people p
            where ${isStudent} and ${ownStudents(person)} and ${hasTextFor(person, wanted.text)}
            limit ${lookedAt}::bigint
          `,
        ]
      : []),
    sql`
      select p.id from people p
      where ${isStudent} and ${ownStudents(person)} and ${personSoundsLike(sql`p.id`, wanted.text)}
      limit ${lookedAt}::bigint
    `,
    ...(wanted.id === null
      ? []
      : [
          sql`select p.id from people p where p.id = ${wanted.id} and ${isStudent} and ${ownStudents(person)}`,
        ]),
    ...(wanted.phone === null
      ? []
      : [
          sql`
            select p.id from people p
            where ${lastDigits} = ${wanted.phone} and p.phone_number is not null and ${seenBy(person).hasOwnContacts}
              and ${isStudent} and ${ownStudents(person)}
            limit ${lookedAt}::bigint
          `,
        ]),
  ];
  return sql`
    select 'student' as kind, p.id, p.fullname as title, ${seenBy(person).email_id} as detail, null::bigint as course_id,
      ${rank(sql`p.fullname`, sql`p.id`, wanted, textOfPerson)} as rank
    from people p
    where p.id in (${join(
      ways.map((way) => sql`(${way})`),
      ' union ',
    )})
  `;
};

/** The row with that id first, then names that begin with the text, then texts that have it, then other sounds. */
const rank = (name: Sql, id: Sql, { text, id: number }: SearchText, whole = sql`lower(${name})`): Sql => sql`
  case
    when ${id} = ${number ?? 0}::bigint then 0
    when lower(${name}) like ${likeStart(text)} then 1
    when ${whole} like ${likeText(text)} then 2
    else 3
  end
`;

const courses = (person: Person, wanted: SearchText): Sql => sql`
  select 'course', c.id, c.course_name, coalesce(a.fullname, ''), c.id, ${rank(sql`c.course_name`, sql`c.id`, wanted)}
  from courses c
  left join people a on a.id = c.courseadmin_id
  where c.deleted_at is null and ${ownCourses(person)}
    and (lower(c.course_name) like ${likeText(wanted.text)} or c.id = ${wanted.id ?? 0})
`;

const classes = (person: Person, wanted: SearchText): Sql => sql`
  select 'class', k.id, k.class_name, c.course_name, c.id, ${rank(sql`k.class_name`, sql`k.id`, wanted)}
  from classes k
  join courses c on c.id = k.course_id
  where k.deleted_at is null and c.deleted_at is null and ${ownClasses(person)}
    -- One says "Gita Morning" or "Morning Gita" where every course has its Morning.
    and (lower(c.course_name || ' ' || k.class_name || ' ' || c.course_name) like ${likeText(wanted.text)}
      or k.id = ${wanted.id ?? 0})
`;

const colleagues = (kind: 'teacher' | 'course_admin', within: Sql, wanted: SearchText): Sql => {
  const role = kind === 'teacher' ? 'teacher' : 'courseadmin';
  return sql`
    select ${kind}::text, p.id, p.fullname, p.email_id, null::bigint,
      ${rank(sql`p.fullname`, sql`p.id`, wanted, textOfPerson)}
    from (
      -- With "offset 0" the few colleagues are read first, and not every student.
      select s.id, s.fullname, s.email_id, s.phone_number
      from people s
      where s.deleted_at is null and (s.main_role = ${role} or s.as_role = ${role}) offset 0
    ) p
    where ${within}
      and (${textOfPerson} like ${likeText(wanted.text)} or ${personSoundsLike(sql`p.id`, wanted.text)}
        or p.id = ${wanted.id ?? 0} or ${lastDigits} = ${wanted.phone ?? 'none'})
  `;
};

const paymentText = sql`lower(m.full_name || ' ' || m.email_id || ' ' || m.phone_number || ' ' || m.payment_id)`;

const payments = (person: Person, wanted: SearchText): Sql => {
  const mine =
    person.role === 'admin'
      ? sql`true`
      : sql`m.course_id in (select c.id from courses c where c.deleted_at is null and ${ownCourses(person)})`;
  const ways = [
    sql`select m.id from payments m where m.payment_id = ${wanted.text} and ${mine}`,
    // Phone numbers of payments are stored as they came, mostly digits only.
    ...[isLong(wanted) ? wanted.text : null, wanted.phone].flatMap((part) =>
      part === null
        ? []
        : [
            sql`
              select m.id from payments m
              where ${mine} and ${paymentText} like ${likeText(part)}
              limit ${lookedAt}::bigint
            `,
          ],
    ),
    sql`select m.id from payments m where ${mine} and ${paymentSoundsLike(sql`m.id`, wanted.text)} limit ${lookedAt}::bigint`,
    ...(wanted.id === null ? [] : [sql`select m.id from payments m where m.id = ${wanted.id} and ${mine}`]),
  ];
  return sql`
    select 'payment', m.id, m.full_name, m.payment_id, m.course_id,
      case when m.payment_id = ${wanted.text} then 0 else ${rank(sql`m.full_name`, sql`m.id`, wanted, paymentText)} end
    from payments m
    where m.id in (${join(
      ways.map((way) => sql`(${way})`),
      ' union ',
    )})
  `;
};

const events = (person: Person, wanted: SearchText): Sql => sql`
  select 'event', e.id, e.event_name, coalesce(c.course_name, ''), c.id, ${rank(sql`e.event_name`, sql`e.id`, wanted)}
  from events e
  left join courses c on c.id = e.course_id
  where e.deleted_at is null and ${ownEvents(person)}
    and (lower(e.event_name) like ${likeText(wanted.text)} or e.id = ${wanted.id ?? 0})
`;

/** The kinds of rows that each role has pages for. */
function kindsFor(person: Person, wanted: SearchText): Sql[] {
  const taught = [students(person, wanted), courses(person, wanted), classes(person, wanted)];
  if (person.role === 'teacher') return taught;
  const office = [
    ...taught,
    colleagues('teacher', ownTeachers(person), wanted),
    payments(person, wanted),
    events(person, wanted),
  ];
  return person.role === 'admin' ? [...office, colleagues('course_admin', sql`true`, wanted)] : office;
}

/** The present courses and classes of `f`, a student, that the caller may see. */
const placesOf = (person: Person): Sql => sql`
  coalesce((
    select string_agg(concat_ws(' · ', c.course_name, k.class_name), ', ' order by c.course_name, c.id)
    from enrolments e
    join courses c on c.id = e.course_id and c.deleted_at is null
    left join classes k on k.id = e.class_id and k.deleted_at is null
    where e.student_id = f.id and e.ended_on is null and ${ownClasses(person)}
  ), '')
`;

const foundItemRow = row({
  kind: oneOf(foundKinds),
  id: int,
  title: text,
  detail: text,
  context: text,
  course_id: int.nullable(),
  slot_id: int.nullable(),
});

/** The best hits of every kind within reach, best first, in one statement. */
export async function find(db: Db, person: Person, wanted: SearchText): Promise<FoundItem[]> {
  const found = await many(
    db,
    foundItemRow,
    sql`
      select f.kind, f.id, f.title, f.detail, f.course_id,
        case when f.kind = 'student' then ${placesOf(person)} else '' end as context,
        case when f.kind = 'class' then (
          select min(s.id) from class_slots s where s.class_id = f.id and s.deleted_at is null
        ) end as slot_id
      from (
        select every.*, row_number() over (partition by kind order by rank, lower(title), id) as place
        from (${join(kindsFor(person, wanted), ' union all ')}) every
      ) f
      where f.place <= ${foundOfKind}::bigint
      order by f.kind, f.place
    `,
  );
  const colleagueIds = new Set(found.flatMap(({ kind, id }) => (isColleague.has(kind) ? [id] : [])));
  // Of somebody with two lives, the page of one leads to the other.
  return found.filter(({ kind, id }) => kind !== 'student' || !colleagueIds.has(id));
}

const isColleague: ReadonlySet<string> = new Set(['teacher', 'course_admin']);
