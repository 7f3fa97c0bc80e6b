import type { RegistrationIntake } from '@gurukul/contract/intake';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { studentsByEmail, unknownStudent } from './look-up.ts';
import { rejected, repeated, twice } from './results.ts';
import type { Judged } from './results.ts';

interface OpenEvent {
  readonly id: number;
  readonly is_canceled: boolean;
  readonly is_open: boolean;
}

/** Held until the registrations are saved, so that none is added to an event that is closed at this moment. */
const holdEvents = (tx: Db, ids: readonly number[]): Promise<OpenEvent[]> =>
  many<OpenEvent>(
    tx,
    sql`
      select e.id, e.live_status = 'canceled' as is_canceled, e.registration_status = 'active' as is_open
      from events e
      where e.id = any(${ids}::bigint[])
        and e.deleted_at is null
      order by e.id
      for share
    `,
  );

interface Registered {
  readonly id: number;
  readonly event_id: number;
  readonly student_id: number;
  readonly is_new: boolean;
}

const writeRegistrations = (
  tx: Db,
  pairs: readonly { readonly eventId: number; readonly studentId: number }[],
): Promise<Registered[]> =>
  many<Registered>(
    tx,
    sql`
      with given as (
        select g.event_id, g.student_id
        from unnest(
          ${pairs.map(({ eventId }) => eventId)}::bigint[], ${pairs.map(({ studentId }) => studentId)}::bigint[]
        ) as g (event_id, student_id)
      ),
      added as (
        insert into event_registrations (event_id, student_id)
        select g.event_id, g.student_id from given g
        on conflict (event_id, student_id) where removed_at is null do nothing
        returning id, event_id, student_id
      )
      select a.id, a.event_id, a.student_id, true as is_new from added a
      union all
      select r.id, r.event_id, r.student_id, false
      from event_registrations r
      join given g on g.event_id = r.event_id and g.student_id = r.student_id
      where r.removed_at is null
    `,
  );

/** Known students into open events, each once. */
export async function takeRegistrations(tx: Db, items: readonly RegistrationIntake[]): Promise<Judged[]> {
  const events = new Map(
    (
      await holdEvents(
        tx,
        items.map((item) => item.event_id),
      )
    ).map((event) => [event.id, event]),
  );
  const students = await studentsByEmail(
    tx,
    items.map((item) => item.email_id),
  );
  const again = repeated(items.map((item) => `${item.event_id} ${item.email_id.toLowerCase()}`));

  const judged = items.map((item, index) => {
    const event = events.get(item.event_id);
    const studentId = students.get(item.email_id.toLowerCase());
    if (again.has(index)) return twice;
    if (event === undefined) return rejected('There is no such event');
    if (event.is_canceled) return rejected('This event is canceled');
    if (!event.is_open) return rejected('Registration for this event is closed');
    if (studentId === undefined) return unknownStudent;
    return { eventId: event.id, studentId };
  });

  const written = await writeRegistrations(
    tx,
    judged.filter((item) => 'eventId' in item),
  );
  const byPair = new Map(written.map((row) => [`${row.event_id} ${row.student_id}`, row]));
  return judged.map((item) => {
    if (!('eventId' in item)) return item;
    const row = byPair.get(`${item.eventId} ${item.studentId}`);
    return { outcome: row?.is_new === true ? 'created' : 'unchanged', id: row?.id ?? null };
  });
}
