import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { kilobytes } from '../bench/figures.ts';
import { tableOf } from '../bench/markdown.ts';
import { sum } from './load.ts';
import type { Book, Verdict } from './load.ts';
import type { Weight } from './weigh.ts';

const started = performance.now();

/** Prints the present step, with the seconds since the start. */
export const say = (line: string) =>
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

export interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Milliseconds: since the leader was lost, without an acknowledged write, and until it followed after its return. */
export interface Failover {
  readonly what: string;
  readonly elected: number;
  /** haproxy leads to the new one. */
  readonly led: number;
  readonly pause: number;
  readonly back: number;
}

export function told(failed: readonly { status: number; many: number }[]): string {
  if (failed.length === 0) return 'none';
  return failed.map(({ status, many }) => `${many} x ${status === 0 ? 'broken off' : status}`).join(', ');
}

export interface Findings {
  readonly staff: number;
  readonly programs: string;
  readonly book: Book;
  readonly phases: readonly Phase[];
  readonly failovers: readonly Failover[];
  readonly shared: string;
  readonly weight: Weight;
  readonly verdict: Verdict;
  readonly mail: { readonly mails: number; readonly copies: number };
  readonly problems: readonly string[];
}

/** The page with the results. */
export function report({
  staff,
  programs,
  book,
  phases,
  failovers,
  shared,
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
  const replaced = failovers.map((one) => [
    one.what,
    inSeconds(one.elected),
    inSeconds(one.led),
    inSeconds(one.pause),
    inSeconds(one.back),
  ]);
  return `# When machines die

Written by \`node lab/cluster/cluster.ts\` on ${new Date().toISOString().slice(0, 10)}, on ${machine}. ${staff} people at work on three portals and three databases under Patroni: one leads, and one of the others has every commit before it is acknowledged.

**${verdict.acknowledged} writes acknowledged: ${verdict.lost.length} lost, ${verdict.doubled.length} doubled.** ${book.unseen.length} of them missing from the next read of the same person. ${mail.mails} mails written, all arrived${mail.copies === 0 ? ' once' : `; ${mail.copies} came again under the same Message-ID, from a portal that was killed before it heard the answer`}. Otherwise wrong: ${problems.length}.

${tableOf(['What happened', 'For', 'Requests', 'Writes acknowledged', 'Requests that failed and were sent again', 'Longest time without an acknowledged write', '99 of 100 answered within'], rows)}

${shared}

A roll of ${weight.students} students is ${kilobytes(weight.log)} of write-ahead log; one mark takes ${Math.round(weight.mark)} bytes of table and indexes, and ${Math.round(weight.trail)} of the audit trail (rolls saved one after the other, after a checkpoint).

${tableOf(['What happened', 'Another one led after', 'haproxy led there after', 'Longest pause', 'Followed after its return within'], replaced)}

At no moment did two databases say that they lead.
`;
}
