// What comes from beside the portals: a lock that somebody else holds, one slow table, a process that is stopped, a
// second portal with another key.
import { setTimeout as wait } from 'node:timers/promises';
import { newKey, send, settle, wrongAnswers } from './client.ts';
import { startServer } from './server-process.ts';
import type { Answer } from './client.ts';
import type { ServerProcess } from './server-process.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import { signIn } from './world.ts';
import type { World } from './world.ts';
import type { Action, Write } from './writes.ts';

interface KeyedAction {
  readonly write: Write;
  readonly action: Action;
  readonly key: string;
}

async function prepare(world: World, writes: readonly Write[]): Promise<KeyedAction[]> {
  await Promise.all(world.servers.map((server) => server.ready()));
  const all: KeyedAction[] = [];
  for (const write of writes) all.push({ write, action: await write.prepare(world), key: newKey() });
  return all;
}

/** Sends each again until it is done, and looks whether it was done once. */
async function judge(world: World, sent: readonly KeyedAction[], tally: Tally): Promise<void> {
  const healedAt = performance.now();
  await Promise.all(
    sent.map(async ({ write, action, key }) => {
      const { answer, all } = await settle(world.servers, action.call, action.input, {
        token: action.token,
        key,
      });
      tally.runs += 1;
      tally.recovered.push(performance.now() - healedAt);
      tally.broken.push(...wrongAnswers(all));
      if (answer.status !== 200) tally.broken.push(`${write.name}: ${JSON.stringify(answer)}`);
      const found = await action.found();
      if (found < action.whole) tally.lost += 1;
      if (found > action.whole) tally.doubled += 1;
    }),
  );
}

let added = 0;
const addType = ({ tokens }: World, server: ServerProcess) =>
  send(
    server,
    'courses.add_course_type',
    { type: `Of a stranger ${(added += 1)}` },
    { token: tokens.admin, key: newKey() },
  );

/** Asks every server for its health until the work is done; each must be well within two seconds. */
async function staysWell(world: World, work: Promise<unknown>, tally: Tally): Promise<void> {
  const isOver = { now: false };
  const done = work.finally(() => (isOver.now = true));
  while (!isOver.now) {
    for (const { url } of world.servers) {
      const status = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200 && !isOver.now) tally.broken.push(`health answered ${status}`);
    }
    await wait(250);
  }
  await done;
}

/**
 * Somebody locks the trail, which every write needs, for longer than a statement waits. With many writes at once the
 * pool has no free connection either.
 */
export async function lockByStranger(world: World, writes: readonly Write[], times: number): Promise<Tally> {
  const tally = newTally(`the trail locked by a stranger, ${writes.length * times} writes that wait`);
  const sent = await prepare(
    world,
    Array.from({ length: times }).flatMap(() => writes),
  );
  const stranger = await world.owner.connect();
  await stranger.query('begin; lock table audit_entries in access exclusive mode');
  const work = Promise.all(
    sent.map(({ action, key }, n) =>
      send(world.servers[n % world.servers.length]!, action.call, action.input, { token: action.token, key }),
    ),
  );
  await staysWell(world, Promise.all([work, wait(6_000)]), tally);
  const answers = await work;
  tally.broken.push(...wrongAnswers(answers));
  for (const { status, ms } of answers) {
    if (status === 200) tally.broken.push('a write was done under the lock');
    if (ms > 15_000) tally.broken.push(`answered ${status} after ${Math.round(ms / 1000)} s`);
  }
  await stranger.query('rollback');
  stranger.release();
  await judge(world, sent, tally);
  return tally;
}

/**
 * Somebody locks the marks while rolls are asked for twenty times a second at each portal. Session checks and the list
 * of courses go on (`server/http/limits/places.ts`).
 */
