import { areWithin, bitsOf, hoursOfWeek, meetingsOn } from '#server/time/week-hours.ts';
import type { ShownMeetings, Span, WeekHours } from '#server/time/week-hours.ts';
import type { TimedSlot } from '#server/time/overlap.ts';
import { classDays } from '@gurukul/contract/classes';
import type { Places } from '../staff/places.ts';

/*
 * Who can be placed where: people and classes in, proposals out. In the order of registration, each gets the class that
 * the fewest others could come to, so that people find it again by hand.
 */

export interface Wish {
  /** On whose clock the hours were ticked. */
  readonly zone: string;
  readonly hours: WeekHours;
  /** English names; empty: any. */
  readonly languages: readonly string[];
}

/** Somebody who is in a course and in no class. */
export interface Unplaced {
  /** The enrolment. */
  readonly id: number;
  readonly studentId: number;
  readonly courseId: number;
  /** The same for brothers and sisters. */
  readonly family: number;
  readonly wish: Wish | null;
}

export interface OfferedClass {
  readonly id: number;
  readonly courseId: number;
  /** Those of its teachers; empty: not known. */
  readonly languages: readonly string[];
  readonly slots: readonly TimedSlot[];
  /** The rest of the course. */
  readonly span: Span;
  /** Families that are in it already. */
  readonly families: ReadonlySet<number>;
}

/** Why nothing is proposed. */
export type WhyNot = 'no_wish' | 'no_hours' | 'no_class' | 'no_hour' | 'no_language' | 'full';

export type Verdict = { readonly classId: number } | { readonly why: WhyNot };

/** The meetings of classes as clocks show them, computed once. */
export class Clocks {
  readonly #known = new Map<string, readonly ShownMeetings[]>();

  of({ id, slots, span }: OfferedClass, zone: string): readonly ShownMeetings[] {
    const key = `${id} ${zone}`;
    const known = this.#known.get(key) ?? slots.map((slot) => meetingsOn(zone, slot, span));
    this.#known.set(key, known);
    return known;
  }

  /** A class that meets no more, or at no time, fits nobody. */
  fits(one: OfferedClass, { zone, hours }: Wish): boolean {
    const meetings = this.of(one, zone).filter(({ begin }) => begin.length > 0);
    return meetings.length > 0 && meetings.every((each) => areWithin(each.hours, hours));
  }
}

export const speaks = ({ languages }: OfferedClass, wish: Wish): boolean =>
  languages.length === 0 ||
  wish.languages.length === 0 ||
  wish.languages.some((each) => languages.includes(each));

/** `people`: the first who registered first. What is proposed takes its place. */
export function propose(
  people: readonly Unplaced[],
  classes: readonly OfferedClass[],
  places: Places,
  clocks = new Clocks(),
): ReadonlyMap<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  const ofCourse = Map.groupBy(classes, ({ courseId }) => courseId);
  const optionsOf = new Map<number, readonly OfferedClass[]>();
  for (const { id, courseId, wish } of people) {
    const all = ofCourse.get(courseId) ?? [];
    const inTime = wish === null ? [] : all.filter((one) => clocks.fits(one, wish));
    const options = inTime.filter((one) => speaks(one, wish!));
    optionsOf.set(id, options);
    if (options.length === 0) verdicts.set(id, { why: whyNone(wish, all, inTime) });
  }

  const families = Map.groupBy(people, ({ courseId, family }) => `${courseId} ${family}`);
  /** How many of those who are not judged yet could come. */
  const demand = new Map<number, number>();
  const ask = (id: number, by: 1 | -1) => {
    for (const one of optionsOf.get(id)!) demand.set(one.id, (demand.get(one.id) ?? 0) + by);
  };
  for (const { id } of people) ask(id, 1);

  const judge = (together: readonly Unplaced[]): boolean => {
    const [first, ...others] = together.map(({ id }) => optionsOf.get(id)!);
    const shared = first!.filter((one) => others.every((options) => options.includes(one)));
    const best = leastOf(shared, (one) => {
      const free = places.free(one.id) ?? Infinity;
      if (free < together.length) return null;
      const isUnknown = together.some(({ wish }) => wish!.languages.length > 0) && one.languages.length === 0;
      const isApart = !one.families.has(together[0]!.family);
      return [Number(isUnknown), Number(isApart), demand.get(one.id)! / free];
    });
    if (best === null) return false;
    for (const { id, studentId } of together) {
      places.take(best.id, studentId);
      verdicts.set(id, { classId: best.id });
      ask(id, -1);
    }
    return true;
  };

  for (const person of people) {
    if (verdicts.has(person.id)) continue;
    const family = families.get(`${person.courseId} ${person.family}`)!;
    const together = family.filter(({ id }) => !verdicts.has(id));
    if (judge(together) || (together.length > 1 && judge([person]))) continue;
    verdicts.set(person.id, { why: 'full' });
    ask(person.id, -1);
  }
  return verdicts;
}

