import { call } from '@gurukul/contract/shared/calls/call';
import { done, answer } from '@gurukul/contract/shared/fields';
import fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { many, one, run } from '../../test/rows.ts';
import { read, testApp } from '../../test/app.ts';
import { answerError } from '../answers/error-answers.ts';
import { acceptJsonOnly } from './body.ts';
import { served } from '../handlers.ts';
import { fail } from '../answers/problem.ts';
import { createSealingKey } from './sealing.ts';
import { createKnownProvider } from '#server/provider/known-provider.ts';
import { Places } from '../limits/places.ts';
import { serve } from '../serve.ts';
import { sweepExpired } from '../limits/sweep.ts';
import { createThrottles } from '../limits/throttle.ts';

const office = await testApp();
const { db, config } = office;

// Calls declared for this test, so that it does not depend on a feature. One write can be paused while it runs.
const everyone = {
  who: { admin: 'any', courseadmin: 'any', teacher: 'any' },
  noAction: 'of this test',
} as const;
const declared = {
  add: call(
    'POST /notes/add/{shelf}',
    { summary: 'Add a note', ...everyone, changes: true },
    z.object({ shelf: z.string(), name: z.string(), refuse: z.boolean().optional() }),
    answer({ id: z.int() }),
  ),
  grant: call(
    'POST /notes/grant',
    { summary: 'Hand out a grant', ...everyone, changes: true, secret: true },
    z.object({ name: z.string() }),
    answer({ id: z.int() }),
  ),
  look: call('POST /notes/look', { summary: 'Look', ...everyone }, z.object({}), done),
};

let held: Promise<void> | null = null;
let whenRunning = () => {};

async function addNote(tx: Parameters<typeof one>[0], name: string) {
  const { id } = await one<{ id: number }>(tx)`insert into query_types (name) values (${name}) returning id`;
  return { status: 200, message: 'success', id } as const;
}

const writeNothing = async () => {
  throw new Error('nobody writes mails here');
};
const mail = {
  enqueue: writeNothing,
  enqueueMany: writeNothing,
  withdraw: writeNothing,
  retry: writeNothing,
  announce: () => {},
};

const sealing = createSealingKey(db, config.secretKey);

const app = fastify({ genReqId: () => 'request-1' });
app.setErrorHandler(answerError);
acceptJsonOnly(app);
serve(app, {
  calls: served('notes', declared, {
    async add(input, ctx) {
      const added = await addNote(ctx.db, input.name);
      whenRunning();
      if (held !== null) await held;
      if (input.refuse === true) throw fail('conflict');
      return added;
    },
    grant: (input, ctx) => addNote(ctx.db, input.name),
    look: async () => ({ status: 200, message: 'success' }) as const,
  }),
  pool: db,
  places: new Places(db, config.limits),
  sidePool: db,
  config,
  files: office.storage,
  push: { tell: writeNothing, publicKey: writeNothing },
  mail,
  provider: createKnownProvider(db),
  requireSecondPerson: () => Promise.resolve(),
  sealing,
  throttles: createThrottles(config.limits),
});
afterAll(() => app.close());
beforeEach(() => {
  held = null;
  whenRunning = () => {};
});

async function add(body: object, key: string | null, as = 'admin', url = '/notes/add/top') {
  const headers: Record<string, string> = { authorization: `Bearer ${await office.tokenOf(as)}` };
  if (key !== null) headers['idempotency-key'] = key;
  return read(await app.inject({ method: 'POST', url, headers, payload: body }));
}

const countOf = (name: string) =>
  one<{ count: number }>(db)`select count(*) as count from query_types where name = ${name}`.then(
    ({ count }) => count,
  );

describe('a write with a key', () => {
  test('sent twenty times at once is done once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ name: 'Once' }, 'twenty')));
    const right = answers.filter(({ status }) => status === 200);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(right.length).toBeGreaterThan(0);
    expect(right.length + waiting.length).toBe(20);
    expect(new Set(right.map(({ body }) => body.id)).size).toBe(1);
    for (const { body } of waiting) expect(body.message).toBe('The same request is still being worked on');
    expect(await countOf('Once')).toBe(1);
  });

  test('sent again gets the same answer, even when it could not be done a second time', async () => {
    const first = await add({ name: 'Again' }, 'again');
    const second = await add({ name: 'Again' }, 'again');
    expect(second.body).toEqual(first.body);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await countOf('Again')).toBe(1);
  });

  test('cannot be used for something else', async () => {
    await add({ name: 'First use' }, 'reused');
    for (const [body, url] of [
      [{ name: 'Second use' }, '/notes/add/top'],
      [{ name: 'First use' }, '/notes/add/bottom'],
    ] as const) {
      const { status, body: refusal } = await add(body, 'reused', 'admin', url);
      expect([status, refusal.message]).toEqual([422, 'This Idempotency-Key was used for another request']);
    }
    expect(await countOf('Second use')).toBe(0);
  });

  test('is refused while the first is still running', async () => {
    let release = () => {};
    held = new Promise((resolve) => (release = resolve));
    const running = new Promise<void>((resolve) => (whenRunning = resolve));
    const first = add({ name: 'Slow' }, 'slow');
    await running;
    expect((await add({ name: 'Slow' }, 'slow')).status).toBe(409);
    release();
    expect((await first).status).toBe(200);
    expect((await add({ name: 'Slow' }, 'slow')).headers['idempotency-replayed']).toBe('true');
  });

  test('belongs to one person', async () => {
    expect((await add({ name: 'Mine' }, 'shared', 'admin')).status).toBe(200);
    expect((await add({ name: 'Theirs' }, 'shared', 'teacher')).status).toBe(200);
    expect(await countOf('Theirs')).toBe(1);
  });

  test('that was refused leaves nothing behind and can be tried again', async () => {
    expect((await add({ name: 'Refused', refuse: true }, 'retry')).status).toBe(409);
    expect(await countOf('Refused')).toBe(0);
    expect((await add({ name: 'Refused' }, 'retry')).status).toBe(200);
  });

  test('that answers with a grant is never kept', async () => {
    const headers = { authorization: `Bearer ${await office.tokenOf('admin')}`, 'idempotency-key': 'grant' };
    const grant = (name: string) =>
      app.inject({ method: 'POST', url: '/notes/grant', headers, payload: { name } });
    expect([(await grant('A')).statusCode, (await grant('B')).statusCode]).toEqual([200, 200]);
    expect(await many(db)`select key from idempotency_keys where key = 'grant'`).toEqual([]);
  });

  test('is forgotten after 24 hours', async () => {
    await add({ name: 'Old' }, 'old');
    await run(db)`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'`;
    await sweepExpired(db, config.limits);
    expect(await many(db)`select key from idempotency_keys where key = 'old'`).toEqual([]);
  });
});

test('a write without a key is done each time it is sent, or refused by the data', async () => {
  expect((await add({ name: 'Plain' }, null)).status).toBe(200);
  expect((await add({ name: 'Plain' }, null)).status).toBe(409);
});

test('a write leaves behind who did it, by which call and which request', async () => {
  const { body } = await add({ name: 'Traced' }, null, 'courseadmin');
  const trail = await many<object>(db)`
    select person_id, call, request_id, action, before, after ->> 'name' as name
    from audit_entries where table_name = 'query_types' and row_id = ${String(body.id)}
  `;
  expect(trail).toEqual([
    {
      person_id: await office.idOf('courseadmin'),
      call: 'notes.add',
      request_id: 'request-1',
      action: 'insert',
      before: null,
      name: 'Traced',
    },
  ]);
});
