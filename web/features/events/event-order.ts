import type { EventRow } from '@gurukul/contract/events';

/** As the server decides it: the end counts, not the day. */
export const isOver = ({ end_time }: Pick<EventRow, 'end_time'>, now = Date.now()) =>
  Date.parse(end_time) <= now;

/** Coming events first, the next one at the top; below them past events, the latest at the top. */
export function inOrder(rows: readonly EventRow[], now = Date.now()): EventRow[] {
  const byStart = (one: EventRow, other: EventRow) =>
    Date.parse(one.start_time) - Date.parse(other.start_time) || other.event_id - one.event_id;
  return [
    ...rows.filter((row) => !isOver(row, now)).toSorted(byStart),
    ...rows.filter((row) => isOver(row, now)).toSorted((one, other) => byStart(other, one)),
  ];
}
