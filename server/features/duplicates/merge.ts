import type { duplicates, MergeField, MergeSide } from '@gurukul/contract/duplicates';
import { mergeFields } from '@gurukul/contract/duplicates';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import sql, { join, raw } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import { endAccess } from '../accounts/set-password.ts';
import { revokeInvitesBy } from '../people/delete-person.ts';
import { endEnrolments } from '../students/changes.ts';
import { moved } from './moves.ts';
import { columnsOf } from './people.ts';
import { isOfTwoLives } from './plan-merge.ts';
import type { MergePlan, Two } from './plan-merge.ts';

type Answers = Pick<CallInput<typeof duplicates.merge_people>, 'fields' | 'marks' | 'courses'>;

/**
 * Locks the courses of both by id, then both people: the order in which all code locks them. A roll or a payment of
 * either waits until the merge is done.
 */
export async function lockBoth(tx: Db, { keepId, mergeId }: Two): Promise<void> {
  const both = [keepId, mergeId];
  await run(
    tx,
    sql`
      select from courses c
      where c.courseadmin_id = any(${both}::bigint[])
        or c.id in (select e.course_id from enrolments e where e.student_id = any(${both}::bigint[]))
        or c.id in (select t.course_id from course_teachers t where t.teacher_id = any(${both}::bigint[]))
      order by c.id
      for no key update
    `,
  );
  await run(tx, sql`select from people p where p.id = any(${both}::bigint[]) order by p.id for update`);
}

/** Merges as planned. Every clash must have its answer. */
export async function mergePeople(tx: Db, two: Two, plan: MergePlan, answers: Answers): Promise<void> {
  await endOtherEnrolments(tx, plan, answers);
  await removeOtherMarks(tx, plan, answers);
  await removeRepeats(tx, two);
  await copyAssociations(tx, two);
  const { keepId, mergeId } = two;
  for (const { table, column } of moved) {
    const name = raw(column);
    await run(tx, sql`update ${raw(table)} set ${name} = ${keepId} where ${name} = ${mergeId}`);
  }
  await run(tx, sql`delete from course_teachers where teacher_id = ${mergeId}`);
  await copyJudged(tx, two);
  await endAccess(tx, mergeId);
  await revokeInvitesBy(tx, mergeId);
  await run(
    tx,
    sql`update people set deleted_at = now(), merged_into = ${keepId}, updated_at = now() where id = ${mergeId}`,
  );
  await joinFields(tx, two, plan, answers);
}

/** Both are in one course: the enrolment that was not chosen ends, and stays in the past. */
async function endOtherEnrolments(tx: Db, plan: MergePlan, answers: Answers): Promise<void> {
  const others = plan.courses.map(({ course_id: course, keep_enrolment: keep, merge_enrolment: merge }) => {
    const answer = answers.courses?.find(({ course_id: id }) => Number(id) === course);
    if (answer === undefined) throw fail('merge_unanswered');
    return answer.use === 'keep' ? merge : keep;
  });
  await joinEnrolmentAnswers(tx, plan, others);
  await endEnrolments(tx, others);
}

/** Of two enrolments in one course: what the one that stays does not answer, the other one does. */
const joinEnrolmentAnswers = (tx: Db, { courses }: MergePlan, others: readonly number[]) =>
  run(
    tx,
    sql`
      update enrolments k set answers = m.answers || k.answers
      from unnest(
        ${courses.map(({ keep_enrolment }) => keep_enrolment)}::bigint[],
        ${courses.map(({ merge_enrolment }) => merge_enrolment)}::bigint[]
      ) as pair (one, other)
      join enrolments m on m.id in (pair.one, pair.other) and m.id = any(${[...others]}::bigint[])
      where k.id in (pair.one, pair.other) and k.id <> m.id and not k.answers @> m.answers
    `,
  );

