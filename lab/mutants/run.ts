// `npm run mutants -- [room [part of a file's name]]` breaks the rules of each room, or of some of its files, in one place
// after the other, and runs the tests that reach the place. A change that no test notices has survived. It works in a copy
// of the project in `.cache/mutants`, and ends with 1 when fewer than 90 % of a room are noticed. `results.md` has the
// figures of the last runs.
import { execFile, spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rooms } from './rooms.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const copy = join(root, '.cache/mutants');
const execute = promisify(execFile);

/** Node's links between rooms are relative, so those of the copy lead to the copy. */
async function copyProject(): Promise<void> {
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { recursive: true });
  const { stdout } = await execute('git', ['ls-files'], { cwd: root, maxBuffer: 2 ** 26 });
  const tar = spawn('sh', ['-c', `tar -c -T - | tar -x -C '${copy}'`], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  tar.stdin.end(stdout);
  await once(tar, 'close');
  await execute('cp', ['-al', 'node_modules', copy], { cwd: root });
  await execute('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts'], { cwd: join(copy, 'lab/mutants') });
}

await copyProject();
const [room, files = ''] = process.argv.slice(2);
for (const name of room === undefined ? Object.keys(rooms) : [room]) {
  const measure = spawn(process.execPath, ['lab/mutants/measure.ts', name, files], {
    cwd: copy,
    stdio: 'inherit',
  });
  const [code] = await once(measure, 'close');
  if (code !== 0) process.exitCode = 1;
}
