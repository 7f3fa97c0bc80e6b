import type { RegistrationIntake } from '@gurukul/contract/intake';
import type { Db } from '#server/db/pool.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { holdEventsToJoin, register, whyNotJoin } from '../events/register.ts';
import { studentsOf, unknownStudent } from './look-up.ts';
import { rejected, repeated, twice } from './results.ts';
import type { ItemResult } from './results.ts';

const refusals = {
  canceled: rejected('event_canceled'),
  closed: rejected('registration_is_closed'),
};

/** Registers known students for open events, each once. */
export async function takeRegistrations(
  tx: Db,
  mail: Mailer,
  items: readonly RegistrationIntake[],
): Promise<ItemResult[]> {
  const held = await holdEventsToJoin(
    tx,
    items.map((item) => item.event_id),
  );
  const events = new Map(held.map((event) => [event.event_id, event]));
  const students = await studentsOf(tx, items);
  const again = repeated(
    items.map(({ event_id: event, email_id: email, person_ref: ref = '' }) =>
      JSON.stringify([event, email.toLowerCase(), ref]),
    ),
  );

  const judged = items.map((item, index) => {
    const event = events.get(item.event_id);
    const studentId = students[index] ?? unknownStudent;
    if (again.has(index)) return twice;
    if (event === undefined) return rejected('no_such_event');
    const refusal = whyNotJoin(event, { by: 'public' });
    if (refusal !== null) return refusals[refusal];
    if (typeof studentId !== 'number') return studentId;
    return { event, studentId };
  });

  const joining = judged.filter((item) => 'event' in item);
  const registered = await register(tx, mail, joining, null);
  const byPair = new Map(registered.map((row) => [`${row.event_id} ${row.student_id}`, row]));
  return judged.map((item) => {
    if (!('event' in item)) return item;
    const row = byPair.get(`${item.event.event_id} ${item.studentId}`);
    return { outcome: row?.is_new === true ? 'created' : 'unchanged', id: row?.id ?? null };
  });
}
