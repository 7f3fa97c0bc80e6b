import type { Change, UndoRefusal } from '@gurukul/contract/audit';
import { undoDays } from '@gurukul/contract/audit';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import * as z from 'zod';
import { likeText, personSoundsLike } from '#server/db/like.ts';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, idRow, instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import { many, exists } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownNotes, ownStudents, ownTeachers, scope, standingTeachers } from '#server/http/identity/scope.ts';
import { readNames } from './names.ts';
import { liesWithin, mayRead, withheldFrom } from './who-may-read.ts';
import { binnedBy, undoOf, undoableBy } from './recorded.ts';
import { shownFields, shownThings } from './shown-changes.ts';
import type { ShownRow } from './shown-changes.ts';
import { changedSince } from './changed-since.ts';
import type { Trail } from './trail.ts';

const pageSize = 20;
/** Rows read of a change: enough for its first fifty columns. */
const rowsRead = 50;
/** Greater than any change id. */
const end = Number.MAX_SAFE_INTEGER;

/** Who reads which trail. */
export interface Reading {
  readonly db: Db;
  readonly trail: Trail;
  readonly person: Person;
}

export interface Page {
  readonly data: Change[];
  readonly next: number | null;
}

const storedChange = row({
  change_id: int,
  at: instant,
  call: text.nullable(),
  by_id: int.nullable(),
  by_name: text.nullable(),
  by_key: text.nullable(),
  from: text.nullable(),
  row_count: int,
  is_within: bool,
  until: instant,
  is_expired: bool,
  undone_at: instant.nullable(),
  undone_by: text.nullable(),
  rows: list(
    object({
      id: int,
      action: oneOf(['delete', 'insert', 'update']),
      course_id: int.nullable(),
      about_person_id: int.nullable(),
      before: z.record(text, z.json()).nullable(),
      after: z.record(text, z.json()).nullable(),
      table_name: text,
      row_id: text,
    }),
  ),
});
type StoredChange = RowOf<typeof storedChange>;

/**
 * The changes that a query of ids returns, newest first and one more than a page, with the entries that the caller may
 * read.
 */
const listChanges = (
  { db, trail, person }: Reading,
  aboutPersonId: number | null,
  ids: Sql,
): Promise<StoredChange[]> => {
  const isReadable = mayRead(person, aboutPersonId);
  return many(
    db,
    storedChange,
    sql`
      with page as materialized (${ids})
      select
        ch.id as change_id, ch.at, ch.call, by.id as by_id, by.fullname as by_name, k.name as by_key,
        host(ch.from_address) as "from", counted.rows as row_count, ${liesWithin(trail, person)} as is_within,
        ch.at + make_interval(days => ${undoDays}::int) as until,
        ch.at <= now() - make_interval(days => ${undoDays}::int) as is_expired,
        u.undone_at, undoer.fullname as undone_by,
        first.rows
      from page
      join changes ch on ch.id = page.id
      left join people by on by.id = ch.person_id
      left join intake_keys k on k.id = ch.intake_key_id
      left join undos u on u.change_id = ch.id
      left join people undoer on undoer.id = u.undone_by
      cross join lateral (
        select count(*) as rows
        from audit_entries e
        where e.change_id = ch.id
          and ${isReadable}
      ) counted
      cross join lateral (
        select coalesce(json_agg(to_jsonb(f) - 'is_own' order by f.is_own desc, f.id), '[]') as rows
        from (
          select e.id, e.table_name, e.row_id, e.action, e.before, e.after, e.course_id, e.about_person_id,
            coalesce(e.about_person_id = ${aboutPersonId}::bigint, false) as is_own
          from audit_entries e
          where e.change_id = ch.id
            and ${isReadable}
          -- of an upload of thousands, what it did to the person asked about
          order by is_own desc, e.id
          limit ${rowsRead}::bigint
        ) f
      ) first
      order by ch.id desc
    `,
  );
};

/** The next terms among these changes to which a family has answered: that has no Undo of its own. */
async function listAnswered(db: Db, changes: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  if (changes.size === 0) return new Set();
  const answered = await many(
    db,
    idRow,
    sql`
      select distinct e.change_id as id
      from audit_entries e
      join continuations n on n.id = e.row_id::bigint and n.answered_at is not null
      where e.change_id = any(${[...changes]}::bigint[]) and e.table_name = 'continuations' and e.action = 'insert'
    `,
  );
  return new Set(answered.map(({ id }) => id));
}

function whyNot(change: StoredChange, person: Person, changed: ReadonlySet<number>): UndoRefusal | null {
  const { change_id, call, undone_at, is_expired, is_within } = change;
  const isHis = person.role === 'admin' || undoableBy(person).includes(call ?? '');
  if (undoOf(call) === undefined || !isHis || !is_within) return 'not_undoable';
  if (undone_at !== null) return 'undone';
  if (is_expired) return 'expired';
  return changed.has(change_id) ? 'changed_since' : null;
}

