import type { PortalLanguage } from '@gurukul/contract/provider';
import { weekdayAt, weekIn } from '#server/channels/mail/templates/event-times.ts';
import { inDays } from '#server/time/in-days.ts';
import { meetingOnDate, meetingsBetween, nextMeeting } from '#server/time/slots.ts';
import type { OfferedClass } from './queries.ts';

type Slot = OfferedClass['slots'][number];

/** Weeks after the first: clocks change within them or soon after. */
const weeksAhead = 8;
const dayMs = 86_400_000;

/** Its meetings of so many weeks by the rule of the week alone, not before the first day of the course. */
function meetingsOfWeeks({ time_zone, ...slot }: Slot, startDate: string, now: Date): string[] {
  const weekly = { ...slot, zone: time_zone };
  const opening = [0, 1, 2, 3, 4, 5, 6]
    .map((days) => meetingOnDate(weekly, 0, inDays(startDate, days))?.starts_at)
    .find((at) => at !== undefined);
  const isAhead = opening !== undefined && Date.parse(opening) > now.getTime();
  const first = new Date(isAhead ? opening : nextMeeting(weekly, now));
  return meetingsBetween(weekly, first, new Date(first.getTime() + (weeksAhead * 7 + 1) * dayMs));
}

export interface Week {
  /** "Monday 18:00 (Kolkata)", once for each clock of its slots. */
  readonly ofClass: readonly string[];
  /** On the visitor's clock; null where that is the clock of the class. */
  readonly own: string | null;
  /** On the visitor's clock after the next change of clocks, from a day on. */
  readonly later: { readonly day: string; readonly week: string } | null;
}

/** The weekly times of a class on its clock and on the visitor's. */
export function weekOf(
  { slots }: Pick<OfferedClass, 'slots'>,
  startDate: string,
  { language, zone, now }: { readonly language: PortalLanguage; readonly zone: string; readonly now: Date },
): Week {
  const rows = slots.map((slot) => ({ ...slot, starts: meetingsOfWeeks(slot, startDate, now) }));
  const at = (clock: string, which: typeof rows, week: number) =>
    weekIn(
      language,
      clock,
      which.flatMap(({ starts }) => starts[week] ?? []),
    );
  const ofClass = [...Map.groupBy(rows, ({ time_zone }) => time_zone)].map(([clock, own]) =>
    at(clock, own, 0),
  );
  if (rows.every(({ time_zone }) => time_zone === zone)) return { ofClass, own: null, later: null };
  const isMoved = (row: (typeof rows)[number], week: number) => at(zone, [row], week) !== at(zone, [row], 0);
  const changed = Array.from({ length: weeksAhead }, (_, before) => before + 1).find((week) =>
    rows.some((row) => isMoved(row, week)),
  );
  const [from] =
    changed === undefined
      ? []
      : rows
          .filter((row) => isMoved(row, changed))
          .flatMap(({ starts }) => starts[changed] ?? [])
          .toSorted();
  const later =
    changed === undefined || from === undefined
      ? null
      : // A week later all slots have their new times.
        { day: weekdayAt(language, zone, from), week: at(zone, rows, Math.min(changed + 1, weeksAhead)) };
  return { ofClass, own: at(zone, rows, 0), later };
}
