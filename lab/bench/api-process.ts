import { fork } from 'node:child_process';
import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { atEnd } from '../faults/ending.ts';
import type { ToProcess } from './api-talk.ts';
import type { Provider } from './provider.ts';

export interface ApiProcess {
  readonly child: ChildProcess;
  readonly port: number;
}

/**
 * Starts a process that answers requests, apart from the one that asks: `api-portal.ts` or `api-bare.ts`, on the
 * provider's database.
 */
export async function startProcess(
  { pool, config }: Pick<Provider, 'pool' | 'config'>,
  file: 'api-portal.ts' | 'api-bare.ts',
  { env, ...options }: Pick<ForkOptions, 'env' | 'execArgv' | 'silent'>,
): Promise<ApiProcess> {
  const { host, port, user, database } = pool.options;
  const child = fork(join(import.meta.dirname, file), {
    ...options,
    serialization: 'advanced',
    env: {
      ...process.env,
      ...env,
      DATA_DIR: config.dataDir,
      CONNECTION: JSON.stringify({ host, port, user, database }),
    },
  });
  atEnd(async () => child.connected && child.disconnect());
  const [told]: unknown[] = await once(child, 'message');
  return { child, port: Number(told) };
}

export async function tell<T>({ child }: Pick<ApiProcess, 'child'>, message: ToProcess): Promise<T> {
  const answered = once(child, 'message');
  child.send(message);
  const [answer]: T[] = await answered;
  if (answer === undefined) throw new Error(`no answer to ${JSON.stringify(message).slice(0, 40)}`);
  return answer;
}