async function pageOf(reading: Reading, aboutPersonId: number | null, ids: Sql): Promise<Page> {
  const { db, trail, person } = reading;
  const found = await listChanges(reading, aboutPersonId, ids);
  const shown = found.slice(0, pageSize);
  const names = await readNames(
    db,
    trail,
    shown.flatMap(({ rows }) => rows.map(withCourse)),
  );
  const open = shown.filter((change) => whyNot(change, person, new Set()) === null);
  const changed = await changedSince(db, trail, open);
  const answered = await listAnswered(db, changed);
  const data = shown.map((change): Change => {
    const { change_id, at, call, by_id, by_name, by_key, row_count, until, undone_at, undone_by, rows } =
      change;
    const reason = whyNot(change, person, changed);
    const why = reason === 'changed_since' && answered.has(change_id) ? 'answered' : reason;
    return {
      change_id,
      at,
      call,
      by: by_id === null || by_name === null ? null : { user_id: by_id, fullname: by_name },
      by_key,
      from: person.role === 'admin' ? change.from : null,
      about: shownThings(rows, names),
      row_count,
      fields: shownFields(rows, names, withheldFrom(person)),
      undo: { can: why === null, why, until: undoOf(call) === undefined ? null : until },
      undone: undone_at === null ? null : { at: undone_at, by: undone_by ?? '' },
    };
  });
  return { data, next: found.length > pageSize ? (shown.at(-1)?.change_id ?? null) : null };
}

/** An entry of an update does not contain the course of its row, so this adds it. */
const withCourse = (row: ShownRow): ShownRow => ({
  ...row,
  after: row.after === null ? null : { course_id: row.course_id, ...row.after },
  before: row.before === null ? null : { course_id: row.course_id, ...row.before },
});

export interface Timeline {
  readonly personId: number | null;
  readonly courseId: number | null;
  readonly classId: number | null;
  readonly noteId: number | null;
  readonly side: 'about' | 'by';
  readonly before: number | null;
}

/** Throws 404 unless the caller may look at the person. Account admins also see deleted people. */
async function requirePerson(db: Db, person: Person, personId: number): Promise<void> {
  const isInReach = await exists(
    db,
    person.role === 'admin'
      ? sql`select p.id from people p where p.id = ${personId}`
      : sql`
          select p.id
          from people p
          where p.id = ${personId}
            and p.deleted_at is null
            and (
              p.id = ${person.id}
              or (${isStudent} and ${ownStudents(person)})
              or ('teacher' in (p.main_role, p.as_role) and ${ownTeachers(person)})
            )
        `,
  );
  if (!isInReach) throw fail('not_found');
}

async function requireCourse(db: Db, person: Person, courseId: number): Promise<void> {
  if (person.role !== 'admin') {
    await scope(db, person).course(courseId);
    return;
  }
  const isThere = await exists(db, sql`select c.id from courses c where c.id = ${courseId}`);
  if (!isThere) throw fail('not_found');
}

/** Throws 404 unless the caller may read the note, also a deleted one. */
async function requireNote(db: Db, person: Person, noteId: number): Promise<void> {
  const isInReach = await exists(
    db,
    sql`
      select n.id
      from notes n
      join people p on p.id = n.person_id
      where n.id = ${noteId} and ${ownNotes(person)}
    `,
  );
  if (!isInReach) throw fail('not_found');
}

export async function readTimeline(reading: Reading, timeline: Timeline): Promise<Page> {
  const { db, person } = reading;
  const { personId, courseId, classId, noteId, side } = timeline;
  const before = timeline.before ?? end;
  if (courseId !== null) {
    await requireCourse(db, person, courseId);
    const ids = sql`
      select distinct e.change_id as id
      from audit_entries e
      where e.course_id = ${courseId}
        and e.change_id < ${before}
      order by id desc
      limit ${pageSize + 1}::bigint
    `;
    return pageOf(reading, null, ids);
  }
  if (classId !== null) {
    await scope(db, person).class(null, classId);
    return pageOf(reading, null, aboutClass(classId, before));
  }
  if (noteId !== null) {
    await requireNote(db, person, noteId);
    return pageOf(reading, null, aboutNote(noteId, before));
  }
  if (personId === null) throw new Error('a timeline is of a person, a course, a class or a note');
  await requirePerson(db, person, personId);
  // For a teacher whose association does not stand, the person's own row stays hidden. Their actions in the caller's
  // courses are shown.
  const open = (await mayReadOwnRow(db, person, personId)) ? personId : null;
  return side === 'about'
    ? pageOf(reading, open, aboutPerson(person, personId, open, before))
    : pageOf(reading, null, byPerson(person, personId, before));
}

const mayReadOwnRow = async (db: Db, person: Person, personId: number): Promise<boolean> =>
  person.role === 'admin' ||
  (await exists(
    db,
    sql`
      select p.id
      from people p
      where p.id = ${personId} and (p.id = ${person.id} or p.main_role = 'student' or ${standingTeachers(person)})
    `,
  ));