function whyNone(wish: Wish | null, all: readonly OfferedClass[], inTime: readonly OfferedClass[]): WhyNot {
  if (wish === null) return 'no_wish';
  if (wish.hours === 0n) return 'no_hours';
  if (all.every(({ slots }) => slots.length === 0)) return 'no_class';
  return inTime.length === 0 ? 'no_hour' : 'no_language';
}

/** The first one with the least key, compared number by number. Those whose key is null are out. */
function leastOf<T>(all: readonly T[], keyOf: (one: T) => readonly number[] | null): T | null {
  let best: { readonly one: T; readonly key: readonly number[] } | null = null;
  for (const one of all) {
    const key = keyOf(one);
    if (key !== null && (best === null || isLess(key, best.key))) best = { one, key };
  }
  return best?.one ?? null;
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((each, index) => each !== other[index]);
  return at !== -1 && one[at]! < other[at]!;
}

/** People who fit into no class and could come to one that does not exist yet. */
export interface Group {
  readonly courseId: number;
  /** Null: any. */
  readonly language: string | null;
  /** The hour of the week at which it could begin, on the clock of the course. */
  readonly hour: number;
  /** For how many hours all of them have time. */
  readonly hours: number;
  /** Enrolments. */
  readonly people: readonly number[];
}

/** The slot of one hour that begins with this hour of the week. */
export const slotAt = (hour: number, zone: string): TimedSlot => ({
  class_day: classDays[Math.floor(hour / 24)]!,
  time: `${String(hour % 24).padStart(2, '0')}:00`,
  zone,
  duration: 60,
});

/** On which clock a class of the course would meet, and until when. */
export interface NewClass {
  readonly zone: string;
  readonly span: Span;
}

const allHours = Array.from({ length: hoursOfWeek }, (_, hour) => hour);

/** Of those left over, the largest group first, then the largest of the others. Nobody is in two. */
export function groupsOf(left: readonly Unplaced[], newClassOf: (courseId: number) => NewClass): Group[] {
  const clocks = new Map<string, readonly WeekHours[]>();
  return [...Map.groupBy(left, ({ courseId }) => courseId)].flatMap(([courseId, people]) => {
    const { zone, span } = newClassOf(courseId);
    return groupsIn(courseId, people, (own) => {
      const key = `${zone} ${span.from} ${span.until} ${own}`;
      const known =
        clocks.get(key) ?? allHours.map((hour) => meetingsOn(own, slotAt(hour, zone), span).hours);
      clocks.set(key, known);
      return known;
    });
  });
}

/** `hoursIn`: the hours that each class of an hour would take on a clock. */
function groupsIn(
  courseId: number,
  people: readonly Unplaced[],
  hoursIn: (zone: string) => readonly WeekHours[],
): Group[] {
  const asked = [...new Set(people.flatMap(({ wish }) => wish?.languages ?? []))].toSorted();
  const wanted: readonly (string | null)[] = asked.length === 0 ? [null] : asked;
  /** By language and hour. */
  const could = new Map<string, Set<number>>();
  const freeOf = new Map<number, WeekHours>();
  for (const { id, wish } of people) {
    if (wish === null || wish.hours === 0n) continue;
    const taken = hoursIn(wish.zone);
    const free = allHours.filter((hour) => taken[hour] !== 0n && areWithin(taken[hour]!, wish.hours));
    freeOf.set(id, bitsOf(free));
    for (const language of wish.languages.length === 0 ? wanted : wish.languages) {
      for (const hour of free) {
        const key = `${hour} ${language ?? ''}`;
        const there = could.get(key);
        if (there === undefined) could.set(key, new Set([id]));
        else there.add(id);
      }
    }
  }
  const groups: Group[] = [];
  for (;;) {
    const best = leastOf([...could], ([, ids]) => (ids.size > 1 ? [-ids.size] : null));
    if (best === null) return groups;
    const [key, ids] = best;
    const [hour, language] = [Number(key.slice(0, key.indexOf(' '))), key.slice(key.indexOf(' ') + 1)];
    groups.push({
      courseId,
      language: language === '' ? null : language,
      ...windowOf(
        hour,
        [...ids].map((id) => freeOf.get(id)!),
      ),
      people: [...ids],
    });
    for (const others of could.values()) if (others !== ids) for (const id of ids) others.delete(id);
    could.delete(key);
  }
}

/** The hours around one, of the same day, at which all of them have time. */
function windowOf(hour: number, free: readonly WeekHours[]): Pick<Group, 'hour' | 'hours'> {
  const haveAll = (at: number) => free.every((hours) => areWithin(bitsOf([at]), hours));
  const day = Math.floor(hour / 24);
  const isOn = (at: number) => at >= 0 && Math.floor(at / 24) === day && haveAll(at);
  let [from, until] = [hour, hour + 1];
  while (isOn(from - 1)) from -= 1;
  while (isOn(until)) until += 1;
  return { hour: from, hours: until - from };
}
