// Server processes as under a service manager, which restarts a process that dies.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// Cached compiled code makes the next start faster.
const { PATH, NODE_COMPILE_CACHE } = process.env;
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const startMs = 240_000;

export interface ServerProcess {
  readonly url: string;
  /** As `kill -9` does. It is started again by itself. */
  kill(): void;
  /** Stops the process where it is (SIGSTOP), or lets it go on (SIGCONT). */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Stops it in order, waits, and starts it again. */
  restart(): Promise<void>;
  /** The number of starts. */
  readonly starts: number;
  /** Waits until it listens. */
  ready(): Promise<void>;
  stop(): Promise<void>;
  /** Its output since the first start. */
  output(): string;
}

export interface ServerOptions {
  /** All of its settings except the port. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends when its start fails, instead of being restarted. */
  readonly isMortal?: boolean;
  /** Its port; else a free one. */
  readonly port?: number;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export async function startServer({
  env,
  isMortal = false,
  port: wanted,
}: ServerOptions): Promise<ServerProcess> {
  const port = wanted ?? (await freePort());
  let child: ChildProcess;
  let isStopping = false;
  let isReady = false;
  let starts = 0;
  let output = '';
  let exited: Promise<void>;

  const launch = () => {
    starts += 1;
    isReady = false;
    const mine = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
      cwd: root,
      env: { PATH, NODE_COMPILE_CACHE, PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = mine;
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (/is ready at /.test(chunk.toString())) isReady = true;
    };
    mine.stdout?.on('data', hear);
    mine.stderr?.on('data', hear);
    exited = new Promise((resolve) => {
      mine.once('exit', () => {
        isReady = false;
        resolve();
        // With a pause, as a service manager does.
        if (!isStopping && !isMortal) setTimeout(() => isStopping || launch(), 100);
      });
    });
  };
  launch();

  const server: ServerProcess = {
    url: `http://127.0.0.1:${port}`,
    kill() {
      isReady = false;
      child.kill('SIGKILL');
    },
    signal: (name) => void child.kill(name),
    async restart() {
      const ended = exited;
      child.kill('SIGTERM');
      await ended;
      await server.ready();
    },
    get starts() {
      return starts;
    },
    async ready() {
      const deadline = Date.now() + startMs;
      for (;;) {
        if (isReady) return;
        if (isMortal && child.exitCode !== null) throw new Error(`the server ended: ${output.slice(-2000)}`);
        if (Date.now() > deadline) throw new Error(`the server does not start: ${output.slice(-2000)}`);
        await wait(20);
      }
    },
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await exited;
      clearTimeout(timer);
    },
    output: () => output,
  };
  return server;
}
