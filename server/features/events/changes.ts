import type { EventRegistrationState } from '@gurukul/contract/events';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { int, row } from '#server/db/columns.ts';
import { one, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import type { HeldEvent } from './queries.ts';

/* Changes of an event that is held. */

/** `announced`: the students are written to, and so is whoever is registered later. */
export const publish = (tx: Db, { event_id }: HeldEvent, { announced }: { readonly announced: boolean }) =>
  run(
    tx,
    sql`
      update events
      set live_status = 'published',
        announced_at = case when ${announced}::boolean then clock_timestamp() end
      where id = ${event_id}
    `,
  );

const versionRow = row({ version: int });

/** Nobody can be registered any more, so the registration is closed as well. The version it has then. */
export const cancel = async (tx: Db, { event_id }: HeldEvent): Promise<number> => {
  const { version } = await one(
    tx,
    versionRow,
    sql`
      update events
      set live_status = 'canceled',
        registration_status = 'inactive',
        version = version + 1
      where id = ${event_id}
      returning version
    `,
  );
  return version;
};

/** Whoever is registered from now on is written to. */
export const announce = (tx: Db, { event_id }: HeldEvent) =>
  run(
    tx,
    sql`update events set announced_at = coalesce(announced_at, clock_timestamp()) where id = ${event_id}`,
  );

export const remove = (tx: Db, { event_id }: HeldEvent) =>
  run(tx, sql`update events set deleted_at = clock_timestamp() where id = ${event_id}`);

/**
 * How the registration shall stand: as asked, or the other way round. A click that follows its like within two seconds
 * in the same session meant the same; it finds what the first one made.
 */
export function wantedState(event: HeldEvent, asked?: EventRegistrationState): EventRegistrationState {
  if (asked !== undefined) return asked;
  if (event.is_just_switched) return event.registration_status;
  return event.registration_status === 'active' ? 'inactive' : 'active';
}

export async function switchRegistration(
  tx: Db,
  person: Person,
  { event_id, registration_status }: HeldEvent,
  state: EventRegistrationState,
): Promise<void> {
  if (state === registration_status) return;
  await run(
    tx,
    sql`
      update events
      set registration_status = ${state},
        registration_changed_at = clock_timestamp(),
        registration_changed_in = ${person.sessionId}
      where id = ${event_id}
    `,
  );
}
