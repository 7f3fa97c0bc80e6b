import { Session } from 'node:inspector/promises';
import type { ClientConfig } from 'pg';
import { readConfig } from '../../server/config.ts';
import type { Config } from '../../server/config.ts';

/** The messages between lab/bench/api.ts and the processes that it measures. */

/** A statement that the portal sent. `from` and `until` count events, so statements that overlap went out together. */
export interface Recorded {
  readonly connection: number;
  readonly text: string;
  readonly values: unknown[];
  readonly from: number;
  readonly until: number;
}

/** One request with the portal's statements and the answer. */
export interface Sample {
  readonly statements: readonly Recorded[];
  /** Header names and values, as far as an application sets them. */
  readonly head: readonly (readonly [string, string])[];
  readonly body: string;
}

export type ToProcess =
  | 'record'
  | 'recorded'
  | 'profile'
  | 'profiled'
  | 'processor'
  | { readonly samples: readonly Sample[] };

/** Milliseconds of processor time of this process. */
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const inspector = new Session();

/** Answers the messages that every process knows; undefined for others. */
async function answerCommon(message: ToProcess): Promise<unknown> {
  if (message === 'processor') return processorMs();
  if (message === 'profile') {
    inspector.connect();
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.start');
    return null;
  }
  if (message !== 'profiled') return undefined;
  const { profile } = await inspector.post('Profiler.stop');
  inspector.disconnect();
  return profile;
}

/** Reports the port, then answers each message with one. Ends with the parent process. */
export function answerTalk(port: number, answer: (message: ToProcess) => unknown): void {
  const say = async (message: ToProcess) => {
    const common = await answerCommon(message);
    process.send?.(common === undefined ? answer(message) : common);
  };
  process.on('message', (message: ToProcess) => void say(message));
  process.on('disconnect', () => process.exit());
  process.send?.(port);
}

/** The database that the parent process names. */
export function connection(): ClientConfig {
  const given: ClientConfig = JSON.parse(process.env['CONNECTION'] ?? '{}');
  return given;
}

/** The portal's usual settings, without limits per session. */
export const settingsOf = (): Config => ({
  ...readConfig({
    DATA_DIR: process.env['DATA_DIR'],
    PORT: '0',
    DEMO: '0',
    LIMIT_REQUESTS_PER_MINUTE: '1000000000',
    LIMIT_CALLS_AT_ONCE: '1000000',
  }),
  secretKey: 'a key for measuring only, 32 bytes or more',
});
