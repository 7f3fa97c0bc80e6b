// What happens when machines die, tried on one machine with Debian's packages:
//
//   node deploy/cluster.ts [--staff 24] [--seconds 15] [--rounds 2]
//
// A primary PostgreSQL, a standby that has every commit before it is acknowledged, three portals, and haproxy between
// clients and portals and between portals and whoever is primary (haproxy.cfg). Staff sign in, read and save without a
// pause; meanwhile a portal is killed, all are restarted in turn, the standby dies, and the primary dies, is replaced,
// comes back as what it was, and is made the new one's standby. Afterwards each acknowledged write is looked for.
//
// It stands for the orchestrator that a provider would run (Patroni, pg_auto_failover, a person at night): it asks the
// primary every quarter of a second, takes three silences in a row for death, and promotes the standby. haproxy finds
// the new primary by itself.
//
// Needs postgresql and haproxy, which it installs when it may. Everything lies in a folder of its own, on free ports;
// a cluster that Debian's packages made is not touched. The table goes to deploy/cluster-results.md.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomBytes } from 'node:crypto';
import { patientPool } from '../faults/database.ts';
import { freePort, startServer } from '../faults/server-process.ts';
import type { ServerProcess } from '../faults/server-process.ts';
import { messageIdOf } from '../server/mail/message.ts';
import { openSmtpPeer } from '../server/test/smtp-peer.ts';
import type { SmtpPeer } from '../server/test/smtp-peer.ts';
import { startBalancer } from './cluster/balancer.ts';
import type { Balancer } from './cluster/balancer.ts';
import { foundRoles, newPasswords, Node, own, writeOwned } from './cluster/databases.ts';
import { foundStaff, judge, startLoad, sum, untilFirst } from './cluster/load.ts';
import type { Book, Verdict } from './cluster/load.ts';
import { tryShared } from './cluster/shared.ts';
import { weighRolls } from './cluster/weigh.ts';
import type { Weight } from './cluster/weigh.ts';
import { findPrograms, until } from './cluster/run.ts';

const { values: args } = parseArgs({
  options: {
    staff: { type: 'string', default: '24' },
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '2' },
  },
});
const staffCount = Number(args.staff);
const phaseMs = Number(args.seconds) * 1000;

const letters = ['a', 'b', 'c'] as const;
const watchEveryMs = 250;
const silencesUntilDead = 3;
/** How long an old primary is left alone with what it believes. */
const impostorMs = 5_000;
const lettersMs = 200_000;

const started = performance.now();
const say = (line: string) =>
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

interface Cluster {
  readonly nodes: readonly [Node, Node];
  primary: Node;
  standby: Node;
  readonly portals: readonly [ServerProcess, ServerProcess, ServerProcess];
  readonly balancer: Balancer;
  readonly peer: SmtpPeer;
  readonly url: string;
}

interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

interface Failover {
  readonly dead: string;
  readonly noticed: number;
  readonly promoted: number;
  /** haproxy leads to it. */
  readonly led: number;
  readonly firstWrite: number;
  readonly pause: number;
  readonly streaming: number;
  readonly waitedFor: number;
}

const undo: (() => Promise<unknown>)[] = [];
let closing: Promise<void> | undefined;
/** Whoever asks waits for the same end. */
function close(): Promise<void> {
  closing ??= (async () => {
    for (const step of undo.splice(0).toReversed())
      await step().catch((error: unknown) => say(`while tidying up: ${String(error)}`));
  })();
  return closing;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    say(`${signal}: tidying up`);
    void close().then(() => process.exit(130));
  });

