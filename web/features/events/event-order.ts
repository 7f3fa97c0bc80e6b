import type { EventRow } from '@gurukul/contract/events';

/** Coming events first, the next one at the top; below them past events, the latest at the top. */
export function inOrder(rows: readonly EventRow[], now = Date.now()): EventRow[] {
  const isOver = ({ end_time }: EventRow) => Date.parse(end_time) <= now;
  const byStart = (one: EventRow, other: EventRow) =>
    Date.parse(one.start_time) - Date.parse(other.start_time) || other.event_id - one.event_id;
  return [
    ...rows.filter((row) => !isOver(row)).toSorted(byStart),
    ...rows.filter(isOver).toSorted((one, other) => byStart(other, one)),
  ];
}
