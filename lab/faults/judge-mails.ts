// Checks mails: each of a committed write arrived, none of a rolled back one did, and copies have one Message-ID.
import { setTimeout as wait } from 'node:timers/promises';
import { messageIdOf } from '../../server/channels/mail/message.ts';
import type { Tally } from './tally.ts';
import { appUrl } from './world.ts';
import type { World } from './world.ts';

/** In milliseconds. Mails of a killed process go to another one after a minute and a half. */
const patienceMs = 200_000;

/** Waits for the mails to leave and checks them. */
export async function judgeMails(world: World, tally: Tally): Promise<void> {
  await untilSent(world);
  const { rows } = await world.owner.query<{ dedupe_key: string; recipient: string; state: string }>(
    'select dedupe_key, recipient, state from mails',
  );
  const asked = new Map(rows.map((row) => [messageIdOf(row.dedupe_key, appUrl), row]));
  const arrived = new Map(world.peer.accepted.map((mail) => [mail.messageId, mail]));
  for (const [id, { recipient, state }] of asked) {
    if (arrived.has(id) && state === 'sent') continue;
    tally.lost += 1;
    tally.broken.push(`the mail ${id} to ${recipient} is ${state} and ${arrived.has(id) ? 'here' : 'lost'}`);
  }
  for (const [id, { to }] of arrived) {
    if (asked.has(id)) continue;
    tally.doubled += 1;
    tally.broken.push(`the mail ${id} to ${to} was sent and nobody asked for it`);
  }
}

/** Copies with the Message-ID of the first, which are allowed. */
export const copiesOf = ({ peer }: World): number =>
  peer.accepted.length - new Set(peer.accepted.map(({ messageId }) => messageId)).size;

async function untilSent({ owner }: World): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await owner.query<{ n: number }>(
      "select count(*)::int as n from mails where state = 'queued'",
    );
    if (rows[0]?.n === 0 || Date.now() > deadline) return;
    await wait(200);
  }
}
