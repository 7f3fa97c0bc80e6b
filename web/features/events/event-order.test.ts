import type { EventRow } from '@gurukul/contract/events';
import { expect, test } from 'vitest';
import { inOrder } from './event-order.ts';

const now = Date.parse('2036-01-05T12:00:00Z');
const at = (event_id: number, start: string, end: string) =>
  ({ event_id, start_time: `2036-01-${start}:00Z`, end_time: `2036-01-${end}:00Z` }) as EventRow;

test('what is to come stands first, the next at the top, and what is over below, the latest at the top', () => {
  const rows = [
    at(6, '03T10:00', '03T11:00'),
    at(5, '09T10:00', '09T11:00'),
    at(4, '05T10:00', '05T12:00'),
    at(3, '05T11:30', '05T12:30'),
    at(2, '09T10:00', '09T11:00'),
    at(1, '06T10:00', '06T11:00'),
  ];
  expect(inOrder(rows, now).map(({ event_id: id }) => id)).toEqual([3, 1, 5, 2, 4, 6]);
});