async function main(): Promise<number> {
  const programs = findPrograms(say);
  say(programs.versions);
  const cluster = await bringUp(programs);
  const owner = ownerOf(cluster);
  // Two more, whose accounts the load does not use.
  const staff = await foundStaff(owner, staffCount + 2);
  const [guessed, uploader] = [staff.pop()!, staff.pop()!].toSorted((one) =>
    one.role === 'teacher' ? -1 : 1,
  );
  const shared = await tryShared(cluster.portals, uploader!, guessed!);
  say('The portals share sessions, files and limits');
  const weight = await weighRolls(owner, cluster.portals[0], uploader!);
  await owner.end();

  const load = startLoad(cluster.url, staff);
  // Whoever still works is told, and not waited for.
  undo.push(async () => void load.stop());
  const { book } = load;
  await until('everybody has saved something', async () => book.acknowledged.length > 2 * staffCount);

  const phases: Phase[] = [];
  const failovers: Failover[] = [];
  const during = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    say(name);
    const from = performance.now();
    const result = await work();
    const phase = { name, from, to: performance.now() };
    phases.push(phase);
    const { writes, pause, failed, reasons } = sum(book, phase.from, phase.to);
    say(`  ${writes} writes, longest pause ${pause.toFixed(1)} s, failed: ${told(failed)}`);
    for (const [reason, many] of reasons) say(`    ${many} x ${reason}`);
    return result;
  };

  const before = await transactions(cluster);
  await during('Nothing is disturbed', () => wait(phaseMs));
  const after = await transactions(cluster);
  const share =
    (100 * (after.standby - before.standby)) /
    (after.standby - before.standby + after.primary - before.primary);
  await during('One of three portals is killed', () => killPortal(cluster));
  await during('The three portals are restarted in turn', () => restartInTurn(cluster));
  const alone = await during('The standby dies', () => loseStandby(cluster, book));
  for (let round = 0; round < Number(args.rounds); round += 1)
    failovers.push(
      await during(`The primary dies${round === 0 ? '' : ', and the one that took over'}`, () =>
        losePrimary(cluster, book),
      ),
    );
  await load.stop();
  say('Looking for every acknowledged write');

  const last = ownerOf(cluster);
  const verdict = await judge(last, book, staff);
  const mail = await judgeLetters(last, cluster);
  await last.end();
  const problems = [...book.unseen, ...book.wrong, ...verdict.lost, ...verdict.doubled, ...mail.problems];
  const restarted = phases.find(({ name }) => name.startsWith('The three'))!;
  const { failed } = sum(book, restarted.from, restarted.to);
  if (failed.length > 0) problems.push(`a restart in turn was noticed: ${told(failed)}`);
  for (const problem of problems.slice(0, 40)) say(`  ${problem}`);

  const page = report({
    programs: programs.versions,
    book,
    phases,
    failovers,
    alone,
    shared,
    share,
    weight,
    verdict,
    mail,
    problems,
  });
  say(`\n${page}`);
  await writeFile(new URL('cluster-results.md', import.meta.url), page);
  return problems.length === 0 ? 0 : 1;
}

async function bringUp(programs: ReturnType<typeof findPrograms>): Promise<Cluster> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'gurukul-cluster-')));
  undo.push(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));
  await own(scratch, 0o755);
  const passwords = newPasswords();
  const ports = {
    portal: await freePort(),
    primary: await freePort(),
    portals: [await freePort(), await freePort(), await freePort()] as const,
  };
  await writeOwned(join(scratch, 'passwords'), `*:*:*:gurukul_replication:${passwords.replication}\n`);
  const node = async (name: string) => {
    const made = new Node(name, await freePort(), scratch, programs.bin);
    undo.push(() => made.stop());
    return made;
  };
  const primary = await node('database_a');
  const standby = await node('database_b');

  say('Creating the primary');
  await primary.create();
  await primary.configure({});
  await primary.start();
  await foundRoles(primary, passwords, programs.bin);
  say('Copying it for the standby');
  await standby.copyFrom(primary);
  await standby.configure({ follows: primary });
  await standby.followAtStart();
  await standby.start();
  await waitFor(primary, standby);
  say(`${standby.name} has every commit before it is acknowledged`);

  const balancer = await startBalancer(scratch, ports, [primary, standby], passwords, programs);
  undo.push(() => balancer.stop());
  await leadsTo(balancer, primary);
  const peer = await openSmtpPeer();
  undo.push(() => peer.goDown());

  const url = `http://127.0.0.1:${ports.portal}`;
  const files = join(scratch, 'files');
  await mkdir(files);
  const through = (login: string, port: number) => `postgres://${login}@127.0.0.1:${port}/gurukul`;
  const env = {
    DATABASE_URL: through(`gurukul:${passwords.portal}`, ports.primary),
    DATABASE_OWNER_URL: through(`gurukul_owner:${passwords.owner}`, ports.primary),
    // Both, whoever follows: the portal finds out which of them may answer.
    DATABASE_REPLICA_URLS: [primary, standby]
      .map(({ port }) => through(`gurukul:${passwords.portal}`, port))
      .join(','),
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: files,
    APP_URL: url,
    TRUSTED_PROXY: 'loopback',
    SMTP_URL: peer.url,
    MAIL_FROM: 'office@portal.example.org',
    // All of the staff comes from one address here.
    LIMIT_REQUESTS_PER_MINUTE: '1000000',
    LIMIT_PUBLIC_REQUESTS_PER_MINUTE: '1000000',
  };
  const start = async (port: number) => {
    const portal = await startServer({ env, port });
    undo.push(() => portal.stop());
    return portal;
  };
  const portals = [
    await start(ports.portals[0]),
    await start(ports.portals[1]),
    await start(ports.portals[2]),
  ] as const;
  await Promise.all(portals.map((portal) => portal.ready()));
  await until('haproxy finds three healthy portals', async () =>
    [...(await balancer.states('portals')).values()].every((state) => state === 'UP'),
  );
  say('Three portals answer behind haproxy');
  return { nodes: [primary, standby], primary, standby, portals, balancer, peer, url };
}

