import type { MessageAudience } from '@gurukul/contract/messages';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { comes } from '#server/db/comes.ts';
import { idRow } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownStudents, ownTeachers, scope } from '#server/http/identity/scope.ts';
import { concernedBy, theseStudents } from '../events/audience.ts';
import { selectedKeys } from '../selection/plan.ts';

/** Whom a message is for, as far as its author reaches them now. */
export interface Audience {
  /** A query for the ids of students, or of teachers. */
  readonly students: Sql;
  /** Where all of it is of one course, class or event. */
  readonly courseId: number | null;
  readonly classId: number | null;
  readonly eventId: number | null;
}

const none = { courseId: null, classId: null, eventId: null } as const;

const presentIn = (column: 'course' | 'class', id: number): Sql => sql`
  select e.student_id
  from enrolments e
  where ${column === 'class' ? sql`e.class_id` : sql`e.course_id`} = ${id} and e.ended_on is null and ${comes}
`;

/** Those of these people whom the author reaches, of one kind. */
async function reachableOf(
  db: Db,
  author: Caller,
  kind: 'students' | 'teachers',
  ids: readonly number[],
): Promise<number[]> {
  const isMeant =
    kind === 'students'
      ? sql`${isStudent} and ${ownStudents(author)}`
      : sql`p.id in (select s.id from present_staff s where 'teacher' in (s.main_role, s.as_role)) and ${ownTeachers(author)}`;
  const found = await many(
    db,
    idRow,
    sql`
      select p.id
      from people p
      where p.id = any(${[...ids]}::bigint[]) and p.deleted_at is null and ${isMeant}
    `,
  );
  return found.map(({ id }) => id);
}

/**
 * Reads whom the author means. Throws not_found for what is out of their reach, and not_allowed where a teacher means
 * more than a class of theirs. With `isLate` the message is being sent: named people who are out of reach by now are
 * left out.
 */
export async function readAudience(
  db: Db,
  author: Caller,
  { class_id, course_id, event_id, user_ids, teacher_ids, filter }: MessageAudience,
  { isLate = false } = {},
): Promise<Audience> {
  if (class_id !== undefined) {
    const found = await scope(db, author).class(null, class_id);
    return { ...none, students: presentIn('class', found.id), courseId: found.course_id, classId: found.id };
  }
  const named = async (kind: 'students' | 'teachers', ids: readonly number[]) => {
    const wanted = [...new Set(ids)];
    const reached = await reachableOf(db, author, kind, wanted);
    if (!isLate && reached.length < wanted.length) throw fail('not_found');
    return { ...none, students: theseStudents(reached) };
  };
  if (user_ids !== undefined) return named('students', user_ids);
  if (author.role === 'teacher') throw fail('not_allowed');
  if (teacher_ids !== undefined) return named('teachers', teacher_ids);
  if (course_id !== undefined) {
    const found = await scope(db, author).course(course_id);
    return { ...none, students: presentIn('course', found.id), courseId: found.id };
  }
  if (event_id !== undefined) {
    const found = await scope(db, author).event(event_id);
    return {
      ...none,
      students: concernedBy({ event_id: found.id }),
      courseId: found.course_id,
      eventId: found.id,
    };
  }
  if (filter === undefined) throw fail('bad_input');
  const { keys } = await selectedKeys(db, author, filter);
  return { ...none, students: theseStudents([...new Set(keys.map(({ student_id }) => student_id))]) };
}
