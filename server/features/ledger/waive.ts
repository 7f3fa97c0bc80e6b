import type { WaiverReason } from '@gurukul/contract/ledger';
import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import { int, money, row, text } from '#server/db/columns.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import { shown, stored, takenFrom } from './amounts.ts';
import { chargeInReach, lockLedgers, studentInReach } from './reach.ts';

interface Waiving {
  readonly user_id: number;
  readonly course_id: number;
  readonly currency?: string | undefined;
  readonly amount?: string | undefined;
  readonly reason: WaiverReason;
  readonly sponsor: string;
  readonly note: string;
}

const openRow = row({ charge_id: int, currency: text, open: money });

/** Waives what is open, the oldest charge first. Returns how much. */
export async function waive({ db, person }: Ctx, waiving: Waiving) {
  const { user_id, course_id, reason, sponsor, note } = waiving;
  await studentInReach(db, person, user_id);
  await lockLedgers(db, person, [waiving]);
  const all = await many(
    db,
    openRow,
    sql`
      select o.charge_id, o.currency, o.open
      from open_charges o
      where o.student_id = ${user_id} and o.course_id = ${course_id} and o.open > 0
      order by o.due_on, o.charge_id
    `,
  );
  const currencies = new Set(all.map(({ currency }) => currency));
  if (waiving.currency === undefined && currencies.size > 1) throw fail('several_currencies');
  const currency = waiving.currency ?? [...currencies][0];
  const open = all.filter((one) => one.currency === currency);
  if (currency === undefined || open.length === 0) throw fail('nothing_open');
  const sum = open.reduce((total, one) => total + toMils(one.open), 0n);
  const wanted = waiving.amount === undefined ? sum : toMils(stored(waiving.amount, currency, 'amount'));
  if (wanted > sum) throw fail('more_than_open');

  const amounts = takenFrom(
    wanted,
    open.map((one) => toMils(one.open)),
  );
  const parts = open.flatMap(({ charge_id }, index) =>
    amounts[index] === 0n ? [] : [{ charge_id, amount: fromMils(amounts[index]!, currency) }],
  );
  await run(
    db,
    sql`
      insert into waivers (charge_id, amount, reason, sponsor, note, created_by)
      select n.charge_id, n.amount, ${reason}, ${sponsor}, ${note}, ${person.id}
      from unnest(
        ${parts.map(({ charge_id }) => charge_id)}::bigint[], ${parts.map(({ amount }) => amount)}::numeric[]
      ) with ordinality as n (charge_id, amount, place)
      order by n.place
    `,
  );
  return { waived: shown(fromMils(wanted, currency), currency), currency };
}

export async function cancelCharge({ db, person }: Ctx, chargeId: number, reason: string): Promise<void> {
  const { student_id: user_id, course_id } = await chargeInReach(db, person, chargeId);
  await lockLedgers(db, person, [{ user_id, course_id }]);
  const canceled = await run(
    db,
    sql`
      update charges set canceled_at = now(), cancel_reason = ${reason}
      where id = ${chargeId} and canceled_at is null
    `,
  );
  if (canceled === 0) throw fail('conflict');
}

const waiverRow = row({ user_id: int, course_id: int });

/** With the others that were waived with it, at the same moment. */
export async function cancelWaiver({ db, person }: Ctx, waiverId: number): Promise<void> {
  const found = await maybeOne(
    db,
    waiverRow,
    sql`
      select h.student_id as user_id, h.course_id
      from waivers w
      join charges h on h.id = w.charge_id
      join courses c on c.id = h.course_id and c.deleted_at is null
      where w.id = ${waiverId} and ${ownCourses(person)}
    `,
  );
  if (found === null) throw fail('not_found');
  await lockLedgers(db, person, [found]);
  const canceled = await run(
    db,
    sql`
      update waivers w
      set canceled_at = now()
      from charges h, waivers one, charges its
      where one.id = ${waiverId} and its.id = one.charge_id and one.canceled_at is null
        and h.id = w.charge_id and w.canceled_at is null
        and (h.student_id, h.course_id, h.currency) = (its.student_id, its.course_id, its.currency)
        and (w.created_at, w.created_by, w.reason, w.sponsor, w.note)
          is not distinct from (one.created_at, one.created_by, one.reason, one.sponsor, one.note)
    `,
  );
  if (canceled === 0) throw fail('conflict');
}