const ownerOf = ({ primary }: Cluster) => patientPool({ ...primary.connection, database: 'gurukul' });

/** From now on each commit is acknowledged when the standby has it too. */
async function waitFor(primary: Node, standby: Node): Promise<void> {
  await primary.configure({ waitsFor: standby });
  await primary.reload();
  await until(`${primary.name} waits for ${standby.name}`, () => standby.isWaitedFor(primary));
}

/** How many statements of the portals each database has ended, by now. */
async function transactions({ primary, standby }: Cluster): Promise<{ primary: number; standby: number }> {
  // Counted by each process when it has been idle for a moment.
  const of = async (node: Node) => {
    const [row] = await node.ask<{ n: string }>(
      "select xact_commit as n from pg_stat_database where datname = 'gurukul'",
    );
    return Number(row?.n);
  };
  return { primary: await of(primary), standby: await of(standby) };
}

const nameInBalancer = ({ name }: Node) => name.replace('_', '-');

/** Until connections go to this one and to no other. */
async function leadsTo(balancer: Balancer, primary: Node): Promise<void> {
  await until(`haproxy leads to ${primary.name} alone`, async () =>
    [...(await balancer.states('primary'))].every(
      ([name, state]) => (state === 'UP') === (name === nameInBalancer(primary)),
    ),
  );
}

/** As a service manager would, it starts the portal again a moment later. */
async function killPortal({ portals, balancer }: Cluster): Promise<void> {
  portals[1].kill();
  await wait(phaseMs);
  await portals[1].ready();
  await until(
    'haproxy takes it back',
    async () => (await balancer.states('portals')).get('portal-b') === 'UP',
  );
}

/** What a deployment does with each portal: no new requests, its last answers, a new process, requests again. */
async function restartInTurn({ portals, balancer }: Cluster): Promise<void> {
  for (const [n, portal] of portals.entries()) {
    const server = `portal-${letters[n]}`;
    await balancer.command(`set server portals/${server} state drain`);
    await until(
      `${server} has no request left`,
      async () => (await balancer.running('portals', server)) === 0,
    );
    await portal.restart();
    await balancer.command(`set server portals/${server} state ready`);
    await until(
      `haproxy takes ${server} back`,
      async () => (await balancer.states('portals')).get(server) === 'UP',
    );
  }
}

/** Answers the seconds in which nothing could be acknowledged. */
async function loseStandby(cluster: Cluster, book: Book): Promise<number> {
  const { primary, standby } = cluster;
  const from = performance.now();
  await standby.kill();
  // Nobody else has the next commits. Waiting for ever is right until somebody decides that going on alone is better.
  await until('the standby is found to be away', async () => !(await standby.isWaitedFor(primary)));
  await wait(silencesUntilDead * watchEveryMs);
  await primary.configure({});
  await primary.reload();
  say('  the primary goes on alone');
  await wait(phaseMs / 3);
  const { pause } = sum(book, from, performance.now());
  await standby.start();
  await waitFor(primary, standby);
  say('  the standby is back and waited for');
  await leadsTo(cluster.balancer, primary);
  await wait(phaseMs / 3);
  return pause;
}

