import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { findNode, root } from '../setup.mjs';
import { failuresIn } from './failures.mjs';

export const results = `${root}/.cache/test-results`;

export function clearResults() {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
}

export function reportIn(name) {
  const file = `${results}/${name}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/**
 * Runs one tool of node_modules and answers whether it succeeded. Its output is shown in one piece at the end, so that
 * parallel steps stay readable. The failures stand above it.
 */
export function run(title, file, args, { report, settings = {}, isPatient = false } = {}) {
  const started = Date.now();
  const PATH = `${root}/node_modules/.bin:${process.env.PATH}`;
  return new Promise((resolve) => {
    const child = spawn(findNode(), [`${root}/node_modules/${file}`, ...args], {
      cwd: root,
      env: { ...process.env, PATH, ...settings },
    });
    if (isPatient) setPriority(child.pid, 5);
    const stop = () => child.kill();
    process.once('exit', stop);
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('close', (code) => {
      process.off('exit', stop);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${title} (${seconds} s)`);
      // A log may cut off its end. Passed tests and long reasons would then push out the names of the failed tests.
      if (code !== 0) {
        for (const line of failuresIn(reportIn(report), root)) console.log(`  - ${line}`);
        console.log(output.replace(/^ +[✓✔] .*\n/gmu, ''));
      }
      resolve(code === 0);
    });
  });
}

/** Runs steps two at a time if there are two processors. Answers whether all of them passed. */
export async function runAll(steps) {
  const queue = [...steps];
  const outcomes = [];
  const work = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) outcomes.push(await step());
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return !outcomes.includes(false);
}
