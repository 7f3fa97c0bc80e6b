import type { CalendarLink } from '@gurukul/contract/calendar';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { idRow, instant, int, row } from '../../db/columns.ts';
import { many, maybeOne, one, run } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { ownCourses } from '../../http/identity/scope.ts';
import { classesOf, joinLink } from '../meetings/queries.ts';
import type { TaughtEvent, TaughtMeeting } from './write-calendar.ts';
import { taughtEvent, taughtMeeting } from './write-calendar.ts';

const calendarLinkRow = row({
  created_at: instant.nullable(),
  last_read_at: instant.nullable(),
});

export const findLink = (db: Db, person: Person): Promise<CalendarLink | null> =>
  maybeOne(
    db,
    calendarLinkRow,
    sql`
      select f.created_at, f.last_read_at
      from calendar_feeds f
      where f.person_id = ${person.id}
        and f.revoked_at is null
    `,
  );

/** Of two links requested at once the second waits, and is the valid one. */
export const lockOwner = (db: Db, person: Person) =>
  one(db, idRow, sql`select id from people where id = ${person.id} for no key update`);

export const revokeLink = (db: Db, person: Person) =>
  run(
    db,
    sql`
      update calendar_feeds f
      set revoked_at = clock_timestamp()
      where f.person_id = ${person.id}
        and f.revoked_at is null
    `,
  );

export const insertLink = (db: Db, person: Person, hash: Buffer) =>
  run(db, sql`insert into calendar_feeds (person_id, hash) values (${person.id}, ${hash})`);

const feedRow = row({ id: int, person_id: int });
export type Feed = RowOf<typeof feedRow>;

/** The feed, if the link is valid and its owner teaches; else null. */
export const findFeed = (db: Db, hash: Buffer): Promise<Feed | null> =>
  maybeOne(
    db,
    feedRow,
    sql`
      select f.id, f.person_id
      from calendar_feeds f
      join present_staff p on p.id = f.person_id
      where f.hash = ${hash}
        and f.revoked_at is null
        and (p.main_role = 'teacher' or p.as_role = 'teacher')
    `,
  );

/** Notes the reading, to the minute, because apps ask often and all at once. */
export const noteReading = (db: Db, feed: Feed) =>
  run(
    db,
    sql`
      update calendar_feeds f
      set last_read_at = now()
      where f.id = ${feed.id}
        and (f.last_read_at is null or f.last_read_at < now() - interval '1 minute')
    `,
  );

/** The person's meetings since they have the class, of the last year and all to come. */
export const listTaughtMeetings = (db: Db, teacherId: number, now: Date): Promise<TaughtMeeting[]> =>
  many(
    db,
    taughtMeeting,
    sql`
      select k.class_name, c.course_name, m.slot_id, m.on_date, m.starts_at, m.ends_at, m.state, m.reason,
        ${joinLink} as join_link
      from meetings_of(${classesOf(teacherId)}, ${now}::date - 366, ${now}::date + 400) m
      join classes k on k.id = m.class_id and k.deleted_at is null
      join courses c on c.id = m.course_id
      where m.teacher_id = ${teacherId} and m.starts_at >= m.assigned_at
      order by m.starts_at, m.slot_id
    `,
  );

/**
 * Published events of the courses that the person teaches in: those of the last year and all to come. Canceled ones
 * stay and say so, because an entry that just vanishes looks like a mistake of the app.
 */
export const listTaughtEvents = (db: Db, teacherId: number): Promise<TaughtEvent[]> =>
  many(
    db,
    taughtEvent,
    sql`
      select
        e.id, e.event_name, c.course_name, e.starts_at, e.ends_at, e.meeting_link, e.place,
        e.live_status = 'canceled' as is_canceled, e.version
      from events e
      join courses c on c.id = e.course_id
      where e.live_status in ('published', 'canceled')
        and e.deleted_at is null
        and e.ends_at > now() - interval '1 year'
        and c.deleted_at is null
        and ${ownCourses({ id: teacherId, role: 'teacher' })}
      order by e.id
    `,
  );
