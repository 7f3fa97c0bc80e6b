import type { events } from '@gurukul/contract/events';
import { defaultEventImage, defaultSpeakerImage } from '@gurukul/contract/events';
import { reminderTimes } from '@gurukul/contract/shared/meetings/reminders';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { Db } from '#server/db/pool.ts';
import { idRow, text } from '#server/db/columns.ts';
import { storedPlace } from '#server/features/courses/arrange.ts';
import { many, one, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { sanitizeRichText } from '#server/http/answers/richtext.ts';
import { arrange } from '../courses/arrange.ts';
import { assertKnownFile } from '../files/known-file.ts';
import { holdCourses } from './queries.ts';
import type { HeldEvent } from './queries.ts';

export type EventInput = z.output<(typeof events)['add_event']['input']>;
type SpeakerChange = EventInput['speakers'][number];

/** The input as it may be stored. */
async function storable(
  tx: Db,
  person: Person,
  { description, image_url: sentImage, ...event }: EventInput,
  current: readonly string[],
) {
  const image = await assertKnownFile(tx, person, sentImage, 'event_image', { current, field: 'image_url' });
  return {
    ...event,
    description: sanitizeRichText(description),
    image_url: image || defaultEventImage,
  };
}

/** In one order, so that the same choice is the same value. Null: as before. */
const remindersOf = ({ reminders }: Pick<EventInput, 'reminders'>) =>
  reminders === undefined ? null : reminderTimes.filter((one) => reminders.includes(one));

/** Returns the id of the new event, which is pending and closed for registration. */
export async function insertEvent(tx: Db, person: Person, input: EventInput): Promise<number> {
  await holdCourses(tx, person, [input.course_id]);
  const event = await storable(tx, person, input, []);
  const { id } = await one(
    tx,
    idRow,
    sql`
      insert into events (
        course_id, event_name, description, meeting_link, place, event_date, starts_at, ends_at, image_url,
        created_by, reminders
      )
      values (
        ${event.course_id}, ${event.event_name}, ${event.description}, ${event.meeting_link}, ${event.place ?? ''},
        ${event.event_date}, ${event.start_time}, ${event.end_time}, ${event.image_url}, ${person.id},
        ${remindersOf(event) ?? []}::text[]
      )
      returning id
    `,
  );
  await saveSpeakers(tx, person, id, input.speakers);
  return id;
}

export async function updateEvent(tx: Db, person: Person, held: HeldEvent, input: EventInput): Promise<void> {
  const event = await storable(tx, person, input, [held.image_url]);
  await run(
    tx,
    sql`
      update events e
      set course_id = ${event.course_id},
        event_name = ${event.event_name},
        description = ${event.description},
        meeting_link = ${event.meeting_link},
        place = coalesce(${event.place ?? null}::text, e.place),
        event_date = ${event.event_date},
        starts_at = ${event.start_time},
        ends_at = ${event.end_time},
        image_url = ${event.image_url},
        reminders = coalesce(${remindersOf(event)}::text[], e.reminders),
        version = e.version + 1
      where e.id = ${held.event_id}
    `,
  );
  await saveSpeakers(tx, person, held.event_id, input.speakers);
}

const speakersRow = storedPlace.extend({ speaker_image: text });

/**
 * The event is locked, so that nobody else changes its speakers. Every statement still names the event beside the row.
 */
async function saveSpeakers(
  tx: Db,
  person: Person,
  eventId: number,
  changes: readonly SpeakerChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const stored = await many(
    tx,
    speakersRow,
    sql`
      select s.id, 0 as "group", s.speaker_image
      from event_speakers s
      where s.event_id = ${eventId}
      order by s.position, s.id
    `,
  );
  const arranged = arrange(
    stored,
    changes.map((speaker) => ({ ...speaker, group: 0 })),
  );
  const current = stored.map(({ speaker_image }) => speaker_image);
  const withImages = async <S extends SpeakerChange>(speakers: readonly S[]): Promise<S[]> => {
    const known: S[] = [];
    // One after the other, because a transaction has a single connection.
    for (const speaker of speakers) {
      const image = await assertKnownFile(tx, person, speaker.speaker_image, 'speaker_image', { current });
      known.push({ ...speaker, speaker_image: image || defaultSpeakerImage });
    }
    return known;
  };
  const edited = await withImages(arranged.edited);
  const added = await withImages(arranged.added);

  await run(
    tx,
    sql`
      delete from event_speakers s
      where s.event_id = ${eventId}
        and s.id = any(${arranged.removed}::bigint[])
    `,
  );
  await run(
    tx,
    sql`
      update event_speakers s
      set speaker_name = coalesce(c.speaker_name, s.speaker_name),
        speaker_image = coalesce(c.speaker_image, s.speaker_image),
        position = c.position
      from jsonb_to_recordset(${JSON.stringify([...edited, ...arranged.others])}::jsonb) as c (
        id bigint, speaker_name text, speaker_image text, position integer
      )
      where s.id = c.id
        and s.event_id = ${eventId}
    `,
  );
  await run(
    tx,
    sql`
      insert into event_speakers (event_id, speaker_name, speaker_image, position)
      select ${eventId}, a.speaker_name, a.speaker_image, a.position
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as a (
        speaker_name text, speaker_image text, position integer
      )
      order by a.position
    `,
  );
}