async function losePrimary(cluster: Cluster, book: Book): Promise<Failover> {
  const { primary: old, standby: next, balancer } = cluster;
  const killed = performance.now();
  const since = () => performance.now() - killed;
  await old.kill();

  for (let silences = 0; silences < silencesUntilDead;) {
    silences = (await old.answers(1)) ? 0 : silences + 1;
    await wait(watchEveryMs);
  }
  const noticed = since();
  // It has every commit that was acknowledged. It must not wait for the dead one, or it would acknowledge nothing.
  await next.configure({});
  await next.reload();
  await next.promote();
  const promoted = since();
  say(`  ${next.name} is primary ${inSeconds(promoted)} after ${old.name} died`);
  await until(
    `haproxy finds ${next.name}`,
    async () => (await balancer.states('primary')).get(nameInBalancer(next)) === 'UP',
    { everyMs: 20 },
  );
  const led = since();
  cluster.primary = next;
  cluster.standby = old;
  await until('a write is acknowledged again', async () => untilFirst(book, killed) < Infinity);
  const firstWrite = untilFirst(book, killed) * 1000;
  await wait(phaseMs);
  const pause = sum(book, killed, performance.now()).pause * 1000;
  await leadsTo(balancer, next);

  await admitNobody(cluster, old);

  await old.stop();
  const rewinding = performance.now();
  await old.configure({ follows: next });
  await old.rewindTo(next);
  await old.followAtStart();
  await next.offerSlot();
  await old.start();
  await old.dropSlot();
  await until(`${old.name} streams`, async () => {
    const rows = await next.ask('select 1 from pg_stat_replication where state = $$streaming$$');
    return rows.length === 1;
  });
  const streaming = performance.now() - rewinding;
  const left = await old.ask<{ found: string | null }>("select to_regclass('impostor')::text as found");
  if (left[0]?.found !== null) throw new Error('what only the old primary had is still there');
  await waitFor(next, old);
  const waitedFor = since();
  say(`  ${old.name} was rewound and follows ${next.name}, which waits for it again`);
  await leadsTo(balancer, next);
  await wait(phaseMs / 3);
  return {
    dead: old.name,
    noticed,
    promoted,
    led,
    firstWrite,
    pause,
    streaming,
    waitedFor,
  };
}

/**
 * The old primary starts by itself as what it was, as a machine does that has its power back. Nobody may be led to it,
 * and it may acknowledge nothing: it waits for a standby that has become primary.
 */
async function admitNobody({ balancer }: Cluster, old: Node): Promise<void> {
  await old.start();
  const [believes] = await old.ask<{ is: boolean }>('select not pg_is_in_recovery() as is');
  if (!believes?.is) throw new Error(`${old.name} does not believe to be primary: nothing was tried`);
  const acknowledged = old.ask('create table impostor ()', impostorMs / 1000).then(
    () => true,
    () => false,
  );
  const until = performance.now() + impostorMs;
  while (performance.now() < until) {
    const state = (await balancer.states('primary')).get(nameInBalancer(old));
    if (state === 'UP') throw new Error(`haproxy leads to ${old.name}, which is primary no more`);
    // Portals ask whether it is a replica; nobody may write.
    const writers = await old.ask<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where usename like 'gurukul%' and backend_xid is not null",
    );
    if (writers[0]?.n !== 0) throw new Error(`${old.name} is primary no more, and portals write on it`);
    await wait(200);
  }
  if (await acknowledged) throw new Error(`${old.name} acknowledged a write that nobody else has`);
  say(`  ${old.name} came back as a primary: nobody was led to it, and it acknowledged nothing`);
}

