// Clocks that are set forward and back under running servers, by Debian's faketime.
import { existsSync, globSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newKey, send, settle } from './client.ts';
import { copiesOf, judgeMails } from './judge-mails.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import { newFolder, openWorld, signIn } from './world.ts';
import type { World } from './world.ts';
import { beginFile, pdf, putFile } from './writes.ts';
import type { Write } from './writes.ts';

const library = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1').find((path) => existsSync(path));

interface Clock {
  readonly env: Readonly<Record<string, string>>;
  /** `+1d`, `-1h`, `+0`: relative to the true time. Takes effect within two seconds. */
  set(offset: string): Promise<void>;
}

async function openClock(folder: string, preload: string): Promise<Clock> {
  const file = join(folder, 'clock');
  const write = async (offset: string) => {
    await writeFile(file, `${offset}\n`);
    await chmod(file, 0o644);
  };
  await write('+0');
  return {
    env: {
      LD_PRELOAD: preload,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Timers and waits use a clock that nobody can set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    async set(offset) {
      await write(offset);
      await wait(2_500);
    },
  };
}

const missing = 'faketime is not installed';

/** The clock of the whole machine: servers and database together. */
export async function stepTheClock(publish: Write): Promise<Tally> {
  const tally = newTally('clock of the machine a day forward and back');
  const preload = library();
  if (preload === undefined) return { ...tally, skipped: missing };
  const folder = await newFolder();
  const clock = await openClock(folder, preload);
  const world = await openWorld({ env: clock.env, databaseEnv: clock.env });
  try {
    await checkClock(world, clock, tally);
    await checkSessions(world, clock, tally);
    await checkCodes(world, clock, tally);
    await checkMails(world, clock, publish, tally);
    return tally;
  } finally {
    await world.close();
    await rm(folder, { recursive: true });
  }
}

/** Checks the clock itself, because a clock that does not move would let everything pass. */
async function checkClock({ owner }: World, clock: Clock, tally: Tally): Promise<void> {
  await clock.set('+1d');
  const { rows } = await owner.query<{ hours: number }>(
    'select extract(epoch from clock_timestamp())::float8 / 3600 as hours',
  );
  if (Math.abs((rows[0]?.hours ?? 0) - Date.now() / 3_600_000 - 24) > 0.1)
    tally.broken.push('the clock of the database does not step');
  await clock.set('+0');
}

const isSignedIn = async (world: World, token: string) => {
  const { status } = await send(world.servers[0]!, 'attendance.get_rolls', {}, { token });
  return status;
};

async function checkSessions(world: World, clock: Clock, tally: Tally): Promise<void> {
  const server = world.servers[0]!;
  const expect = async (token: string, status: number, what: string) => {
    tally.runs += 1;
    const found = await isSignedIn(world, token);
    if (found !== status) tally.broken.push(`${what}: answered ${found} instead of ${status}`);
  };
  const today = await signIn(server, 'own@office.test');
  const unused = await signIn(server, 'own@office.test');
  await expect(today, 200, 'a session of now');
  await clock.set('+1d');
  await expect(today, 401, 'a session a day later');
  const tomorrows = await signIn(server, 'own@office.test');
  await clock.set('+0');
  await expect(today, 401, 'an ended session, the clock set back');
  await expect(tomorrows, 401, 'a session from the future');
  await clock.set('-1d');
  await expect(unused, 401, 'a session, the clock set back before its beginning');
  await clock.set('+0');
  await expect(unused, 401, 'the same at its true time');
  const again = await signIn(server, 'own@office.test');
  await expect(again, 200, 'a session of now');
}

async function checkCodes(world: World, clock: Clock, tally: Tally): Promise<void> {
  const server = world.servers[0]!;
  const email_id = 'teach@office.test';
  for (const offset of ['+11m', '-1h']) {
    tally.runs += 1;
    const mails = world.peer.accepted.length;
    const sent = await send(server, 'accounts.forgetPassword_otp_send', { email_id });
    const otp = String(sent.body['otp']);
    while (world.peer.accepted.length === mails) await wait(50);
    const code = /\b\d{4}\b/.exec(world.peer.accepted.at(-1)?.text ?? '')?.[0] ?? '';
    const verify = () => send(server, 'accounts.forgetPassword_otp_verify', { email_id, otp, code });
    await clock.set(offset);
    const late = await verify();
    await clock.set('+0');
    if (code === '' || late.body['message'] !== 'failed')
      tally.broken.push(`a code at ${offset} was answered ${late.status} ${JSON.stringify(late.body)}`);
  }
}

/** Mails requested at one time and sent at another leave once. */
async function checkMails(world: World, clock: Clock, publish: Write, tally: Tally): Promise<void> {
  const tell = async () => {
    const own = await signIn(world.servers[0]!, 'own@office.test');
    const action = await publish.prepare({ ...world, tokens: { ...world.tokens, own } });
    tally.runs += 1;
    const { answer } = await settle(world.servers, action.call, action.input, { token: own, key: newKey() });
    if (answer.status !== 200) tally.broken.push(`publishing ended with ${JSON.stringify(answer)}`);
  };
  for (let n = 0; n < 3; n += 1) await tell();
  await clock.set('+1d');
  await tell();
  await judgeMails(world, tally);
  await clock.set('+0');
  await tell();
  await judgeMails(world, tally);
  const copies = copiesOf(world);
  if (copies > 0) {
    tally.doubled += copies;
    tally.broken.push(`${copies} mails were sent twice`);
  }
}

/** The server's clock alone. Times judged by the database stay right; the server's signatures expire. */
export async function stepTheServer(): Promise<Tally> {
  const tally = newTally('clock of the server alone a day forward and back');
  const preload = library();
  if (preload === undefined) return { ...tally, skipped: missing };
  const folder = await newFolder();
  const clock = await openClock(folder, preload);
  const world = await openWorld({ servers: 1, env: clock.env });
  const server = world.servers[0]!;
  try {
    for (const offset of ['+1d', '-1d']) {
      tally.runs += 1;
      const offer = await beginFile(world, pdf);
      await clock.set(offset);
      if ((await isSignedIn(world, world.tokens.own)) !== 200)
        tally.broken.push(`a session ended with the server at ${offset}`);
      const put = await putFile(server, offer, pdf);
      if (put !== 403) tally.broken.push(`an upload link at ${offset} was answered ${put}`);
      const foreign = await beginFile(world, pdf);
      await clock.set('+0');
      const revived = await putFile(server, foreign, pdf);
      if (revived !== 403) tally.broken.push(`an upload link from ${offset} was answered ${revived}`);
      const late = await putFile(server, offer, pdf);
      if (late !== 204) tally.broken.push(`an upload link of now was answered ${late}`);
    }
    return tally;
  } finally {
    await world.close();
    await rm(folder, { recursive: true });
  }
}