/** One mark in a roll: the one that was not chosen goes. */
async function removeOtherMarks(tx: Db, { marks }: MergePlan, answers: Answers): Promise<void> {
  const others = marks.map((clash) => {
    if (clash.keep === clash.merge) return clash.merge_mark;
    const answer = answers.marks?.find(
      ({ class_id: group, attendance_date: day, attendance_id: register }) =>
        Number(group) === clash.class_id &&
        day === clash.attendance_date &&
        (register === null || register === clash.register_id),
    );
    if (answer === undefined) throw fail('merge_unanswered');
    return answer.use === 'keep' ? clash.merge_mark : clash.keep_mark;
  });
  await run(tx, sql`delete from attendance where id = any(${others}::bigint[])`);
}

/** What the survivor has already, and links between the two. */
async function removeRepeats(tx: Db, { keepId, mergeId }: Two): Promise<void> {
  await run(
    tx,
    sql`
      update event_registrations m set removed_at = now()
      where m.student_id = ${mergeId} and m.removed_at is null
        and exists (
          select from event_registrations k
          where k.student_id = ${keepId} and k.event_id = m.event_id and k.removed_at is null
        )
    `,
  );
  await run(
    tx,
    sql`
      delete from contacts m
      where m.person_id = ${mergeId}
        and exists (
          select from contacts k
          where k.person_id = ${keepId} and k.kind = m.kind and lower(k.value) = lower(m.value)
        )
    `,
  );
  await run(
    tx,
    sql`
      delete from display_names m
      where m.student_id = ${mergeId}
        and exists (
          select from display_names k where k.student_id = ${keepId} and lower(k.name) = lower(m.name)
        )
    `,
  );
  await run(
    tx,
    sql`
      update volunteers k set for_children = true
      from volunteers m
      where k.person_id = ${keepId} and m.person_id = ${mergeId} and m.for_children and not k.for_children
    `,
  );
  await run(
    tx,
    sql`
      delete from volunteers m
      where m.person_id = ${mergeId} and exists (select from volunteers k where k.person_id = ${keepId})
    `,
  );
  await run(
    tx,
    sql`
      update answers m set withdrawn_at = now()
      where m.student_id = ${mergeId} and m.kind = 'cannot_come' and m.withdrawn_at is null
        and exists (
          select from answers k
          where k.student_id = ${keepId} and k.kind = 'cannot_come' and k.withdrawn_at is null
            and (k.slot_id, k.on_date, k.is_extra) = (m.slot_id, m.on_date, m.is_extra)
        )
    `,
  );
  await run(
    tx,
    sql`
      delete from corrections m
      where m.person_id = ${mergeId} and m.decided_at is null
        and exists (
          select from corrections k where k.person_id = ${keepId} and k.field = m.field and k.decided_at is null
        )
    `,
  );
  await run(
    tx,
    sql`
      delete from wishes m
      where m.person_id = ${mergeId}
        and exists (
          select from wishes k where k.person_id = ${keepId} and k.course_id is not distinct from m.course_id
        )
    `,
  );
  const both = sql`(${keepId}, ${mergeId})`;
  // Booked twice by one person, and a test of one by the other: nobody examines themselves.
  await run(
    tx,
    sql`
      update tests m set canceled_at = now()
      where m.canceled_at is null and (
        (m.student_id in ${both} and m.examiner_id in ${both})
        or (m.student_id = ${mergeId} and m.result is null and exists (
          select from tests k
          where k.student_id = ${keepId} and k.result is null and k.canceled_at is null
            and (k.portion_id = m.portion_id or k.starts_at < m.ends_at and k.ends_at > m.starts_at)
        ))
      )
    `,
  );
  await run(
    tx,
    sql`
      delete from test_hours m
      using test_hours k
      where m.examiner_id = ${mergeId} and k.examiner_id = ${keepId}
        and k.starts_at < m.ends_at and k.ends_at > m.starts_at
    `,
  );
  // Nobody is asked twice, or to cover their own meeting.
  await run(
    tx,
    sql`
      delete from cover_offers m
      using cover_requests r
      where r.id = m.request_id
        and m.teacher_id in ${both}
        and (r.teacher_id in ${both} or (m.teacher_id = ${mergeId} and exists (
          select from cover_offers k where k.request_id = m.request_id and k.teacher_id = ${keepId}
        )))
    `,
  );
  await run(
    tx,
    sql`
      delete from guardians m
      where (m.student_id in ${both} and m.guardian_id in ${both})
        or (m.student_id = ${mergeId} and exists (
          select from guardians k where k.student_id = ${keepId} and k.guardian_id = m.guardian_id
        ))
        or (m.guardian_id = ${mergeId} and exists (
          select from guardians k where k.guardian_id = ${keepId} and k.student_id = m.student_id
        ))
    `,
  );
}