/** Every letter that was asked for arrived; copies are allowed under the same Message-ID only. */
async function judgeLetters(owner: ReturnType<typeof ownerOf>, { peer, url }: Cluster) {
  const waiting = async () =>
    (await owner.query<{ n: number }>("select count(*)::int as n from mails where state = 'queued'")).rows[0]
      ?.n;
  await until('no letter waits', async () => (await waiting()) === 0, { withinMs: lettersMs, everyMs: 500 });
  const { rows } = await owner.query<{ dedupe_key: string; state: string }>(
    'select dedupe_key, state from mails',
  );
  const arrived = new Set(peer.accepted.map(({ messageId }) => messageId));
  const asked = new Set(rows.map(({ dedupe_key }) => messageIdOf(dedupe_key, url)));
  return {
    letters: asked.size,
    copies: peer.accepted.length - arrived.size,
    problems: [
      ...[...asked].filter((id) => !arrived.has(id)).map((id) => `the letter ${id} did not arrive`),
      ...[...arrived].filter((id) => !asked.has(id ?? '')).map((id) => `nobody asked for the letter ${id}`),
    ],
  };
}

function told(failed: readonly { status: number; many: number }[]): string {
  if (failed.length === 0) return 'none';
  return failed.map(({ status, many }) => `${many} x ${status === 0 ? 'broken off' : status}`).join(', ');
}

const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

interface Findings {
  readonly programs: string;
  readonly book: Book;
  readonly phases: readonly Phase[];
  readonly failovers: readonly Failover[];
  readonly alone: number;
  readonly shared: string;
  /** Of all transactions while nothing is disturbed, per cent. */
  readonly share: number;
  readonly weight: Weight;
  readonly verdict: Verdict;
  readonly mail: { readonly letters: number; readonly copies: number };
  readonly problems: readonly string[];
}

function report({
  programs,
  book,
  phases,
  failovers,
  alone,
  shared,
  share,
  weight,
  verdict,
  mail,
  problems,
}: Findings): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${availableParallelism()} x ${cpus()[0]?.model.trim()}, ${memory} GB, Node ${process.versions.node}, ${programs}, load ${loadavg()[1]?.toFixed(0)}`;
  const rows = phases.map((phase) => {
    const { requests, writes, failed, pause, p99, seconds } = sum(book, phase.from, phase.to);
    return [
      phase.name,
      `${seconds.toFixed(0)} s`,
      String(requests),
      String(writes),
      told(failed),
      `${pause.toFixed(1)} s`,
      `${Math.round(p99)} ms`,
    ];
  });
  const deaths = failovers.map((one) => [
    one.dead,
    inSeconds(one.noticed),
    inSeconds(one.promoted),
    inSeconds(one.led),
    inSeconds(one.firstWrite),
    inSeconds(one.pause),
    inSeconds(one.streaming),
    inSeconds(one.waitedFor),
  ]);
  return `# When machines die

Written by \`node deploy/cluster.ts\` on ${new Date().toISOString().slice(0, 10)}, on ${machine}. ${staffCount} people at work, on three portals, a primary and a standby that has every commit before it is acknowledged.

**${verdict.acknowledged} writes acknowledged: ${verdict.lost.length} lost, ${verdict.doubled.length} doubled.** ${book.unseen.length} of them not seen by the next read of whoever saved. ${mail.letters} letters asked for, all arrived${mail.copies === 0 ? ' once' : `; ${mail.copies} came again under the same Message-ID, from a portal that was killed before it heard the answer`}. Otherwise wrong: ${problems.length}.

${table(['What happened', 'For', 'Requests', 'Writes acknowledged', 'Requests that failed and were sent again', 'Longest time without an acknowledged write', '99 of 100 answered within'], rows)}

${shared} While nothing was disturbed, the standby answered ${share.toFixed(0)}% of all transactions.

A roll of ${weight.students} students is ${kb(weight.log)} of write-ahead log; one mark takes ${Math.round(weight.mark)} bytes of table and indexes, and ${Math.round(weight.trail)} of the audit trail (rolls saved one after the other, after a checkpoint).

Without its standby the primary acknowledged nothing for ${alone.toFixed(1)} s, until it was told to go on alone.

${table(['Killed as primary', 'Noticed after', 'Standby promoted after', 'haproxy leads there after', 'First write after', 'Longest pause', 'Rewound and streaming within', 'Two copies of everything again after'], deaths)}

Each dead primary was started again as what it had been, for ${impostorMs / 1000} s: haproxy led nobody to it, and a commit on it was not acknowledged. \`pg_rewind\` took away what it alone had.
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, n) => Math.max(name.length, ...rows.map((row) => row[n]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  // What fails while everything is being taken down is no news.
  if (closing === undefined) say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
} finally {
  await close();
}
process.exit();
