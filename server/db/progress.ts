import type { FinishPart, FinishRule, Progress } from '@gurukul/contract/certificates';
import { finishedStatuses, finishParts, isFinished } from '@gurukul/contract/certificates';
import { registrationStatuses } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bool, date, int, object, oneOf, row, text } from './columns.ts';
import type { RowOf } from './columns.ts';
import { dueOn, wasAsked } from './homework.ts';
import type { Db } from './pool.ts';
import { many } from './rows.ts';
import { isPassed } from './tests.ts';

/* How students do in their courses, and who has finished. */

const ruleOf = object({ attendance: int.nullable(), homework: int.nullable(), portions: bool });

const studyRow = row({
  enrolment_id: int,
  student_id: int,
  fullname: text,
  course_id: int,
  course_name: text,
  class_name: text.nullable(),
  registration_status: oneOf(registrationStatuses),
  started_on: date,
  ended_on: date.nullable(),
  present: int,
  recorded: int,
  accepted: int,
  asked: int,
  tested: int,
  portions: int,
  rule: ruleOf,
  finished_as: oneOf(finishedStatuses).nullable(),
  finished_on: date.nullable(),
  finished_rule: ruleOf.nullable(),
  certificate_id: int.nullable(),
  /** `C/2025-26/17`. */
  certificate_number: text.nullable(),
  certificate_name: text.nullable(),
});
export type Study = RowOf<typeof studyRow>;

/** Condition on `certificates t`: neither replaced nor revoked. */
export const isValidCertificate = sql`(t.replaced_at is null and t.revoked_at is null)`;

/** Condition on an enrolment `e`: its student has a valid certificate of the course. */
export const hasCertificate = sql`exists (
  select from certificates t
  where t.student_id = e.student_id and t.course_id = e.course_id and ${isValidCertificate}
)`;

/**
 * The latest enrolment of each student in each course that a condition on `enrolments e`, `people p`, `courses c` and
 * `classes k` (left join) chooses, with what they have done in all classes of the course. A move to another class or to
 * another course and back keeps what the page Finish has said.
 */
export const listStudies = (db: Db, which: Sql): Promise<Study[]> =>
  many(
    db,
    studyRow,
    sql`
      with chosen as (
        select distinct on (e.student_id, e.course_id) e.id, e.student_id, p.fullname, e.course_id, c.course_name,
          k.class_name, e.registration_status, e.started_on, e.ended_on, c.finish_attendance, c.finish_homework,
          c.finish_portions
        from enrolments e
        join people p on p.id = e.student_id
        join courses c on c.id = e.course_id
        left join classes k on k.id = e.class_id and k.deleted_at is null
        where ${which}
        order by e.student_id, e.course_id, e.ended_on desc nulls first, e.id desc
      )
      select h.id as enrolment_id, h.student_id, h.fullname, h.course_id, h.course_name, h.class_name,
        h.registration_status, h.started_on, h.ended_on, m.present, m.recorded, w.accepted, o.asked, o.tested,
        o.portions,
        json_build_object('attendance', h.finish_attendance, 'homework', h.finish_homework,
          'portions', h.finish_portions) as rule,
        f.finished_as, f.finished_on, f.finished_rule, t.id as certificate_id,
        'C/' || t.year || '/' || t.number as certificate_number, t.name as certificate_name
      from chosen h
      cross join lateral (
        select (count(*) filter (where a.status = 'present'))::integer as present, count(*)::integer as recorded
        from attendance a
        where a.student_id = h.student_id and a.course_id = h.course_id
      ) m
      cross join lateral (
        select count(distinct coalesce(x.topic_id::text, lower(x.week_name)))::integer as accepted
        from homework x
        where x.student_id = h.student_id and x.course_id = h.course_id and x.status = 'accepted'
      ) w
      cross join lateral (
        select
          (
            select count(*)::integer
            from topics t
            join courses c on c.id = t.course_id
            cross join lateral (select h.student_id, h.course_id) e
            where t.course_id = h.course_id and t.homework and ${dueOn} - 6 <= current_date + 1 and ${wasAsked}
          ) as asked,
          count(*)::integer as portions,
          (count(*) filter (where exists (
            select from tests x where x.portion_id = o.id and x.student_id = h.student_id and ${isPassed}
          )))::integer as tested
        from test_portions o
        where o.course_id = h.course_id and o.deleted_at is null
      ) o
      left join lateral (
        select e.finished_as, e.finished_on, e.finished_rule
        from enrolments e
        where e.student_id = h.student_id and e.course_id = h.course_id and e.finished_as is not null
        order by e.finished_on desc, e.id desc
        limit 1
      ) f on true
      left join lateral (
        select t.id, t.year, t.number, t.name
        from certificates t
        where t.student_id = h.student_id and t.course_id = h.course_id and ${isValidCertificate}
        order by t.id desc
        limit 1
      ) t on true
      order by lower(h.fullname), h.student_id, h.course_name, h.course_id
    `,
  );

type Done = Pick<Study, 'present' | 'recorded' | 'accepted' | 'tested' | 'portions'>;

/**
 * What a rule asks for and a student has not. Nobody without marks fulfils a rule about attendance, and nobody one about
 * portions in a course that names none.
 */
export function lacksOf(done: Done, rule: FinishRule): FinishPart[] {
  const { present, recorded, accepted, tested, portions } = done;
  const isLacking: Readonly<Record<FinishPart, boolean>> = {
    attendance: rule.attendance !== null && (recorded === 0 || present * 100 < rule.attendance * recorded),
    homework: rule.homework !== null && accepted < rule.homework,
    portions: rule.portions && (portions === 0 || tested < portions),
  };
  return finishParts.filter((part) => isLacking[part]);
}

export const hasRule = ({ attendance, homework, portions }: FinishRule): boolean =>
  attendance !== null || homework !== null || portions;

/**
 * How a student stands against the rule of the course. Who finished by the page is judged by the rule of that day: a rule
 * that changed since accuses nobody.
 */
export function progressOf(study: Study): Progress {
  const { present, recorded, accepted, asked, tested, portions, rule, registration_status: status } = study;
  const byPage = study.finished_as === status;
  const lacks = lacksOf(study, rule);
  return {
    present,
    recorded,
    percent: recorded === 0 ? null : Math.floor((present * 100) / recorded),
    accepted,
    asked,
    tested,
    portions,
    rule,
    lacks,
    fulfils: hasRule(rule) ? lacks.length === 0 : null,
    registration_status: status,
    is_by_hand: isFinished(status) && !byPage,
    finished_on: byPage ? study.finished_on : null,
    is_no_longer: byPage && study.finished_rule !== null && lacksOf(study, study.finished_rule).length > 0,
  };
}

/** Fulfils the rule, and nobody has decided about them yet. */
export const isReady = ({ fulfils, registration_status: status }: Progress): boolean =>
  fulfils === true && status === 'Registered';
