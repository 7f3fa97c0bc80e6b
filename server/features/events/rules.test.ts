import { expect, test } from 'vitest';
import { eventAbilities, refuseStep, whyNotThen } from './rules.ts';

test.each([
  ['pending', true, 'edit publish registrations add_student delete'],
  ['published', true, 'edit send_mails cancel registrations add_student delete'],
  ['canceled', true, 'edit delete'],
  ['pending', false, ''],
  ['published', false, ''],
  ['canceled', false, ''],
] as const)('of an event that is %s, own: %s, these are offered: %s', (status, isOwn, offered) => {
  const can = Object.entries(eventAbilities(status, isOwn)).filter(([, may]) => may);
  expect(can.map(([name]) => name).join(' ')).toBe(offered);
});

test.each([
  ['pending', 'published', null],
  ['published', 'canceled', null],
  ['pending', 'canceled', 'event_pending'],
  ['published', 'pending', 'event_decided'],
  ['canceled', 'published', 'event_decided'],
] as const)('an event that is %s becomes %s: %s', (from, to, code) => {
  const step = () => {
    refuseStep(from, to);
  };
  if (code === null) expect(step).not.toThrow();
  else expect(step).toThrow(expect.objectContaining({ code }));
});

// 21 November begins in Kolkata at 18:30 of the day before in UTC.
test.each([
  ['2026-11-20', '10:00', '11:00', undefined, 'event_date_missing'],
  ['2026-11-20', '10:00', '11:00', '2026-11-20', null],
  ['2026-11-21', '00:00', '00:05', undefined, null],
  ['2026-11-22', '10:00', '11:00', '2026-11-21', null],
  ['2026-11-22', '10:00', '10:00', undefined, 'event_ends_early'],
  ['2026-11-22', '10:00', '09:59', undefined, 'event_ends_early'],
  ['2026-11-22', '23:00', '24:00', undefined, 'event_on_other_day'],
] as const)('an event on %s from %s to %s, held on %s: %s', (event_date, from, to, held, code) => {
  const at = (time: string) => new Date(Date.parse(`${event_date}T00:00:00+05:30`) + minutes(time) * 60_000);
  const [start_time, end_time] = [at(from).toISOString(), at(to).toISOString()];
  const now = new Date('2026-11-20T18:30:00Z');
  expect(whyNotThen({ event_date, start_time, end_time }, now, held)).toBe(code);
});

function minutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
