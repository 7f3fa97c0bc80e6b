import { Session } from 'node:inspector/promises';
import type { ClientConfig } from 'pg';
import { readConfig } from '../../server/config.ts';
import type { Config } from '../../server/config.ts';

/** What lab/bench/api.ts and the processes that it measures tell each other. */

/** A statement as the portal sent it; `from` and `until` count what happened, so what overlaps went out together. */
export interface Recorded {
  readonly connection: number;
  readonly text: string;
  readonly values: unknown[];
  readonly from: number;
  readonly until: number;
}

/** One request with what it made the portal send, and the answer. */
export interface Sample {
  readonly statements: readonly Recorded[];
  /** Names and values, as far as an application says them. */
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

/** Milliseconds that the processors have worked for this process. */
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const inspector = new Session();

/** What every process can be asked for; undefined when it is something else. */
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

/** Says where it serves, and answers each message with one. It ends with whoever started it. */
export function answerTalk(port: number, answer: (message: ToProcess) => unknown): void {
  const say = async (message: ToProcess) => {
    const common = await answerCommon(message);
    process.send?.(common === undefined ? answer(message) : common);
  };
  process.on('message', (message: ToProcess) => void say(message));
  process.on('disconnect', () => process.exit());
  process.send?.(port);
}

/** Of the database, as whoever started this process has it. */
export function connection(): ClientConfig {
  const given: ClientConfig = JSON.parse(process.env['CONNECTION'] ?? '{}');
  return given;
}

/** As the portal is run, but for how often and how much at once one session may ask. */
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
