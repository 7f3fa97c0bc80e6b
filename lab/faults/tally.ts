// The result of a fault, as a row of the table.

export interface Tally {
  readonly fault: string;
  runs: number;
  /** Acknowledged, or repeated by a retry, and not there. */
  lost: number;
  /** Done more than once, or a mail sent as two. */
  doubled: number;
  /** Neither complete nor absent. */
  half: number;
  /** Milliseconds from the fault until a request was served again, one per run. */
  readonly recovered: number[];
  /** All other broken promises, in words. */
  readonly broken: string[];
  /** The reason why it could not be tried here. */
  skipped?: string;
}

export const newTally = (fault: string): Tally => ({
  fault,
  runs: 0,
  lost: 0,
  doubled: 0,
  half: 0,
  recovered: [],
  broken: [],
});

export const isSound = ({ lost, doubled, half, broken }: Tally) =>
  lost + doubled + half === 0 && broken.length === 0;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function recovery({ recovered }: Tally): string {
  const sorted = recovered.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return median === undefined ? '' : `${seconds(median)} / ${seconds(sorted.at(-1) ?? 0)}`;
}

/** In one line, while the next one runs. */
export const inOneLine = (tally: Tally): string =>
  tally.skipped === undefined
    ? `${isSound(tally) ? 'ok  ' : 'FAIL'} ${tally.fault}: ${tally.runs} runs, recovered in ${recovery(tally)}`
    : `     ${tally.fault}: not tried, ${tally.skipped}`;

const header = [
  'Fault',
  'Runs',
  'Lost',
  'Doubled',
  'Half',
  'Otherwise broken',
  'Recovered in (median / longest)',
];

/** A table in Markdown, its columns aligned. */
export function table(tallies: readonly Tally[]): string {
  const rows = tallies.map((tally) =>
    tally.skipped === undefined
      ? [
          tally.fault,
          String(tally.runs),
          String(tally.lost),
          String(tally.doubled),
          String(tally.half),
          String(tally.broken.length),
          recovery(tally),
        ]
      : [tally.fault, `not tried: ${tally.skipped}`, '', '', '', '', ''],
  );
  const widths = header.map((name, n) => Math.max(name.length, ...rows.map((row) => row[n]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}
