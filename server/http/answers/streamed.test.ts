import { call } from '@gurukul/contract/shared/calls/call';
import { answer } from '@gurukul/contract/shared/fields';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { read, testApp } from '../../test/app.ts';
import { acceptJsonOnly } from '../requests/body.ts';
import { answerError } from './error-answers.ts';
import { served } from '../handlers.ts';
import type { Handlers, ServedCall } from '../handlers.ts';
import { fail } from './problem.ts';
import { createSealingKey } from '../requests/sealing.ts';
import { createKnownProvider } from '#server/provider/known-provider.ts';
import { Places } from '../limits/places.ts';
import { serve } from '../serve.ts';
import { StreamedJson } from './streamed.ts';
import { createThrottles } from '../limits/throttle.ts';

// The mailer below sends nothing, so a long answer must raise no alarm of a mass export.
const office = await testApp({ limits: { rowsTakenPerPersonHour: 1e9 } });
const { config, db } = office;

const everyone = {
  who: { admin: 'any', courseadmin: 'any', teacher: 'any' },
  noAction: 'of this test',
} as const;
const numbers = answer({ title: z.string().optional(), data: z.array(z.int()) });
const reading = (path: `/${string}`, streamed: boolean) =>
  call(`POST ${path}`, { summary: 'Numbers', ...everyone, streamed }, z.object({}), numbers);
const declared = {
  whole: reading('/numbers/whole', true),
  refused: reading('/numbers/refused', true),
  forgot: reading('/numbers/forgot', true),
  undeclared: reading('/numbers/undeclared', false),
  endless: reading('/numbers/endless', true),
  long: reading('/numbers/long', false),
  talkative: reading('/numbers/talkative', false),
};

const head = '{"status":200,"message":"success","data":[0';
let hasStopped = false;
function* endless() {
  try {
    yield head;
    for (;;) yield `,${'1'.repeat(10_000)}`;
  } finally {
    hasStopped = true;
  }
}

const manyNumbers = {
  status: 200 as const,
  message: 'success',
  title: 'అంకెలు',
  data: Array.from({ length: 60_000 }, (_, n) => n),
};

const talkative = { status: 200 as const, message: 'success', data: [1], password_hash: 'x' };

const handlers: Handlers<typeof declared> = {
  long: async () => manyNumbers,
  talkative: async () => talkative,
  whole: async () => new StreamedJson([head, ',1', ',2', ']}'], 0),
  refused: async () => {
    throw fail('not_found');
  },
  forgot: async () => ({ status: 200, message: 'success', data: [1] }),
  undeclared: async () => new StreamedJson([head, ']}'], 0),
  endless: async () => new StreamedJson(endless(), 0),
};

const nobodyWrites = async () => {
  throw new Error('nobody writes mails here');
};

function bind(calls: readonly ServedCall[]) {
  const app = fastify({ genReqId: () => 'request-1' });
  app.setErrorHandler(answerError);
  acceptJsonOnly(app);
  serve(app, {
    calls,
    pool: db,
    places: new Places(db, config.limits),
    sidePool: db,
    config,
    files: office.storage,
    mail: {
      enqueue: nobodyWrites,
      enqueueMany: nobodyWrites,
      withdraw: nobodyWrites,
      retry: nobodyWrites,
      announce: () => {},
    },
    push: { tell: nobodyWrites, publicKey: nobodyWrites },
    provider: createKnownProvider(db),
    requireSecondPerson: () => Promise.resolve(),
    sealing: createSealingKey(db, config.secretKey),
    throttles: createThrottles(config.limits),
  });
  return app;
}
const app = bind(served('numbers', declared, handlers));
afterAll(() => app.close());

const headers = async () => ({ authorization: `Bearer ${await office.tokenOf('admin')}` });
const ask = async (name: string) =>
  read(await app.inject({ method: 'POST', url: `/numbers/${name}`, headers: await headers(), payload: {} }));

test('a streamed answer arrives as JSON, and a refusal before the first byte is a normal one', async () => {
  const { status, body, headers: sent } = await ask('whole');
  expect([status, sent['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body).toEqual({ status: 200, message: 'success', data: [0, 1, 2] });
  expect((await ask('refused')).status).toBe(404);
});

test('a long answer that is not streamed arrives whole, with its length', async () => {
  const { status, body, headers: sent } = await ask('long');
  expect([status, sent['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body).toEqual(manyNumbers);
  expect(Number(sent['content-length'])).toBe(Buffer.byteLength(JSON.stringify(manyNumbers)));
});

test('a field that the call does not declare does not leave', async () => {
  expect((await ask('talkative')).body).toEqual({ status: 200, message: 'success', data: [1] });
});

test('exactly the calls declared as streamed answer with a stream', async () => {
  expect((await ask('undeclared')).status).toBe(500);
  expect((await ask('forgot')).status).toBe(500);
});

test('a call that changes data cannot be streamed: its answer is stored for a repeated request', () => {
  const options = { summary: 'Write', ...everyone, streamed: true, changes: true } as const;
  const write = call('POST /numbers/write', options, z.object({}), numbers);
  const handler = async () => manyNumbers;
  expect(() => bind([{ name: 'numbers.write', call: write, handler }])).toThrow(/has to be kept/);
});

test('the handler stops when the client no longer reads', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${origin}/numbers/endless`, {
    method: 'POST',
    headers: { ...(await headers()), 'content-type': 'application/json' },
    body: '{}',
  });
  const reader = response.body!.getReader();
  await reader.read();
  expect(hasStopped).toBe(false);
  await reader.cancel();
  await expect.poll(() => hasStopped).toBe(true);
});
