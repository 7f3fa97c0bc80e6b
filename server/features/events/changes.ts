import type { EventRegistrationState, MailedPeople } from '@gurukul/contract/events';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { int, row } from '#server/db/columns.ts';
import { one, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { isForRegistered } from './audience.ts';
import type { HeldEvent } from './queries.ts';

/* Changes of an event that the caller has locked. */

interface Publication {
  /** People get a mail, and so does everybody who registers later. */
  readonly announced: boolean;
  readonly to: MailedPeople;
}

export const publish = (tx: Db, { event_id }: HeldEvent, { announced, to }: Publication) =>
  run(
    tx,
    sql`
      update events
      set live_status = 'published',
        announced_at = case when ${announced}::boolean then clock_timestamp() end,
        is_for_registered = ${announced && to === 'registered'}
      where id = ${event_id}
    `,
  );

const versionRow = row({ version: int });

/** Also closes the registration, because nobody can register any more. Returns the new version. */
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

/** From now on everybody who registers gets a mail. What the course was told already stays the course's. */
export const announce = (tx: Db, { event_id }: HeldEvent, to: MailedPeople | undefined) =>
  run(
    tx,
    sql`
      update events e
      set announced_at = coalesce(e.announced_at, clock_timestamp()),
        is_for_registered = ${isForRegistered} and ${to !== 'course'}
      where e.id = ${event_id}
    `,
  );

export const remove = (tx: Db, { event_id }: HeldEvent) =>
  run(tx, sql`update events set deleted_at = clock_timestamp() where id = ${event_id}`);

/**
 * The wanted state of the registration: as requested, or the opposite of the present one. A second click in the same
 * session within two seconds means the same as the first, so it gets the state that the first one set.
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
