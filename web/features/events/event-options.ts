import type { EventRow } from '@gurukul/contract/events';
import { useState } from 'react';
import { formatDate } from '#web/lib/format/format.ts';
import { texts } from '#web/texts/texts.ts';
import { useEvent, useEvents } from './use-events.ts';

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

/**
 * The options of a filter by event. All events may be many: only the chosen one is read before somebody is about to
 * choose, on a phone with the first press.
 */
export function useEventOptions(chosen: number | null, words: Words) {
  const [isNear, setNear] = useState(false);
  const list = useEvents(isNear);
  const one = useEvent(chosen);
  const rows = list.data?.data.data ?? (one.data ? [one.data.data] : undefined);
  const unknown = one.isPending ? texts.ui.loading : words.unknown;
  return {
    options: [
      ...eventOptions(rows, chosen, { ...words, unknown }),
      ...(isNear && list.isPending ? [{ value: 'loading', label: texts.ui.loading }] : []),
    ],
    onNear: () => setNear(true),
    isFailed: list.isError && !list.data,
  };
}