export async function lockOneTable(world: World, seconds: number): Promise<Tally> {
  const tally = newTally('the marks locked by a stranger, 20 rolls a second');
  const { gita, staff, day } = world.school;
  const teacher = await signIn(world.servers[0]!, 'teach@office.test');
  const roll = (server: ServerProcess) =>
    send(
      server,
      'attendance.get_students_attendence',
      { course_admin_id: staff.teach, course_id: gita.id, class_id: gita.morning, attendance_date: day },
      { token: teacher },
    );
  const others = async (server: ServerProcess) => [
    await send(server, 'accounts.get_user_profile', { uid: staff.admin }, { token: world.tokens.admin }),
    await send(server, 'courses.get_all_courses', {}, { token: world.tokens.admin }),
  ];
  const stranger = await world.owner.connect();
  await stranger.query('begin; lock table attendance in access exclusive mode');
  const rolls: Promise<Answer>[] = [];
  const asked: Promise<Answer[]>[] = [];
  let most = 0;
  const until = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < until; n += 1) {
    rolls.push(...world.servers.map(roll));
    if (n % 5 === 0) {
      asked.push(...world.servers.map(others));
      const { rows } = await world.owner.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where relation = 'attendance'::regclass and not granted`,
      );
      most = Math.max(most, rows[0]!.n);
    }
    await wait(50);
  }
  const answers = (await Promise.all(asked)).flat();
  await stranger.query('rollback');
  stranger.release();
  const slow = await Promise.all(rolls);
  tally.runs += answers.length;
  tally.broken.push(...wrongAnswers([...answers, ...slow]));
  for (const { status, ms } of answers)
    if (status !== 200)
      tally.broken.push(`answered ${status} after ${Math.round(ms / 1000)} s beside the lock`);
  // A lock that nobody waits for proves nothing: all places of the noun are taken, of ten connections six.
  if (most < 6 * world.servers.length) tally.broken.push(`only ${most} rolls waited for the lock`);
  const { status, ms } = await roll(world.servers[0]!);
  if (status !== 200) tally.broken.push(`a roll after the lock was answered ${status}`);
  tally.recovered.push(ms);
  return tally;
}

/** A server is stopped in the middle of writes (SIGSTOP) and goes on when others have repeated them. */
export async function stopWorker(world: World, writes: readonly Write[], seconds: number): Promise<Tally> {
  const tally = newTally(`a portal stopped for ${seconds} s in the middle of writes`);
  const sent = await prepare(world, writes);
  const [victim, ...others] = world.servers;
  const first = sent.map(({ action, key }) =>
    send(victim!, action.call, action.input, { token: action.token, key, withinMs: seconds * 1_000 }),
  );
  await wait(30);
  victim!.signal('SIGSTOP');
  const judged = judge({ ...world, servers: others }, sent, tally);
  await wait(seconds * 1_000);
  victim!.signal('SIGCONT');
  await judged;
  await Promise.all(first);
  // What it had begun must not be done a second time.
  await wait(2_000);
  for (const { write, action } of sent)
    if ((await action.found()) !== action.whole) tally.broken.push(`${write.name} was done twice`);
  const { status } = await addType(world, victim!);
  if (status !== 200) tally.broken.push(`the portal that goes on answered ${status}`);
  return tally;
}

/** A second portal with another SECRET_KEY must refuse to start, and leave the first alone. */
export async function otherKey(world: World): Promise<Tally> {
  const tally = newTally('a second portal with another SECRET_KEY');
  tally.runs += 1;
  const server = await startServer({
    isMortal: true,
    env: { ...world.settings, SECRET_KEY: 'another key for trying out faults, 32 bytes or more' },
  });
  const said = await server.ready().then(
    () => 'it serves',
    (error: Error) => error.message,
  );
  await server.stop();
  if (!said.includes('Gurukul cannot start') || !said.includes('SECRET_KEY')) tally.broken.push(said);
  const { status } = await addType(world, world.servers[0]!);
  if (status !== 200) tally.broken.push(`the first portal answered ${status}`);
  return tally;
}
