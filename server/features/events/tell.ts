import type { EventMailKind } from '@gurukul/contract/mails';
import { invitingKinds } from '@gurukul/contract/mails';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { idRow } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { eventMail } from '#server/channels/mail/templates.ts';
import type { ToldEvent } from '#server/channels/mail/templates.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import type { Withdrawn } from '#server/channels/mail/queries.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import { calledOff, expectedAt, takenBack, theseStudents, withoutUnwilling } from './audience.ts';
import { holdLivingEvent } from './queries.ts';

/*
 * Decides who gets which mail. See docs/decisions/0021. There is one mail per event, student and kind, however often it
 * is requested. Mails are committed together with their change.
 */

/** An event that has ended makes no mails. */
export const isOver = ({ ends_at }: Pick<ToldEvent, 'ends_at'>, now: Date): boolean =>
  Date.parse(ends_at) <= now.getTime();

/** Writes to these students, unless the event has ended. Returns the number of new mails. */
export async function tell(
  tx: Db,
  mail: Mailer,
  kind: EventMailKind,
  event: ToldEvent,
  studentIds: Sql,
): Promise<number> {
  if (isOver(event, new Date())) return 0;
  const readers = (await listMailReaders(tx, studentIds)).filter(({ email_id }) => email_id !== '');
  const students = kind === 'event_published' ? await withoutUnwilling(tx, readers) : readers;
  return mail.enqueueMany(
    tx,
    students.map((student) => eventMail(kind, event, student)),
  );
}

/** An event with the course it belongs to. */
interface PlacedEvent extends ToldEvent {
  readonly course_id: number | null;
}

/** Time, place and course: the fields that people who mean to come must know. */
const movingFields = ['starts_at', 'ends_at', 'meeting_link', 'place', 'course_id'] as const;
const toldFields = [...movingFields, 'event_name', 'description'] as const;

const isSame = (one: PlacedEvent, other: PlacedEvent, fields: readonly (typeof toldFields)[number][]) =>
  fields.every((field) => one[field] === other[field]);

/**
 * Sends the mails about an edit of a published event. Mails that have not left are written anew with the new values.
 * The others get a mail about a new time, link, place or course, when that is wanted. Returns the number of recipients.
 */
export async function tellOfEdit(
  tx: Db,
  mail: Mailer,
  [before, after]: readonly [PlacedEvent, PlacedEvent],
  { isWanted }: { readonly isWanted: boolean },
): Promise<number> {
  if (isSame(before, after, toldFields)) return 0;
  const { withdrawn } = await mail.withdraw(tx, { event_id: after.event_id, kinds: invitingKinds });
  for (const kind of invitingKinds) {
    const mails = withdrawn.filter((mail) => mail.kind === kind);
    if (mails.length > 0) await tell(tx, mail, kind, after, readersOf(mails));
  }
  if (!isWanted || isSame(before, after, movingFields)) return 0;
  const others = sql`(${expectedAt(after)}) except (${readersOf(withdrawn)})`;
  return tell(tx, mail, 'event_changed', after, others);
}

const readersOf = (mails: readonly Withdrawn[]): Sql =>
  theseStudents(mails.flatMap(({ person_id: id }) => id ?? []));

/**
 * Sends the mails about an event whose cancellation was undone. Withdrawn mails are sent after all. People who heard of
 * the cancellation hear that the event is on again, when that is wanted. Returns the number of recipients.
 */
export async function tellOnAgain(
  { db, person, mail }: Ctx,
  changeId: number,
  { isWanted }: { readonly isWanted: boolean },
): Promise<number> {
  const at = sql`(select ch.at from changes ch where ch.id = ${changeId})`;
  const found = await many(
    db,
    idRow,
    sql`
      select distinct e.row_id::bigint as id
      from audit_entries e
      where e.change_id = ${changeId} and e.table_name = 'events'
      order by id
    `,
  );
  let written = 0;
  for (const { id } of found) {
    const event = await holdLivingEvent(db, person, id);
    await mail.withdraw(db, { event_id: id, kinds: ['event_canceled'] });
    if (event.live_status !== 'published') continue;
    for (const kind of invitingKinds) {
      written += await tell(db, mail, kind, event, takenBack(event, at, [kind]));
    }
    if (isWanted) written += await tell(db, mail, 'event_on_again', event, calledOff(event));
  }
  return written;
}
