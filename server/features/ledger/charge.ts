import { mostCharged, unchargedReasons } from '@gurukul/contract/ledger';
import type { ChargePlan } from '@gurukul/contract/ledger';
import { sumOf } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import { isCharged } from '#server/db/due-money.ts';
import { inBatches } from '#server/db/batches.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many, run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import { isStudent } from '#server/db/student.ts';
import { firstNames } from '#server/first-names.ts';
import { checked, digestOf } from '#server/http/requests/checked.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { shown } from './amounts.ts';
import { officeToday } from '#server/time/office-clock.ts';
import { lockLedgers } from './reach.ts';
import { reasonOf } from './status.ts';
import { candidateRow, inOwnDecimals, verdictOn } from './verdict.ts';
import type { Candidate, Charging, Part } from './verdict.ts';

/** The students whom a charging names, by id. Students who never were in the course are not among them. */
function listCandidates(db: Db, courseId: number, { class_id, user_ids, currency }: Charging) {
  const named = user_ids ?? null;
  return many(
    db,
    candidateRow,
    sql`
      select p.id as student_id, p.fullname, e.id as enrolment_id, e.payment_status,
        ${isCharged(sql`p.id`, sql`${courseId}`)} as is_charged,
        price.currency_code as currency, price.price_value as price, (
          select r.price_value from course_prices r
          where r.course_id = ${courseId} and r.currency_code = ${currency ?? null}
          order by r.position, r.id
          limit 1
        ) as asked_price
      from people p
      left join enrolments e on e.student_id = p.id and e.course_id = ${courseId} and e.ended_on is null
      left join lateral (
        select r.currency_code, r.price_value
        from course_prices r
        where r.course_id = ${courseId} and r.country_name in (p.region, p.country)
        order by r.country_name = p.region desc
        limit 1
      ) price on true
      where ${isStudent}
        and ${
          named === null
            ? sql`e.id is not null`
            : sql`p.id = any(${named}::bigint[]) and exists (
                select from enrolments o where o.student_id = p.id and o.course_id = ${courseId}
              )`
        }
        and ${class_id === null ? sql`true` : sql`(e.id is null or e.class_id = ${class_id})`}
      order by p.id
    `,
  );
}

const some = (candidates: readonly Candidate[]) => firstNames(candidates.map(({ fullname }) => fullname));

interface Charged {
  readonly candidate: Candidate;
  readonly currency: string;
  readonly parts: readonly Part[];
}

const isExempted = ({ candidate }: Charged) => reasonOf(candidate.payment_status) !== null;

async function planCharges(db: Db, courseId: number, charging: Charging) {
  const candidates = await listCandidates(db, courseId, charging);
  if (candidates.length < new Set(charging.user_ids).size) throw fail('not_found');
  if (candidates.length > mostCharged) throw fail('too_large');
  const judged = candidates.map((candidate) => ({ candidate, verdict: verdictOn(candidate, charging) }));
  const charged = judged.flatMap(({ candidate, verdict }): Charged[] =>
    typeof verdict === 'string' ? [] : [{ candidate, ...verdict }],
  );
  const alike = Map.groupBy(charged, ({ currency, parts }) => JSON.stringify([currency, parts]));
  const groups = [...alike.values()].map((group) => {
    const { currency, parts } = group[0]!;
    return {
      ...some(group.map(({ candidate }) => candidate)),
      currency,
      total: sumOf(
        parts.map(({ amount }) => amount),
        currency,
      ),
      parts: parts.map((one) => ({ ...one, amount: shown(one.amount, currency) })),
    };
  });
  const stays = unchargedReasons.flatMap((reason) => {
    const staying = judged.filter(({ verdict }) => verdict === reason).map(({ candidate }) => candidate);
    return staying.length === 0 ? [] : [{ reason, ...some(staying) }];
  });
  const facts = judged.map(({ candidate, verdict }) => [
    candidate.student_id,
    verdict,
    reasonOf(candidate.payment_status),
  ]);
  const plan: ChargePlan = {
    students: candidates.length,
    charged: charged.length,
    groups: groups.toSorted((a, b) => b.count - a.count),
    stays,
    waived: some(charged.filter(isExempted).map(({ candidate }) => candidate)),
    digest: await digestOf([courseId, ...facts]),
  };
  return { plan, charged };
}

/** The course that a charging is about, in the caller's reach. */
async function courseOf(db: Db, person: Person, { course_id, class_id }: Charging): Promise<number> {
  if (class_id !== null) return (await scope(db, person).class(course_id, class_id)).course_id;
  return (await scope(db, person).course(course_id ?? 0)).id;
}

