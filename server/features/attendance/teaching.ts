import { coverageOf, plannedNext, weeksAround } from '@gurukul/contract/shared/meetings/teaching';
import type { Taught, Teaching } from '@gurukul/contract/shared/meetings/teaching';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { listTeaching, planOf, taughtIn } from '#server/db/teaching.ts';
import { localTime } from '#server/time/slots.ts';
import type { RollOfDay } from './roll-queries.ts';

interface TaughtRoll extends RollOfDay {
  readonly starts_at: string | null;
  readonly zone: string | null;
}

/** What was taught in these rolls, and what each offers for an answer, in their order. */
export async function teachingOf(
  db: Db,
  rolls: readonly TaughtRoll[],
): Promise<{ readonly teaching?: Teaching }[]> {
  const ids = [...new Set(rolls.map(({ class_id }) => class_id))];
  const classes = new Map(
    (await listTeaching(db, sql`k.id = any(${ids}::bigint[])`)).map((one) => [one.class_id, one]),
  );
  return rolls.map((roll) => {
    const found = classes.get(roll.class_id);
    if (found === undefined) return {};
    const own = found.rolls.find(
      (one) =>
        one.day === roll.attendance_date &&
        one.slot_id === roll.slot_id &&
        one.on_date === roll.on_date &&
        one.is_extra === roll.extra,
    );
    const { attendance_date: day, starts_at, zone } = roll;
    const at = `${day} ${starts_at && zone ? localTime(zone, new Date(starts_at)) : ''}`;
    const plan = planOf(found);
    const before = coverageOf(
      found.rolls.filter((one) => one !== own && `${one.day} ${one.time}` < at),
      plan,
    );
    return {
      teaching: {
        taught: own ? taughtIn(own) : null,
        plan: plannedNext(before, plan),
        weeks: weeksAround(before, plan),
      },
    };
  });
}

/** Writes what was taught into an open register. */
export const writeTaught = (tx: Db, registerId: number, { how, week, words }: Taught): Promise<unknown> =>
  run(
    tx,
    sql`
      update attendance_registers r
      set taught = ${how}, taught_week = ${week}, taught_words = ${words}
      where r.id = ${registerId}
        and (r.taught, r.taught_week, r.taught_words) is distinct from (${how}, ${week}::integer, ${words})
    `,
  );
