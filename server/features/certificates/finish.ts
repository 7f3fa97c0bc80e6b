import type {
  FinishFilter,
  FinishedStatus,
  FinishPreview,
  FinishRow,
  FinishRule,
} from '@gurukul/contract/certificates';
import { finishedStatuses, finishFilters, isFinished } from '@gurukul/contract/certificates';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bool, int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { hasCertificate, isReady, listStudies, progressOf } from '#server/db/progress.ts';
import type { Study } from '#server/db/progress.ts';
import { one, run } from '#server/db/rows.ts';
import { firstNames } from '#server/first-names.ts';
import { digestOf } from '#server/http/requests/checked.ts';
import { ownClasses, ownCourses } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';

/** Condition of `listStudies`: within the caller's reach. A student without a class is the office's. */
const reached = (person: Caller): Sql =>
  sql`(${person.role === 'teacher' ? ownClasses(person) : ownCourses(person)})`;

/** Certificates are the office's: nothing of a teacher's answers follows from one. */
const seesCertificates = ({ role }: Caller) => role !== 'teacher';

/** Now in the course, or gone with a certificate. */
const isThere = (person: Caller): Sql => sql`
  p.deleted_at is null and (e.ended_on is null or ${seesCertificates(person)} and ${hasCertificate})`;

export const listFinish = (db: Db, person: Caller, courseId: number): Promise<Study[]> =>
  listStudies(db, sql`e.course_id = ${courseId} and ${isThere(person)} and ${reached(person)}`);

/** Of a student: present enrolments, and those with which they have finished. */
export const listOfStudent = (db: Db, person: Caller, studentId: number): Promise<Study[]> =>
  listStudies(
    db,
    sql`
      e.student_id = ${studentId} and ${reached(person)} and (c.deleted_at is null or ${person.role === 'admin'})
      and (e.ended_on is null or e.registration_status = any(${[...finishedStatuses]}::text[])
        or ${seesCertificates(person)} and ${hasCertificate})
    `,
  );

export const certificateOf = (
  person: Caller,
  { certificate_id, certificate_number, certificate_name }: Study,
) =>
  certificate_id === null || !seesCertificates(person)
    ? null
    : { certificate_id, number: certificate_number ?? '', name: certificate_name ?? '' };

export const finishRowOf = (person: Caller, study: Study): FinishRow => ({
  ...progressOf(study),
  student_id: study.student_id,
  fullname: study.fullname,
  class_name: study.class_name,
  has_left: study.ended_on !== null,
  certificate: certificateOf(person, study),
});

const filters: Readonly<Record<FinishFilter, (found: FinishRow) => boolean>> = {
  all: () => true,
  ready: isReady,
  lacking: ({ fulfils, registration_status: status }) => fulfils === false && status === 'Registered',
  finished: ({ registration_status: status }) => isFinished(status),
  by_hand: ({ is_by_hand }) => is_by_hand,
  no_longer: ({ is_no_longer }) => is_no_longer,
};

export const shownBy = (show: FinishFilter, rows: readonly FinishRow[]) => rows.filter(filters[show]);

export function countsOf(rows: readonly FinishRow[]): Record<FinishFilter, number> {
  const counts = finishFilters.map((show) => [show, shownBy(show, rows).length] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the keys
  return Object.fromEntries(counts) as Record<FinishFilter, number>;
}

const ruleRow = row({
  attendance: int.nullable(),
  homework: int.nullable(),
  required: bool,
  asked: int,
  portions: int,
});

/** The rule of a course, and what there is to ask for. */
export async function readRule(db: Db, courseId: number) {
  const { attendance, homework, required, asked, portions } = await one(
    db,
    ruleRow,
    sql`
      select c.finish_attendance as attendance, c.finish_homework as homework, c.finish_portions as required,
        (select count(*)::integer from topics s where s.course_id = c.id and s.homework) as asked,
        (
          select count(*)::integer from test_portions o where o.course_id = c.id and o.deleted_at is null
        ) as portions
      from courses c
      where c.id = ${courseId}
    `,
  );
  return { rule: { attendance, homework, portions: required }, asked, portions };
}

export const saveRule = (tx: Db, courseId: number, { attendance, homework, portions }: FinishRule) =>
  run(
    tx,
    sql`
      update courses
      set finish_attendance = ${attendance}, finish_homework = ${homework}, finish_portions = ${portions},
        updated_at = now()
      where id = ${courseId}
    `,
  );

/** Locks the course and the enrolments in it. */
export async function lockFinish(tx: Db, courseId: number): Promise<void> {
  await run(tx, sql`select from courses c where c.id = ${courseId} for no key update`);
  await run(
    tx,
    sql`select from enrolments e where e.course_id = ${courseId} and e.ended_on is null order by e.id for no key update`,
  );
}

export interface FinishPlan {
  readonly shown: FinishPreview;
  readonly changing: readonly Study[];
}

/** Who would change, and who stays as they are; of the chosen, or of all who are ready. */
export async function planFinish(
  db: Db,
  person: Caller,
  courseId: number,
  { students, status }: { readonly students: readonly number[] | null; readonly status: FinishedStatus },
): Promise<FinishPlan> {
  const all = (await listFinish(db, person, courseId)).filter(({ ended_on }) => ended_on === null);
  const wanted = new Set(students);
  const chosen = all.filter((one) =>
    students === null ? isReady(progressOf(one)) : wanted.has(one.student_id),
  );
  const gone = students === null ? 0 : wanted.size - chosen.length;
  const [changing, same] = [
    chosen.filter((one) => one.registration_status !== status),
    chosen.filter((one) => one.registration_status === status),
  ];
  const lacking = changing.filter((one) => progressOf(one).fulfils !== true);
  const stays = [
    { reason: 'same' as const, ...firstNames(same.map(({ fullname }) => fullname)) },
    { reason: 'gone' as const, count: gone, names: [] },
  ].filter(({ count }) => count > 0);
  const facts = chosen.map((one) => [one.enrolment_id, one.registration_status, progressOf(one).lacks]);
  return {
    changing,
    shown: {
      selected: chosen.length + gone,
      changes: changing.length,
      stays,
      lacking: firstNames(lacking.map(({ fullname }) => fullname)),
      digest: await digestOf([status, gone, chosen[0]?.rule ?? null, ...facts]),
    },
  };
}

/** Sets the status. Only of those who fulfil the rule does the page say that they have finished by it. */
export async function carryOutFinish(
  tx: Db,
  changing: readonly Study[],
  { status, day }: { readonly status: FinishedStatus; readonly day: string },
): Promise<void> {
  const [byRule, others] = [true, false].map((isByRule) =>
    changing.filter((one) => (progressOf(one).fulfils === true) === isByRule),
  );
  const ids = (studies: readonly Study[] = []) => studies.map((one) => one.enrolment_id);
  await run(
    tx,
    sql`
      update enrolments e
      set registration_status = ${status}, finished_as = ${status}, finished_on = ${day}::date,
        finished_rule = ${JSON.stringify(byRule?.[0]?.rule ?? null)}::jsonb
      where e.id = any(${ids(byRule)}::bigint[])
    `,
  );
  await run(
    tx,
    sql`update enrolments e set registration_status = ${status} where e.id = any(${ids(others)}::bigint[])`,
  );
}
