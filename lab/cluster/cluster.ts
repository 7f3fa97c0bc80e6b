// What happens when machines die, tried on one machine with Debian's packages:
//
//   node lab/cluster/cluster.ts [--staff 24] [--seconds 15] [--cuts 1]
//
// Three machines with PostgreSQL under Patroni and etcd, three portals, and two haproxies between clients and portals
// and between portals and the database that leads (deploy/haproxy.cfg, deploy/patroni.yml). Staff sign in, read and save
// without a pause; meanwhile a portal is killed, all are restarted in turn, a balancer is killed, a member of etcd dies,
// then two of three, a standby dies, the leader dies, and the next leaders are cut off from the others, `cuts` times.
// Afterwards, also when the machines no longer agree, each acknowledged write is looked for.
//
// Needs root, for networks of its own, and Debian's packages, which it installs. Everything lies in a folder of its own;
// a cluster that Debian's packages made is not touched. The table goes to lab/cluster/results.md.
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { atEnd, endAll, isEnding } from '../faults/ending.ts';
import { messageIdOf } from '../../server/channels/mail/message.ts';
import { bringUp, ownerOf } from './bring-up.ts';
import type { Cluster } from './bring-up.ts';
import {
  cutLeaderOff,
  killBalancer,
  killPortal,
  loseEtcd,
  loseLeader,
  loseQuorum,
  loseStandby,
  restartInTurn,
} from './deaths.ts';
import { foundStaff, judge, startLoad, sum } from './load.ts';
import { report, say, told } from './report.ts';
import type { Failover, Phase } from './report.ts';
import { findPrograms } from './run.ts';
import { until } from '../faults/until.ts';
import { tryShared } from './shared.ts';
import { weighRolls } from './weigh.ts';

const { values: args } = parseArgs({
  options: {
    staff: { type: 'string', default: '24' },
    seconds: { type: 'string', default: '15' },
    cuts: { type: 'string', default: '1' },
  },
});
const staffCount = Number(args.staff);
const phaseMs = Number(args.seconds) * 1000;

const mailsMs = 200_000;

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

  const load = startLoad(cluster.urls, staff);
  // Running work is stopped, and not waited for.
  atEnd(async () => void load.stop());
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

  await during('Nothing is disturbed', () => wait(phaseMs));
  await during('One of three portals is killed', () => killPortal(cluster, phaseMs));
  await during('The three portals are restarted in turn', () => restartInTurn(cluster));
  await during('One of two balancers is killed', () => killBalancer(cluster, phaseMs));
  await during('The leader’s member of etcd dies', () => loseEtcd(cluster, phaseMs));
  await during('The standby that has every commit dies', () => loseStandby(cluster, phaseMs));
  const unsettled: string[] = [];
  try {
    await during('Two of three members of etcd die', () => loseQuorum(cluster));
    failovers.push(await during('The leading database dies', () => loseLeader(cluster, book, phaseMs)));
    for (let cut = 0; cut < Number(args.cuts); cut += 1)
      failovers.push(
        await during('The leading database is cut off', () => cutLeaderOff(cluster, book, phaseMs)),
      );
  } catch (error) {
    // What was acknowledged until then is judged all the same.
    unsettled.push(`${phases.at(-1)?.name ?? ''}, and then: ${String(error)}`);
  }
  await load.stop();
  say('Looking for every acknowledged write');

  const last = ownerOf(cluster);
  const verdict = await judge(last, book, staff);
  const mail = await judgeMails(last, cluster);
  await last.end();
  const problems = [
    ...unsettled,
    ...book.unseen,
    ...book.wrong,
    ...verdict.lost,
    ...verdict.doubled,
    ...mail.problems,
  ];
  const restarted = phases.find(({ name }) => name.startsWith('The three'))!;
  const { failed } = sum(book, restarted.from, restarted.to);
  if (failed.length > 0) problems.push(`a restart in turn was noticed: ${told(failed)}`);
  for (const problem of problems.slice(0, 40)) say(`  ${problem}`);

  const page = report({
    staff: staffCount,
    programs: programs.versions,
    book,
    phases,
    failovers,
    shared,
    weight,
    verdict,
    mail,
    problems,
  });
  say(`\n${page}`);
  await writeFile(new URL('results.md', import.meta.url), page);
  return problems.length === 0 ? 0 : 1;
}

/** Every requested mail arrived. Copies must have the same Message-ID. */
async function judgeMails(owner: ReturnType<typeof ownerOf>, { peer, urls }: Cluster) {
  const waiting = async () =>
    (await owner.query<{ n: number }>("select count(*)::int as n from mails where state = 'queued'")).rows[0]
      ?.n;
  await until('no mail waits', async () => (await waiting()) === 0, { withinMs: mailsMs, everyMs: 500 });
  const { rows } = await owner.query<{ dedupe_key: string; state: string }>(
    'select dedupe_key, state from mails',
  );
  const arrived = new Set(peer.accepted.map(({ messageId }) => messageId));
  const asked = new Set(rows.map(({ dedupe_key }) => messageIdOf(dedupe_key, urls[0]!)));
  return {
    mails: asked.size,
    copies: peer.accepted.length - arrived.size,
    problems: [
      ...[...asked].filter((id) => !arrived.has(id)).map((id) => `the mail ${id} did not arrive`),
      ...[...arrived].filter((id) => !asked.has(id ?? '')).map((id) => `nobody asked for the mail ${id}`),
    ],
  };
}

try {
  process.exitCode = await main();
} catch (error) {
  // Failures during the shutdown mean nothing.
  if (!isEnding()) say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
} finally {
  await endAll();
}
process.exit();
