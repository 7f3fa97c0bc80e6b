import { defaultSettings } from '@gurukul/contract/provider';
import { expect, test } from 'vitest';
import { randomFrom } from '../../server/db/seed/random.ts';
import { testApp } from '../../server/test/app.ts';
import { challengeIn } from '../../server/test/page-readers.ts';
import { oneChild, registering } from '../../server/test/registering.ts';
import { run } from '../../server/test/rows.ts';
import { admin, foundSchool } from '../../server/test/small-school.ts';

/*
 * A stranger asks the form of registrations about addresses of people who are there and of nobody. The bytes of the
 * answers and the statements behind them must be the same, so that neither text nor time says who is known.
 * PROOF=full npm run test:unit -- lab/proofs/register-probes.test.ts has 10,000 probes.
 */

const probes = process.env['PROOF'] === 'full' ? 10_000 : 80;
const random = randomFrom(Number(process.env['PROOF_SEED'] ?? 20_261_130));

const made: string[] = [];
const server = await testApp({
  database: 'empty',
  limits: { publicRequestsPerMinute: 1_000_000_000 },
  poolOf(pool) {
    pool.on('connect', (client) => {
      const query: unknown = client.query.bind(client);
      client.query = new Proxy(client.query, {
        apply(_, __, given: unknown[]) {
          const [first] = given;
          const text = typeof first === 'string' ? first : (first as { text: string }).text;
          // The settings and the queues are read anew from time to time.
          if (!/from provider|openid_services|q\.retry_limit/.test(text)) made.push(text);
          return (query as (...all: unknown[]) => unknown)(...given);
        },
      });
    });
    return pool;
  },
});
const { call, db } = server;
const { gita } = await foundSchool(db);
const { post } = registering(server);
await run(db)`update courses set reg_status = 'opened' where id = ${gita.id}`;
const { receipt_year_start: _, ...settings } = defaultSettings;
await call(
  'provider.save_settings',
  { ...settings, catalogue_open: true, registration_open: true },
  { as: admin },
);
const url = `/register/${gita.id}`;

const known = ['anu', 'bala', 'chitra', 'deepa', 'teach', 'own', 'admin', 'gone'].map(
  (name) => `${name}@office.test`,
);

async function probe(mailbox: string, name: string) {
  made.length = 0;
  const began = performance.now();
  const asked = await post(url, oneChild(name, mailbox), '127.0.9.1');
  const challenge = challengeIn(asked.body);
  const wrong = await post(url, { do: 'prove', challenge, code: '000000' }, '127.0.9.1');
  const took = performance.now() - began;
  const plain = (text: string) => text.replaceAll(mailbox, 'ADDRESS').replaceAll(challenge, 'SECRET');
  const answers = [asked, wrong].map(({ statusCode, headers, body }) => {
    const { date: _date, 'content-length': _length, 'x-request-id': _id, ...rest } = headers;
    return [statusCode, JSON.stringify(rest), plain(body)];
  });
  return { said: JSON.stringify([answers, made]), took };
}

test(`${probes} probes learn nothing of anybody`, async () => {
  const { said: expected } = await probe('nobody@else.test', 'Ravi Iyer');
  const times = { known: [] as number[], unknown: [] as number[] };
  let facts = 0;
  for (let n = 0; n < probes; n += 1) {
    // The limits of mailbox and network are those of everybody.
    if (n % 4 === 0) await run(db)`delete from rate_limits`;
    const isKnown = random.between(0, 1) === 1;
    const mailbox = isKnown ? known[random.between(0, known.length - 1)]! : `x${n}@else.test`;
    const { said, took } = await probe(mailbox, isKnown && n % 3 === 0 ? 'Anu' : 'Ravi Iyer');
    times[isKnown ? 'known' : 'unknown'].push(took);
    if (said !== expected) facts += 1;
  }
  expect(facts).toBe(0);
  const median = (all: readonly number[]) =>
    all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!.toFixed(1);
  process.stdout.write(
    `${probes} probes: ${facts} facts; median ${median(times.known)} ms for known, ${median(times.unknown)} ms for unknown addresses\n`,
  );
});
