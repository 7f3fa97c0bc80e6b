import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A data folder, which PostgreSQL may enter: it runs as another user when the tests run as root. */
export function newFolder() {
  const folder = mkdtempSync(`${tmpdir()}/gurukul-story-`);
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts a portal of its own, where a story would change what others read. Returns what ends it with its folder. */
export async function startPortal(port: number, folder: string, more: Readonly<Record<string, string>> = {}) {
  const server = spawn('node', ['server/main.ts'], {
    cwd: root,
    env: {
      PATH: `${root}node_modules/.bin:${process.env['PATH']}`,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: folder,
      PORT: String(port),
      ...more,
    },
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text) => {
        output += String(text);
        if (output.includes('Gurukul is ready')) resolve();
      });
    server.once('exit', () => reject(new Error(output)));
  });
  return async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
