import type { SelectionChange } from '@gurukul/contract/selection';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { holdEventsToJoin, register, whyNotJoin } from '../events/register.ts';
import { cancelChargesToCome } from '../ledger/leave.ts';
import { choosePaymentStatus } from '../ledger/status.ts';
import { endEnrolments, endStudies, moveEnrolments } from '../students/changes.ts';
import type { StudentKey } from '../students/listing.ts';
import type { SelectedRow } from './plan.ts';

/** Locks the courses by id, then the students by id: the order in which all code locks them. */
export async function lockSelected(
  tx: Db,
  keys: readonly StudentKey[],
  change: SelectionChange,
): Promise<void> {
  const target = change.kind === 'move' ? change.course_id : null;
  await run(
    tx,
    sql`
      select c.id from courses c
      where c.id = ${target} or c.id in (
        select e.course_id from enrolments e
        where e.id = any(${keys.flatMap(({ enrolment_id: enrolment }) => enrolment ?? [])}::bigint[])
      )
      order by c.id
      for no key update
    `,
  );
  await run(
    tx,
    sql`
      select p.id from people p
      where p.id = any(${keys.map(({ student_id: student }) => student)}::bigint[])
      order by p.id
      for no key update
    `,
  );
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

const enrolmentsOf = (rows: readonly SelectedRow[]) =>
  rows.flatMap(({ enrolment_id: enrolment }) => enrolment ?? []);
const studentsOf = (rows: readonly SelectedRow[]) => rows.map(({ student_id: student }) => student);

/** Ends the enrolments and starts new ones on the same day, with the same statuses, as a move of one student does. */
async function moveAll(
  tx: Db,
  rows: readonly SelectedRow[],
  { course_id: course, class_id: group }: SelectionChange & { kind: 'move' },
): Promise<void> {
  const leaving = rows.filter(({ course_id: left }) => left !== course);
  await cancelChargesToCome(tx, enrolmentsOf(leaving));
  await moveEnrolments(
    tx,
    enrolmentsOf(rows).map((enrolmentId) => ({ enrolmentId, courseId: course, classId: group })),
  );
  await run(
    tx,
    sql`
      insert into enrolments (student_id, course_id, class_id, started_on)
      select student_id, ${course}, ${group}, ${today}
      from unnest(${studentsOf(rows.filter(({ enrolment_id: enrolment }) => enrolment === null))}::bigint[]) as student_id
    `,
  );
}

async function registerAll({ db, mail, person }: Ctx, eventId: number, students: readonly number[]) {
  const [event] = await holdEventsToJoin(db, [eventId]);
  if (event === undefined) throw fail('not_found');
  if (whyNotJoin(event, { by: 'staff' }) !== null) throw fail('event_canceled');
  await register(
    db,
    mail,
    students.map((studentId) => ({ event, studentId })),
    person.id,
  );
}

/** Changes the rows of a plan, with a few statements for all of them. */
export async function carryOut(
  ctx: Ctx,
  change: SelectionChange,
  rows: readonly SelectedRow[],
): Promise<void> {
  const { db: tx } = ctx;
  const [enrolments, students] = [enrolmentsOf(rows), studentsOf(rows)];
  switch (change.kind) {
    case 'payment_status':
      await choosePaymentStatus(tx, ctx.person.id, enrolments, change.payment_status);
      return;
    case 'registration_status':
      await run(
        tx,
        sql`
          update enrolments set registration_status = ${change.registration_status}
          where id = any(${enrolments}::bigint[])
        `,
      );
      return;
    case 'region':
      await run(
        tx,
        sql`update people set region = ${change.region}, updated_at = now() where id = any(${students}::bigint[])`,
      );
      return;
    case 'language':
      await run(
        tx,
        sql`update people set language = ${change.language}, updated_at = now() where id = any(${students}::bigint[])`,
      );
      return;
    case 'move':
      await moveAll(tx, rows, change);
      return;
    case 'unassociate':
      await cancelChargesToCome(tx, enrolments);
      await endEnrolments(tx, enrolments);
      return;
    case 'register':
      await registerAll(ctx, change.event_id, students);
      return;
    case 'delete':
      await endStudies(tx, students);
  }
}
