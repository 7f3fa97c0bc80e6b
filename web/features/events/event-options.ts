import type { EventRow } from '@gurukul/contract/events';
import { formatDate } from '#web/lib/format.ts';

interface Words {
  readonly all: string;
  /** Of an event that the address names and the list does not know. */
  readonly unknown: string;
}

/** Two events of one name are told apart by their day. */
export const eventLabel = ({ event_name, event_date }: EventRow) =>
  `${event_name}, ${formatDate(event_date)}`;

/** Events to choose from; one that the list does not know stays visible, so that it can be left again. */
export function eventOptions(
  rows: readonly EventRow[] | undefined,
  chosen: number | null,
  { all, unknown }: Words,
) {
  const known = rows ?? [];
  const isKnown = chosen === null || known.some(({ event_id }) => event_id === chosen);
  return [
    { value: '', label: all },
    ...(isKnown ? [] : [{ value: String(chosen), label: unknown }]),
    ...known.map((event) => ({ value: String(event.event_id), label: eventLabel(event) })),
  ];
}
