import type { MeetingOfDay } from '@gurukul/contract/shared/meetings/roll';
import { formatDate, formatTime } from './format.ts';

/** A meeting's name. What the device kept of an older version has none, and neither has the roll of a whole day. */
export type MeetingName = Partial<Pick<MeetingOfDay, 'slot_id' | 'on_date' | 'extra'>>;

/** As the calls ask for it. */
export const whichMeeting = ({ slot_id, on_date, extra = false }: MeetingName) =>
  slot_id && on_date ? { slot_id, on_date, extra } : {};

/** In an address: `12.2026-11-23`, of an extra one `12.2026-11-23.extra`; '' for none. */
export const meetingKey = ({ slot_id, on_date, extra }: MeetingName) =>
  slot_id && on_date ? `${slot_id}.${on_date}${extra ? '.extra' : ''}` : '';

export function meetingNamed(key: string): MeetingName {
  const [, slot = '', on_date = '', extra] = /^([1-9]\d{0,14})\.(\d{4}-\d\d-\d\d)(\.extra)?$/.exec(key) ?? [];
  return slot === '' ? {} : { slot_id: Number(slot), on_date, extra: extra !== undefined };
}

/** A day, and the local time of its meeting (18:30) where there were two. */
export const dayAndTime = (day: string, time = '') =>
  time === '' ? formatDate(day) : `${formatDate(day)}, ${clockTime(time)}`;

/** 06:30 PM from 18:30. */
export const clockTime = (time: string) => formatTime(`1970-01-01T${time}:00Z`, 'UTC');
