import type { calendar } from '@gurukul/contract/calendar';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { panelKey } from '#web/features/events/use-open-dialog.ts';
import { wallAt } from '#web/lib/format/clock.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { formatTime } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths, type Address } from '#web/paths.ts';
import { calendarPageTexts } from '#web/texts/calendar-page.ts';

const t = calendarPageTexts.beside;

export type Calendar = CallOutput<typeof calendar.get_calendar>['data'];

/** What stands above the days: a day off, somebody away, an event. */
export interface Beside {
  readonly key: string;
  readonly kind: 'off' | 'away' | 'event';
  readonly text: string;
  /** Days of the viewer's calendar, both included. */
  readonly from: string;
  readonly to: string;
  /** Where it is changed, for those who may. */
  readonly href: Address | null;
}

const isOffice = () => session.role !== 'teacher';

/** Those who are away on the same days stand together. */
function awayOf(away: Calendar['away']): Beside[] {
  return [...Map.groupBy(away, ({ from, to }) => `${from} ${to}`)].flatMap(([key, together]) => {
    const [first] = together;
    if (!first) return [];
    return {
      key: `away ${key}`,
      kind: 'away' as const,
      text: t.away({ names: together.map(({ teacher_name }) => teacher_name).join(', ') }),
      from: first.from,
      to: first.to,
      href: together.length === 1 ? thingAddress('teacher', first.teacher_id) : null,
    };
  });
}

export function besideOf({ days_off, away, events }: Calendar, zone: string): Beside[] {
  return [
    ...days_off.map(({ day_off_id, from, to, name, course_name, class_name }) => ({
      key: `off ${day_off_id}`,
      kind: 'off' as const,
      text:
        (class_name ?? course_name)
          ? t.offOf({ name, what: class_name ?? course_name ?? '' })
          : t.off({ name }),
      from,
      to,
      href: isOffice() ? paths.daysOff : null,
    })),
    ...awayOf(away),
    ...events.map(({ event_id, event_name, starts_at, ends_at }) => ({
      key: `event ${event_id}`,
      kind: 'event' as const,
      text: `${formatTime(starts_at, zone)} ${event_name}`,
      from: wallAt(Date.parse(starts_at), zone).day,
      to: wallAt(Date.parse(ends_at) - 1, zone).day,
      href: `${paths.events}${stringifySearch({ [panelKey]: event_id })}` as const,
    })),
  ];
}
