// The mail server is down, slow, or breaks off in the middle. The office goes on, and every mail arrives.
import { setTimeout as wait } from 'node:timers/promises';
import type { PeerAnswer } from '../../server/test/smtp-peer.ts';
import { newKey, settle } from './client.ts';
import { judgeMails } from './judge-mails.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';
import type { Write } from './writes.ts';

/** In milliseconds: no request waits for a mail server. */
const answerWithinMs = 5_000;

const troubles = ['down', 'slow', 'cut in the middle', 'cut after its yes'] as const;
type Trouble = (typeof troubles)[number];

export async function troubleMail(world: World, publish: Write): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const trouble of troubles) tallies.push(await troubled(world, publish, trouble));
  return tallies;
}

async function troubled(world: World, publish: Write, trouble: Trouble): Promise<Tally> {
  const tally = newTally(`mail server ${trouble}`);
  const { peer } = world;
  let turn = 0;
  const behaviour: Record<Trouble, () => PeerAnswer | Promise<PeerAnswer>> = {
    down: () => null,
    slow: async () => {
      await wait(1_500);
      return null;
    },
    'cut in the middle': () => ((turn += 1) % 2 === 1 && turn < 6 ? 'cut' : null),
    'cut after its yes': () => ((turn += 1) % 2 === 1 && turn < 6 ? 'keep and cut' : null),
  };
  peer.atMessage = behaviour[trouble];
  if (trouble === 'down') await peer.goDown();
  for (let n = 0; n < 4; n += 1) {
    const action = await publish.prepare(world);
    const { answer } = await settle(world.servers, action.call, action.input, {
      token: action.token,
      key: newKey(),
    });
    tally.runs += 1;
    if (answer.status !== 200 || answer.ms > answerWithinMs)
      tally.broken.push(`publishing was answered ${answer.status} after ${Math.round(answer.ms)} ms`);
  }
  if (trouble === 'down') {
    await wait(5_000);
    await peer.comeUp();
  }
  const mendedAt = performance.now();
  await judgeMails(world, tally);
  tally.recovered.push(performance.now() - mendedAt);
  peer.atMessage = () => null;
  return tally;
}
