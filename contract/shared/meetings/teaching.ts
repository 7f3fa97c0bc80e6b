import * as z from 'zod';
import { line } from '../fields.ts';
import { taughtHow } from './taught-how.ts';
import { wireCount, wireDate, wireId } from '../wire.ts';

/** A week of a curriculum and its topics in one line, as they are called now. Weeks without topics are left out. */
export const weekOfPlan = z.object({ week: wireCount, words: z.string() });
export type WeekOfPlan = z.infer<typeof weekOfPlan>;

/**
 * What somebody says was taught. `words`: the topics of the week as they were called that day, so that a later change of
 * the curriculum rewrites no past meeting.
 */
export const taught = z
  .object({
    how: z.enum(taughtHow),
    /** Null for something else. */
    week: z.nullable(z.int().min(1).max(1000)),
    words: line(300),
  })
  .refine(({ how, week }) => (how === 'other') === (week === null), { path: ['week'] });
export type Taught = z.infer<typeof taught>;

/** What was taught in a meeting, and what its roll offers for an answer. Courses without topics have none. */
export const teaching = z.object({
  /** Null: nobody has said it. */
  taught: z.nullable(taught),
  /** What the plan expects in this meeting; null after the end of the curriculum. */
  plan: z.nullable(taught),
  /** The weeks around the plan, to choose from. */
  weeks: z.array(weekOfPlan),
});
export type Teaching = z.infer<typeof teaching>;

/** Where a class stands, in meetings of the plan: `held` so far, `taught` of them, `planned` in all. */
export const standing = z.object({
  class_id: wireId,
  class_name: z.string(),
  held: wireCount,
  taught: wireCount,
  planned: wireCount,
  /** What was said last; null when nobody has said anything yet. */
  last: z.nullable(z.object({ day: wireDate, taught })),
  /** What the plan expects in the next meeting; null after the end of the curriculum. */
  next: z.nullable(taught),
});
export type Standing = z.infer<typeof standing>;

/** A called roll of a class, with what was said in it. */
export interface SaidOfRoll {
  readonly how: Taught['how'] | null;
  readonly week: number | null;
}

/** The curriculum of a class; each of its weeks is spread over the meetings that the class has in a week. */
export interface Plan {
  /** Those with topics, the first one first. */
  readonly weeks: readonly WeekOfPlan[];
  /** At least 1. */
  readonly meetingsPerWeek: number;
}

/** In meetings of the plan. A roll in which nobody said anything counts as taught by plan. */
function after(at: number, { how, week }: SaidOfRoll, each: number): number {
  if (how === null) return at + 1;
  if (week === null) return at;
  const start = (week - 1) * each;
  if (how === 'whole') return Math.max(at, start + each);
  // A week that is taught in part again is not finished by its last meeting.
  return Math.max(at, Math.min(Math.max(at, start) + 1, start + each - 1));
}

const lengthOf = ({ weeks, meetingsPerWeek }: Plan) => (weeks.at(-1)?.week ?? 0) * meetingsPerWeek;

type Coverage = Pick<Standing, 'held' | 'taught' | 'planned'>;

/** Where a class stands after its called rolls. No class is behind a plan that has ended. */
export function coverageOf(rolls: readonly SaidOfRoll[], plan: Plan): Coverage {
  const planned = lengthOf(plan);
  let at = 0;
  for (const roll of rolls) at = Math.min(planned, after(at, roll, plan.meetingsPerWeek));
  return { held: Math.min(planned, rolls.length), taught: at, planned };
}

/** The number of the week in which a class stands. */
const weekAt = ({ taught: at }: Coverage, { meetingsPerWeek }: Plan) => Math.floor(at / meetingsPerWeek) + 1;

/**
 * What the plan expects of a class that stands there in its next meeting; null in a week without topics, and after the
 * end. A class that is behind has no such weeks.
 */
export function plannedNext(coverage: Coverage, plan: Plan): Taught | null {
  const { held, taught: at } = coverage;
  const each = plan.meetingsPerWeek;
  const number = weekAt(coverage, plan);
  const next = plan.weeks.find(({ week }) => week >= number);
  if (next === undefined || (next.week > number && held <= at)) return null;
  const isLast = next.week > number || at % each === each - 1;
  return { how: isLast || each === 1 ? 'whole' : 'part', ...next };
}

const weeksBefore = 3;
const weeksAfter = 6;

/** The weeks of the plan around a class that stands there. */
export function weeksAround(coverage: Coverage, plan: Plan): WeekOfPlan[] {
  const next = plan.weeks.findIndex(({ week }) => week >= weekAt(coverage, plan));
  const at = next === -1 ? plan.weeks.length : next;
  return plan.weeks.slice(Math.max(0, at - weeksBefore), at + weeksAfter + 1);
}
