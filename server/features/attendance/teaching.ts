import { coverageOf, plannedAfter, weeksAround } from '@gurukul/contract/shared/meetings/teaching';
import type { Taught, Teaching } from '@gurukul/contract/shared/meetings/teaching';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { listTeaching, planOf, taughtIn } from '#server/db/teaching.ts';
import type { RollOfDay } from './roll-queries.ts';

/** The local time of a meeting in its zone, 18:30. */
const localTime = ({
  starts_at,
  zone,
}: {
  readonly starts_at: string | null;
  readonly zone: string | null;
}) =>
  starts_at === null || zone === null
    ? ''
    : new Date(starts_at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });

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
    const at = `${roll.attendance_date} ${localTime(roll)}`;
    const earlier = found.rolls.filter((one) => one !== own && `${one.day} ${one.time}` < at);
    const plan = plannedAfter(earlier, planOf(found));
    const week = Math.floor(coverageOf(earlier, planOf(found)).taught / found.meetings_per_week) + 1;
    return { teaching: { taught: own ? taughtIn(own) : null, plan, weeks: weeksAround(found.weeks, week) } };
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
