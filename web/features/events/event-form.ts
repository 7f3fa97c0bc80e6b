import {
  defaultEventImage,
  defaultSpeakerImage,
  type EventRow,
  type events,
  type SpeakerRow,
} from '@gurukul/contract/events';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import type { ReminderTime } from '@gurukul/contract/shared/meetings/reminders';
import { isHttpsUrl } from '@gurukul/contract/shared/https-url';
import { newKey, rowChanges, type DraftRow } from '#web/lib/draft-rows.ts';
import { withScheme } from '#web/lib/format/https-link.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { eventDay, instantOf, wallClockOf } from './event-time.ts';

const t = eventsTexts.faults;

export interface SpeakerDraft extends DraftRow {
  readonly speaker_name: string;
  /** '' while it is the usual one, here and below. */
  readonly speaker_image: string;
}

export interface EventFields {
  event_name: string;
  /** '' while none is chosen; `noCourse` for an event of the whole provider. */
  course_id: string;
  meeting_link: string;
  place: string;
  /** yyyy-mm-dd */
  event_date: string;
  /** hh:mm in India; '' while there is none. */
  start: string;
  end: string;
  /** HTML */
  description: string;
  image_url: string;
  reminders: readonly ReminderTime[];
  speakers: readonly SpeakerDraft[];
}

/** Chosen in place of a course. */
export const noCourse = 'none';

export const blankEvent: EventFields = {
  event_name: '',
  course_id: '',
  meeting_link: '',
  place: '',
  event_date: '',
  start: '',
  end: '',
  description: '',
  image_url: '',
  reminders: [],
  speakers: [],
};

export const blankSpeaker = (): SpeakerDraft => ({
  key: newKey(),
  id: null,
  speaker_name: '',
  speaker_image: '',
});

const unless = (usual: string, image: string) => (image === usual ? '' : image);

export const fieldsOf = (event: EventRow & { speakers: readonly SpeakerRow[] }): EventFields => ({
  event_name: event.event_name,
  course_id: event.course_id === null ? noCourse : String(event.course_id),
  meeting_link: event.meeting_link,
  place: event.place,
  event_date: event.event_date,
  start: wallClockOf(event.start_time),
  end: wallClockOf(event.end_time),
  description: event.description,
  image_url: unless(defaultEventImage, event.image_url),
  reminders: event.reminders,
  speakers: event.speakers.map(({ id, speaker_name, speaker_image }) => ({
    key: `speaker-${id}`,
    id,
    speaker_name,
    speaker_image: unless(defaultSpeakerImage, speaker_image),
  })),
});

export interface Fault {
  /** Path of the field in the form. */
  readonly field: string;
  readonly text: string;
}

const linkOf = ({ meeting_link: link }: EventFields) => withScheme(link.trim());

/** A past day that stood there before may stay. */
const isPast = (day: string, before: string, now: Date) => day !== before && day < eventDay(now);

function findSpeakerFault(speakers: readonly SpeakerDraft[]): Fault | null {
  const index = speakers.findIndex(({ speaker_name: name }) => !name.trim());
  return index === -1 ? null : { field: `speakers.${index}.speaker_name`, text: t.speaker };
}

/** The first fault, because people are told one thing at a time. `initial`: the first values of the form. */
export function findFault(fields: EventFields, initial: EventFields, now = new Date()): Fault | null {
  const link = linkOf(fields);
  if (!fields.event_name.trim()) return { field: 'event_name', text: t.name };
  if (!fields.course_id) return { field: 'course_id', text: t.course };
  if (!link && !fields.place.trim()) return { field: 'meeting_link', text: t.link };
  if (link && !isHttpsUrl(link)) return { field: 'meeting_link', text: t.linkWrong };
  if (!fields.event_date || isPast(fields.event_date, initial.event_date, now)) {
    return { field: 'event_date', text: t.date };
  }
  if (!fields.start) return { field: 'start', text: t.start };
  if (!fields.end) return { field: 'end', text: t.end };
  if (fields.start >= fields.end) return { field: 'end', text: t.times };
  return findSpeakerFault(fields.speakers);
}

/** What somebody who means to come has to know, and is another now. */
export type MovedFact = 'time' | 'link' | 'place' | 'course';

export function whatMoved(fields: EventFields, initial: EventFields): MovedFact[] {
  const isOther = (...names: (keyof EventFields)[]) => names.some((name) => fields[name] !== initial[name]);
  return [
    ...(isOther('event_date', 'start', 'end') ? ['time' as const] : []),
    ...(linkOf(fields) === linkOf(initial) ? [] : ['link' as const]),
    ...(fields.place.trim() === initial.place.trim() ? [] : ['place' as const]),
    ...(isOther('course_id') ? ['course' as const] : []),
  ];
}

/** The whole event, and those of its speakers that changed. */
export function requestOf(fields: EventFields, initial: EventFields): CallInput<typeof events.add_event> {
  return {
    event_name: fields.event_name.trim(),
    ...(fields.course_id === noCourse
      ? { course_id: null, without_course: true }
      : { course_id: Number(fields.course_id) }),
    description: fields.description,
    meeting_link: linkOf(fields),
    place: fields.place.trim(),
    event_date: fields.event_date,
    start_time: instantOf(fields.event_date, fields.start),
    end_time: instantOf(fields.event_date, fields.end),
    image_url: fields.image_url || defaultEventImage,
    reminders: [...fields.reminders],
    speakers: rowChanges(initial.speakers, fields.speakers).map(({ row, state }) => ({
      id: row.id,
      speaker_name: row.speaker_name.trim(),
      speaker_image: row.speaker_image || defaultSpeakerImage,
      state,
    })),
  };
}
