import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import pg from 'pg';
import { Sql } from 'sql-template-tag';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../test/rows.ts';
import { testApp } from '../../test/app.ts';
import { office } from '../../test/office.ts';
import { hashToken } from '#server/secrets.ts';
import { Problem } from '../answers/problem.ts';
import { createSessionLookup, findSignedIn } from './sign-in.ts';

const { app, db, database, config, idOf, tokenOf } = await testApp({ database: 'empty' });
const { person } = office(db);
const names = ['Asha', 'Bela', 'Chitra', 'Devi', 'Esha'];
for (const name of names) await person(name, 'teacher');
const emails = names.map((name) => `${name.toLowerCase()}@office.test`);
const tokens = await Promise.all(emails.map((email) => tokenOf(email)));
const ids = await Promise.all(emails.map((email) => idOf(email)));
const unknown = ['x', 'y'].map((end) => `s_${end.padStart(43, 'x')}`);
const everybody = [...tokens, ...unknown];

const sent = vi.spyOn(db, 'query');
beforeEach(() => void sent.mockClear());
const lookUps = () =>
  sent.mock.calls.filter((given) => {
    const [query]: unknown[] = given;
    return query instanceof Sql && query.text.includes('from sessions s');
  }).length;

/** A teacher may read their own profile and no other. */
const profileStatus = async (token: string, id: number) => {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await app.inject({ url: `/api/user_details/get_user_profile/${id}`, headers });
  return statusCode;
};

/** Returns the id of the person of a token, or why there is none. */
const lookup = createSessionLookup(db, config.limits);
const whoIs = async (token: string) => {
  try {
    const found = await findSignedIn(db, lookup, hashToken(token));
    return found.id;
  } catch (error) {
    return error instanceof Problem ? error.status : (error as Error).message;
  }
};

describe('requests that arrive together', () => {
  test('share one statement', async () => {
    const statuses = await Promise.all(tokens.map((token, place) => profileStatus(token, ids[place]!)));
    expect(statuses).toEqual(tokens.map(() => 200));
    expect(lookUps()).toBe(1);
  });

  test('each belong to their own sender', async () => {
    const asked = fc.array(fc.tuple(fc.nat(everybody.length - 1), fc.nat(ids.length - 1)), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(asked, async (all) => {
        const statuses = await Promise.all(
          all.map(([sender, whose]) => profileStatus(everybody[sender]!, ids[whose]!)),
        );
        const right = all.map(([sender, whose]) => {
          if (sender >= ids.length) return 401;
          return sender === whose ? 200 : 404;
        });
        expect(statuses).toEqual(right);
      }),
      { numRuns: 80 },
    );
  });

  test('are all found when one statement cannot hold them', async () => {
    const many = Array.from({ length: 250 }, (_, turn) => turn % everybody.length);
    const found = await Promise.all(many.map((place) => whoIs(everybody[place]!)));
    expect(found).toEqual(many.map((place) => ids[place] ?? 401));
  });

  test('fail together with the database, and the next ones are answered', async () => {
    const owner = new pg.Client(database.owner);
    await owner.connect();
    await run(owner)`alter table sessions rename to hidden`;
    const failed = await Promise.all([whoIs(tokens[0]!), whoIs(tokens[1]!)]);
    await run(owner)`alter table hidden rename to sessions`;
    await owner.end();
    const missing = 'relation "sessions" does not exist';
    expect(failed).toEqual([missing, missing]);
    expect(await Promise.all([whoIs(tokens[0]!), whoIs(tokens[1]!)])).toEqual([ids[0], ids[1]]);
  });
});

test('a request that comes while a look-up is under way has its own', async () => {
  const first = whoIs(tokens[4]!);
  // Its statement has been sent and is not answered yet.
  await setImmediate();
  expect(lookUps()).toBe(1);
  expect(await Promise.all([first, whoIs(tokens[4]!)])).toEqual([ids[4], ids[4]]);
  expect(lookUps()).toBe(2);
});

test('an ended session is refused with the next request', async () => {
  expect(await Promise.all([whoIs(tokens[3]!), whoIs(tokens[3]!)])).toEqual([ids[3], ids[3]]);
  await run(db)`update people set deleted_at = now() where id = ${ids[3]}`;
  expect(await Promise.all([whoIs(tokens[3]!), whoIs(tokens[2]!)])).toEqual([401, ids[2]]);
});
