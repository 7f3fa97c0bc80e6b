import { describe, expect, it } from 'vitest';
import { coverageOf, plannedNext, weeksAround } from './teaching.ts';
import type { Plan, SaidOfRoll } from './teaching.ts';

const weeksOf = (...weeks: number[]) => weeks.map((week) => ({ week, words: `Sutra ${week}` }));
const once = { weeks: weeksOf(1, 2, 4), meetingsPerWeek: 1 };
const twice = { ...once, meetingsPerWeek: 2 };
const whole = (week: number): SaidOfRoll => ({ how: 'whole', week });
const part = (week: number): SaidOfRoll => ({ how: 'part', week });
const other: SaidOfRoll = { how: 'other', week: null };
const unsaid: SaidOfRoll = { how: null, week: null };

describe('where a class stands', () => {
  it.each([
    ['nothing yet', [], once, 0],
    ['as planned', [whole(1), whole(2)], once, 0],
    ['a week that took two meetings', [part(1), whole(1)], once, 1],
    ['something else', [other, whole(1)], once, 1],
    ['a week skipped', [whole(2)], once, -1],
    ['an earlier week repeated', [whole(1), whole(2), whole(1)], once, 1],
    ['rolls of which nobody said anything', [unsaid, unsaid], once, 0],
    ['a week of two meetings', [part(1), whole(1)], twice, 0],
    ['a week of two meetings that needs a third', [part(1), part(1), whole(1)], twice, 1],
    ['a week without topics', [whole(1), whole(2), unsaid, whole(4)], once, 0],
    ['a week that has left the curriculum', [whole(1), whole(2), whole(3)], once, 0],
    ['after the end of the curriculum', [whole(1), whole(2), unsaid, whole(4), other, other], once, 0],
  ] as const)('%s', (_what, rolls, plan, behind) => {
    const { held, taught } = coverageOf(rolls, plan);
    expect(held - taught).toBe(behind);
  });

  it('is that of a plan ticked off meeting by meeting, after a thousand random answers', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 50; round += 1) {
      const plan = { weeks: weeksOf(1, 2, 3, 5, 8), meetingsPerWeek: 1 + random(3) };
      const ticked = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((week) =>
        Array.from({ length: plan.meetingsPerWeek }, () => ({ week, isDone: false })),
      );
      const rolls: SaidOfRoll[] = [];
      for (let meeting = 0; meeting < 30; meeting += 1) {
        const { week } = plan.weeks[random(plan.weeks.length)]!;
        const roll = [whole(week), part(week), other, unsaid][random(4)]!;
        rolls.push(roll);
        const ownFirst = ticked.findIndex((one) => one.week === week);
        const ownLast = ticked.findLastIndex((one) => one.week === week);
        const isOpen = ({ isDone }: { readonly isDone: boolean }) => !isDone;
        if (roll === unsaid) {
          const next = ticked.find(isOpen);
          if (next) next.isDone = true;
        } else if (roll.how === 'whole') {
          for (const one of ticked.slice(0, ownLast + 1)) one.isDone = true;
        } else if (roll.how === 'part') {
          for (const one of ticked.slice(0, ownFirst)) one.isDone = true;
          // Its last meeting is left for the end of the week.
          const next = ticked.slice(ownFirst, ownLast).find(isOpen);
          if (next) next.isDone = true;
        }
        const { held, taught } = coverageOf(rolls, plan);
        expect(taught).toBe(ticked.filter(({ isDone }) => isDone).length);
        expect(held).toBe(Math.min(rolls.length, ticked.length));
      }
    }
  });
});

const plannedAfter = (rolls: readonly SaidOfRoll[], plan: Plan) => plannedNext(coverageOf(rolls, plan), plan);

describe('what the plan expects', () => {
  it('is the week that comes next, all of it in its last meeting', () => {
    expect(plannedAfter([], once)).toEqual({ how: 'whole', week: 1, words: 'Sutra 1' });
    expect(plannedAfter([whole(1), part(2)], once)).toEqual({ how: 'whole', week: 2, words: 'Sutra 2' });
    expect(plannedAfter([whole(1)], twice)).toMatchObject({ how: 'part', week: 2 });
    expect(plannedAfter([whole(1), part(2)], twice)).toMatchObject({ how: 'whole', week: 2 });
    expect(plannedAfter([whole(4)], twice)).toBeNull();
  });

  it('is nothing in a week without topics, which a class that is behind has not', () => {
    expect(plannedAfter([whole(1), whole(2)], once)).toBeNull();
    expect(plannedAfter([whole(1), whole(2), unsaid], once)).toMatchObject({ how: 'whole', week: 4 });
    expect(plannedAfter([whole(1), other, whole(2)], once)).toMatchObject({ how: 'whole', week: 4 });
  });

  it('stands among the weeks to choose from', () => {
    const all = weeksOf(...Array.from({ length: 40 }, (_, index) => index + 1));
    const plan = { weeks: all, meetingsPerWeek: 1 };
    const around = (week: number) =>
      weeksAround({ held: 0, taught: week - 1, planned: 40 }, plan).map((one) => one.week);
    expect(around(1)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(around(20)).toEqual([17, 18, 19, 20, 21, 22, 23, 24, 25, 26]);
    expect(around(41)).toEqual([38, 39, 40]);
  });
});
