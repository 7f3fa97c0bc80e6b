// The portal for lab/bench/api.ts, in a process of its own: the application with its usual settings. On request it
// records every statement that it sends.
import { join } from 'node:path';
import pg from 'pg';
import type { buildApp as BuildApp } from '../../server/app.ts';
import type { createPool as CreatePool } from '../../server/db/pool.ts';
import type { Recorded, ToProcess } from './api-talk.ts';
import { answerTalk, connection, settingsOf } from './api-talk.ts';

// As in server/main.ts; lab/bench/young-objects.ts measures the effect.
if (process.env['ALLOCATION'] !== 'by itself') await import('../../server/young-objects.ts');

// Another checkout of the project may take its place.
const root = process.env['ROOT'] ?? join(import.meta.dirname, '../..');
const { buildApp }: { buildApp: typeof BuildApp } = await import(join(root, 'server/app.ts'));
const { createPool }: { createPool: typeof CreatePool } = await import(join(root, 'server/db/pool.ts'));

let recorded: Recorded[] | null = null;
const connections = new Map<object, number>();

// The driver has many overloads; this passes each on.
// oxlint-disable-next-line typescript/no-explicit-any
const apply: (method: any, on: object, values: unknown[]) => any = Reflect.apply;

if (process.env['RECORD'] === '1') {
  let clock = 0;
  const send: unknown = Reflect.get(pg.Client.prototype, 'query');
  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's overloads are many
  pg.Client.prototype.query = function note(this: pg.Client, query: any, values?: any, callback?: any): any {
    if (recorded === null) return apply(send, this, [query, values, callback]);
    if (!connections.has(this)) connections.set(this, connections.size);
    clock += 1;
    const statement = {
      connection: connections.get(this) ?? 0,
      text: String(typeof query === 'string' ? query : query.text),
      values: [...((Array.isArray(values) ? values : query.values) ?? [])],
      from: clock,
      until: Infinity,
    };
    recorded.push(statement);
    const end = () => {
      clock += 1;
      statement.until = clock;
    };
    const given = typeof values === 'function' ? values : callback;
    if (typeof given !== 'function') {
      const answer: Promise<unknown> = apply(send, this, [query, values]);
      return answer.finally(end);
    }
    const back = (...results: unknown[]) => {
      end();
      given(...results);
    };
    return apply(send, this, typeof values === 'function' ? [query, back] : [query, values, back]);
  };
}

const config = settingsOf();
const pool = createPool(connection(), config.limits);
const app = await buildApp({ config, pool, portalRoot: join(config.dataDir, 'none') });
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();

answerTalk(typeof address === 'object' && address !== null ? address.port : 0, (message: ToProcess) => {
  if (message === 'record') recorded = [];
  if (message !== 'recorded') return null;
  const all = recorded ?? [];
  recorded = null;
  return all;
});