/** Changes of the class, its slots and their teachers, its students, rolls and homework, found by the ids of the rows. */
const aboutClass = (classId: number, before: number): Sql => sql`
  with thing (table_name, row_id) as (
    values ('classes', ${String(classId)}::text)
    union all select 'class_slots', s.id::text from class_slots s where s.class_id = ${classId}
    union all
    select 'slot_teachers', t.id::text
    from class_slots s
    join slot_teachers t on t.slot_id = s.id
    where s.class_id = ${classId}
    union all select 'enrolments', e.id::text from enrolments e where e.class_id = ${classId}
    union all select 'attendance_registers', r.id::text from attendance_registers r where r.class_id = ${classId}
    union all select 'homework', h.id::text from homework h where h.class_id = ${classId}
    union all select 'meetings', m.id::text from meetings m where m.class_id = ${classId}
    union all select 'cover_requests', q.id::text from cover_requests q where q.class_id = ${classId}
    union all select 'days_off', d.id::text from days_off d where d.class_id = ${classId}
    -- a meeting that was put back has no row any more
    union all
    select g.table_name, g.row_id
    from audit_entries g
    where g.course_id = (select k.course_id from classes k where k.id = ${classId}) and g.action = 'delete'
      and g.table_name in ('meetings', 'cover_requests', 'days_off') and g.before ->> 'class_id' = ${String(classId)}
  )
  select distinct e.change_id as id
  from thing
  join audit_entries e on e.table_name = thing.table_name and e.row_id = thing.row_id
  where e.change_id < ${before}
  order by id desc
  limit ${pageSize + 1}::bigint
`;

/** Also from before its student was merged into another one. */
const aboutNote = (noteId: number, before: number): Sql => sql`
  select distinct e.change_id as id
  from audit_entries e
  where e.table_name = 'notes'
    and e.row_id = ${String(noteId)}
    and e.change_id < ${before}
  order by id desc
  limit ${pageSize + 1}::bigint
`;

const aboutPerson = (person: Person, personId: number, open: number | null, before: number): Sql => sql`
  select distinct e.change_id as id
  from audit_entries e
  join changes ch on ch.id = e.change_id
  where e.about_person_id = ${personId}
    and e.change_id < ${before}
    and ${mayRead(person, open)}
  order by id desc
  limit ${pageSize + 1}::bigint
`;

const byPerson = (person: Person, personId: number, before: number): Sql => sql`
  select ch.id
  from changes ch
  where ch.person_id = ${personId}
    and ch.id < ${before}
    and ${
      person.role === 'admin'
        ? sql`true`
        : sql`exists (select from audit_entries e where e.change_id = ch.id and ${mayRead(person, null)})`
    }
  order by ch.id desc
  limit ${pageSize + 1}::bigint
`;

/** By author, or by the thing it is about. */
const isFound = (search: string): Sql => {
  const text = likeText(search);
  return sql`(
    exists (select from people by where by.id = ch.person_id and lower(by.fullname) like ${text})
    or ${personSoundsLike(sql`ch.person_id`, search)}
    or exists (
      select
      from audit_entries e
      left join people p on p.id = e.about_person_id
      left join courses c on c.id = e.course_id
      left join events v
        on v.id = case when e.table_name = 'events' and e.row_id ~ '^[0-9]+$' then e.row_id::bigint end
      where e.change_id = ch.id
        and (
          lower(p.fullname || ' ' || p.email_id) like ${text}
          or ${personSoundsLike(sql`e.about_person_id`, search)}
          or lower(c.course_name) like ${text}
          or lower(v.event_name) like ${text}
          or lower(coalesce(e.before, e.after) ->> 'file_name') like ${text}
          or lower(coalesce(e.before, e.after) ->> 'email_id') like ${text}
          or lower(coalesce(e.before, e.after) ->> 'full_name') like ${text}
        )
    )
  )`;
};

/** Lists the changes that can be undone, or were undone already. */
export function readBin(
  reading: Reading,
  {
    search,
    noun,
    before,
  }: { readonly search: string; readonly noun: string; readonly before: number | null },
): Promise<Page> {
  const { trail, person } = reading;
  const calls = binnedBy(person).filter((name) => noun === '' || name.startsWith(`${noun}.`));
  const ids = sql`
    select ch.id
    from changes ch
    where ch.call = any(${calls}::text[])
      and ch.id < ${before ?? end}
      -- numbers and instants go up together, so nothing older is looked at
      and ch.id > coalesce((
        select old.id
        from changes old
        where old.at <= now() - make_interval(days => ${undoDays}::int)
        order by old.id desc
        limit 1
      ), 0)
      and ch.at > now() - make_interval(days => ${undoDays}::int)
      and ${liesWithin(trail, person)}
      and ${search === '' ? sql`true` : isFound(search)}
    order by ch.id desc
    limit ${pageSize + 1}::bigint
  `;
  return pageOf(reading, null, ids);
}