/** The survivor is associated with all courses of both, and can take as many students as either. */
const copyAssociations = (tx: Db, { keepId, mergeId }: Two) =>
  run(
    tx,
    sql`
      insert into course_teachers as k (course_id, teacher_id, associated, strength, associated_by, associated_at)
      select course_id, ${keepId}, associated, strength, associated_by, associated_at
      from course_teachers
      where teacher_id = ${mergeId}
      order by course_id
      on conflict (course_id, teacher_id) do update
      set associated = k.associated or excluded.associated, strength = greatest(k.strength, excluded.strength)
    `,
  );

/** Somebody who is different from the merged person is different from the survivor. The search finds the other pairs. */
const copyJudged = (tx: Db, { keepId, mergeId }: Two) =>
  run(
    tx,
    sql`
      insert into duplicate_pairs as d (one_id, other_id, reasons, found_at, different_since)
      select least(${keepId}::bigint, third.id), greatest(${keepId}::bigint, third.id), p.reasons, p.found_at,
        p.different_since
      from duplicate_pairs p
      cross join lateral (select case p.one_id when ${mergeId} then p.other_id else p.one_id end as id) third
      where ${mergeId} in (p.one_id, p.other_id) and p.different_since is not null and third.id <> ${keepId}
      on conflict (one_id, other_id) do update
      set different_since = coalesce(d.different_since, excluded.different_since)
    `,
  );

/** The side of each field: as chosen, and else the survivor's unless it is empty. A colleague goes on signing in as before. */
const sideOf = ({ keep, merge }: MergePlan, { fields }: Answers, field: MergeField): MergeSide =>
  field === 'email_id' && isOfTwoLives(keep, merge)
    ? 'keep'
    : (fields?.[field] ?? (keep.fields[field] === '' && merge.fields[field] !== '' ? 'merge' : 'keep'));

/** Also of two colleagues of whom one studies. */
const studiesToo = sql`also_studies = k.also_studies or m.also_studies or k.main_role <> 'student' and m.main_role = 'student'`;

/** Everything that was known about either stays: the name, the address and the number that were not chosen, too. */
async function joinFields(
  tx: Db,
  { keepId, mergeId }: Two,
  plan: MergePlan,
  answers: Answers,
): Promise<void> {
  const taken = mergeFields.filter((field) => sideOf(plan, answers, field) === 'merge');
  const { keep, merge } = plan;
  const name = taken.includes('name') ? merge.fullname : keep.fullname;
  const otherNames = [
    ...new Set([...keep.other_names, keep.fullname, merge.fullname, ...merge.other_names]),
  ].filter((other) => other !== name);
  const columns = taken
    .flatMap((field) => columnsOf[field])
    .map((column) => sql`${raw(column)} = m.${raw(column)}`);
  for (const [kind, field] of [
    ['email', 'email_id'],
    ['phone', 'phone_number'],
  ] as const) {
    const [first, other] = taken.includes(field)
      ? [merge.fields[field], keep.fields[field]]
      : [keep.fields[field], merge.fields[field]];
    await run(
      tx,
      sql`delete from contacts where person_id = ${keepId} and kind = ${kind} and lower(value) = lower(${first})`,
    );
    if (other === '' || other.toLowerCase() === first.toLowerCase()) continue;
    await run(
      tx,
      sql`
        insert into contacts (person_id, kind, value)
        values (${keepId}, ${kind}, ${other})
        on conflict (person_id, kind, lower(value)) do nothing
      `,
    );
  }
  await run(
    tx,
    sql`
      update people k
      set ${join([...columns, sql`other_names = ${otherNames}::text[]`, studiesToo, sql`answers = m.answers || k.answers`, sql`updated_at = now()`])}
      from people m
      where k.id = ${keepId} and m.id = ${mergeId}
    `,
  );
}
