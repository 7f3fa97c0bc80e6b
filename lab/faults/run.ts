// `npm run faults`: every fault, then a table in lab/faults/results.md. `npm run faults -- clock disk` tries some of
// them and writes nothing. Exits with 1 when anything was lost, doubled or otherwise broken.
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { faults } from './all.ts';
import { inOneLine, isSound, newTally, table } from './tally.ts';
import type { Tally } from './tally.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !faults.some((fault) => fault.name === name));
if (unknown !== undefined) {
  console.error(
    `There is no fault called ${unknown}; there are ${faults.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}

const tallies: Tally[] = [];
for (const { name, run } of faults) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = Date.now();
  try {
    await run((done) => {
      tallies.push(...done);
      for (const tally of done) console.log(inOneLine(tally));
    });
  } catch (error) {
    const tally = newTally(name);
    tally.broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    tallies.push(tally);
  }
  console.log(`${name}: ${Math.round((Date.now() - started) / 1000)} s`);
}

console.log(`\n${table(tallies)}`);
for (const { fault, broken } of tallies) for (const text of broken) console.log(`${fault}: ${text}`);
const isAll = wanted.length === 0;
if (isAll) await writeFile(new URL('results.md', import.meta.url), page());
process.exit(tallies.every(isSound) ? 0 : 1);

function page(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${availableParallelism()} x ${cpus()[0]?.model.trim()}, ${memory} GB, Node ${process.versions.node}`;
  return `# What faults do

Written by \`npm run faults\` on ${new Date().toISOString().slice(0, 10)}, on ${machine}. Lost: acknowledged and not there. Doubled: done twice under one Idempotency-Key, or a mail that nobody asked for. Half: neither there nor absent. Otherwise broken: a wrong answer, a wrong status of health, a secret that outlived its time. Recovered: from the fault, or where something was away, from its return, until the same request was served.

${table(tallies)}
`;
}