const hasPriceIn = (db: Db, courseId: number, currency: string) =>
  exists(
    db,
    sql`select from course_prices r where r.course_id = ${courseId} and r.currency_code = ${currency} limit 1`,
  );

/** Charges students of a course, as planned, or answers the plan. Nobody who has charges of the course gets others. */
export async function addCharges({ db, person }: Ctx, charging: Charging): Promise<ChargePlan> {
  const { currency, knowing, parts, preview, digest } = charging;
  const courseId = await courseOf(db, person, charging);
  if (currency !== undefined) {
    // Too many decimals are wrong whatever the price is.
    if ('length' in parts) inOwnDecimals(parts, currency);
    if (knowing !== true && !(await hasPriceIn(db, courseId, currency))) throw fail('currency_without_price');
  }
  if (preview === true) return (await planCharges(db, courseId, charging)).plan;
  return checked({
    turn: () => takeTurn(db, 'charges'),
    async plan() {
      await lockLedgers(db, person, [{ course_id: courseId }]);
      const before = await planCharges(db, courseId, charging);
      const students = before.charged.map(({ candidate }) => candidate.student_id);
      await run(
        db,
        sql`select p.id from people p where p.id = any(${students}::bigint[]) order by p.id for no key update`,
      );
      const planned = await planCharges(db, courseId, charging);
      const { students: all, stays } = planned.plan;
      if (all > 0 && stays[0]?.reason === 'left' && stays[0].count === all) throw fail('student_left');
      return planned;
    },
    preview: ({ plan }) => plan,
    seen: digest,
    async carryOut({ plan, charged }) {
      await insertCharges(db, person, courseId, charged);
      await waiveForExempted(db, person, courseId, charged.filter(isExempted));
      return plan;
    },
  });
}

async function insertCharges(db: Db, person: Person, courseId: number, charged: readonly Charged[]) {
  const rows = charged.flatMap(({ candidate, currency, parts }) =>
    parts.map(({ due_on, amount }, index) => ({
      student: candidate.student_id,
      part: index + 1,
      parts: parts.length,
      due_on,
      amount: shown(amount, currency),
      currency,
    })),
  );
  await inBatches(rows, (batch) =>
    run(
      db,
      sql`
        insert into charges (student_id, course_id, part, parts, due_on, amount, currency, created_by)
        select n.student_id, ${courseId}, n.part, n.parts, n.due_on, n.amount, n.currency, ${person.id}
        from unnest(
          ${batch.map(({ student }) => student)}::bigint[],
          ${batch.map(({ part }) => part)}::integer[],
          ${batch.map(({ parts }) => parts)}::integer[],
          ${batch.map(({ due_on }) => due_on)}::date[],
          ${batch.map(({ amount }) => amount)}::numeric[],
          ${batch.map(({ currency }) => currency)}::text[]
        ) with ordinality as n (student_id, part, parts, due_on, amount, currency, place)
        order by n.place
      `,
    ),
  );
}

/** Charges students who registered themselves, due today. Who has charges of the course gets no other one. */
export const chargeRegistered = (
  db: Db,
  courseId: number,
  students: readonly number[],
  { currency, amount }: { readonly currency: string; readonly amount: string },
) =>
  run(
    db,
    sql`
      insert into charges (student_id, course_id, due_on, amount, currency)
      select s.id, ${courseId}, ${officeToday}, ${amount}::numeric, ${currency}
      from unnest(${students}::bigint[]) with ordinality as s (id, place)
      where not ${isCharged(sql`s.id`, sql`${courseId}`)}
      order by s.place
    `,
  );

/** Somebody exempted them before anything was charged: the charges are waived for that reason. */
async function waiveForExempted(db: Db, person: Person, courseId: number, charged: readonly Charged[]) {
  if (charged.length === 0) return;
  const students = charged.map(({ candidate }) => candidate.student_id);
  await run(
    db,
    sql`
      insert into waivers (charge_id, amount, reason, created_by)
      select h.id, h.amount, n.reason, ${person.id}
      from unnest(
        ${students}::bigint[], ${charged.map(({ candidate }) => reasonOf(candidate.payment_status))}::text[]
      ) as n (student_id, reason)
      join charges h on h.student_id = n.student_id and h.course_id = ${courseId} and h.canceled_at is null
      order by h.id
    `,
  );
  await run(
    db,
    sql`
      update enrolments set payment_by_hand = false
      where student_id = any(${students}::bigint[]) and course_id = ${courseId} and ended_on is null and payment_by_hand
    `,
  );
}
