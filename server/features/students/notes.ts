import type { NoteReaders, NoteRow } from '@gurukul/contract/students';
import { noteReaders } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, idRow, instant, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Window } from '#server/db/page.ts';
import { limitTo } from '#server/db/page.ts';
import { exists, many, maybeOne, one, run } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownNotes, ownStudents, scope } from '#server/http/identity/scope.ts';
import { printOf, refuseOlder } from '#server/http/requests/version.ts';

/** What the staff writes about a student. */

/** Condition on `notes n`: the caller may change it. */
const isChangeable = ({ id, role }: Caller) => sql`(n.created_by = ${id} or ${role === 'admin'}) is true`;

const storedNote = row({
  note_id: int,
  body: text,
  readers: oneOf(noteReaders),
  written_by: text.nullable(),
  written_at: instant,
  changed_by: text.nullable(),
  changed_at: instant.nullable(),
  may_change: bool,
});

const countRow = row({ count: int });

const versionOf = ({ body, readers }: { readonly body: string; readonly readers: NoteReaders }) =>
  printOf(body, readers);

interface NotesPage {
  readonly data: NoteRow[];
  readonly total_count: number;
}

/** Newest first. Throws `not_found` for a student out of reach. */
export async function readNotes(
  db: Db,
  person: Person,
  studentId: number,
  window: Window,
): Promise<NotesPage> {
  await scope(db, person).student(studentId);
  const readable = sql`
    from notes n
    join people p on p.id = n.person_id
    where n.person_id = ${studentId} and n.deleted_at is null and ${ownNotes(person)}
  `;
  const { count } = await one(db, countRow, sql`select count(*) as count ${readable}`);
  const notes = await many(
    db,
    storedNote,
    sql`
      select n.id as note_id, n.body, n.readers, author.fullname as written_by, n.created_at as written_at,
        changed.by as changed_by, changed.at as changed_at, ${isChangeable(person)} as may_change
      from (select n.* ${readable} order by n.id desc ${limitTo(window)}) n
      left join people author on author.id = n.created_by
      left join lateral (
        select e.at, by.fullname as by
        from audit_entries e
        left join people by on by.id = e.person_id
        where e.table_name = 'notes'
          and e.row_id = n.id::text
          and e.action = 'update'
          and e.before ? 'body'
        order by e.at desc, e.id desc
        limit 1
      ) changed on true
      order by n.id desc
    `,
  );
  const data = notes.map(({ changed_by, changed_at, may_change, ...note }) => ({
    ...note,
    version: versionOf(note),
    changed: changed_at === null ? null : { by: changed_by, at: changed_at },
    can: { change: may_change },
  }));
  return { data, total_count: count };
}

const foundNote = row({
  note_id: int,
  person_id: int,
  body: text,
  readers: oneOf(noteReaders),
  may_change: bool,
});

/** Locks a note. Throws `not_found` when it is out of reach, and `not_allowed` when it is somebody else's. */
async function takeNote(db: Db, person: Person, noteId: number) {
  const note = await maybeOne(
    db,
    foundNote,
    sql`
      select n.id as note_id, n.person_id, n.body, n.readers, ${isChangeable(person)} as may_change
      from notes n
      join people p on p.id = n.person_id and ${isStudent}
      where n.id = ${noteId} and n.deleted_at is null and ${ownNotes(person)}
      for no key update of n
    `,
  );
  if (note === null) throw fail('not_found');
  if (!note.may_change) throw fail('not_allowed');
  return note;
}

interface GivenNote {
  readonly user_id: number;
  readonly note_id?: number | undefined;
  readonly body: string;
  readonly readers: NoteReaders;
  readonly version?: string | undefined;
}

/** Adds a note, or changes one; returns its id. Throws `conflict` when somebody else saved since `version`. */
export async function saveNote({ db, person }: Ctx, given: GivenNote): Promise<number> {
  const { user_id: studentId, note_id: noteId, body, readers, version } = given;
  // A teacher could not read it themselves.
  if (person.role === 'teacher' && readers === 'office') throw fail('not_allowed');
  const isTheirs = await exists(
    db,
    sql`
      select p.id
      from people p
      where p.id = ${studentId} and ${isStudent} and ${ownStudents(person)}
      for no key update of p
    `,
  );
  if (!isTheirs) throw fail('not_found');
  if (noteId === undefined) {
    const { id } = await one(
      db,
      idRow,
      sql`
        insert into notes (person_id, body, readers, created_by)
        values (${studentId}, ${body}, ${readers}, ${person.id})
        returning id
      `,
    );
    return id;
  }
  const note = await takeNote(db, person, noteId);
  if (note.person_id !== studentId) throw fail('not_found');
  refuseOlder(version, versionOf(note));
  await run(
    db,
    sql`
      update notes
      set body = ${body}, readers = ${readers}, updated_at = now()
      where id = ${noteId} and (body, readers) is distinct from (${body}, ${readers})
    `,
  );
  return noteId;
}

export async function deleteNote({ db, person }: Ctx, noteId: number): Promise<void> {
  const { note_id } = await takeNote(db, person, noteId);
  await run(db, sql`update notes set deleted_at = now() where id = ${note_id}`);
}
