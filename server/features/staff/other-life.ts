import type { OtherLife } from '@gurukul/contract/shared/other-life';
import { roles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bool, oneOf, row } from '#server/db/columns.ts';
import { plannedEitherWay } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownStudents, ownTeachers } from '#server/http/identity/scope.ts';

const lifeRow = row({ role: oneOf(roles), open: bool });

async function lifeOf(db: Db, id: number, role: Sql, mayOpen: Sql, has: Sql): Promise<OtherLife> {
  const life = await maybeOne(
    db,
    lifeRow,
    plannedEitherWay(
      sql`select ${role} as role, ${mayOpen} as open from people p where p.id = ${id} and ${has}`,
    ),
  );
  return life === null ? null : { role: life.role, can: { open: life.open } };
}

/** What the student does as a colleague. */
export const workOf = (db: Db, person: Person, id: number): Promise<OtherLife> =>
  lifeOf(
    db,
    id,
    sql`p.main_role`,
    sql`${person.role === 'admin'} or 'teacher' in (p.main_role, coalesce(p.as_role, '')) and ${ownTeachers(person)}`,
    sql`p.also_studies and ${isStudent}`,
  );

/** That the colleague studies. */
export const studyOf = (db: Db, person: Person, id: number): Promise<OtherLife> =>
  lifeOf(db, id, sql`'student'`, ownStudents(person), sql`p.also_studies and ${isStudent}`);
