import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import pg from 'pg';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { run } from '../db/rows.ts';
import { testApp } from '../test/app.ts';
import { office } from '../test/office.ts';
import { Problem } from './problem.ts';
import { createSessionLookup, findSignedIn, hashToken } from './sign-in.ts';

/** `PROOF=full vitest run --project unit server/http/sign-in.test.ts` asks in many more ways. */
const turns = process.env['PROOF'] === 'full' ? 3000 : 80;

const { app, db, database, config, idOf, tokenOf } = await testApp({ database: 'empty' });
const { person } = office(db);
const names = ['Asha', 'Bela', 'Chitra', 'Devi', 'Esha'];
for (const name of names) await person(name, 'teacher');
const emails = names.map((name) => `${name.toLowerCase()}@office.test`);
const tokens = await Promise.all(emails.map((email) => tokenOf(email)));
const ids = await Promise.all(emails.map((email) => idOf(email)));
const strangers = ['x', 'y'].map((end) => `s_${end.padStart(43, 'x')}`);
const everybody = [...tokens, ...strangers];

const sent = vi.spyOn(db, 'query');
beforeEach(() => void sent.mockClear());
/** How often sessions were looked up. */
const lookUps = () =>
  sent.mock.calls.filter(([query]) => /\bfrom sessions s\b/.test((query as unknown as { text: string }).text))
    .length;

/** A teacher reads the own profile and nobody else's. */
const profileStatus = async (token: string, id: number) => {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await app.inject({ url: `/api/user_details/get_user_profile/${id}`, headers });
  return statusCode;
};

/** Looks up who holds a token: the person's id, or why there is none. */
const begin = () => {
  const lookup = createSessionLookup(db, config.limits, false);
  return async (token: string) => {
    try {
      const found = await findSignedIn(db, lookup, hashToken(token));
      return found.person.id;
    } catch (error) {
      return error instanceof Problem ? error.status : (error as Error).message;
    }
  };
};

describe('requests that arrive together', () => {
  test('are looked up by one statement', async () => {
    const statuses = await Promise.all(tokens.map((token, place) => profileStatus(token, ids[place]!)));
    expect(statuses).toEqual(tokens.map(() => 200));
    expect(lookUps()).toBe(1);
  });

  test('are each of who sent them, whoever asks at the same moment', async () => {
    const place = fc.nat(everybody.length - 1);
    const asked = fc.array(fc.tuple(place, fc.nat(ids.length - 1)), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(asked, async (all) => {
        const statuses = await Promise.all(
          all.map(([who, whose]) => profileStatus(everybody[who]!, ids[whose]!)),
        );
        const right = all.map(([who, whose]) => (who >= ids.length ? 401 : who === whose ? 200 : 404));
        expect(statuses).toEqual(right);
      }),
      { numRuns: turns },
    );
  });

  test('are all found when there are more than one statement asks for', async () => {
    const whoIs = begin();
    const many = Array.from({ length: 250 }, (_, turn) => turn % everybody.length);
    const found = await Promise.all(many.map((place) => whoIs(everybody[place]!)));
    expect(found).toEqual(many.map((place) => ids[place] ?? 401));
    expect(lookUps()).toBe(3);
  });

  test('fail together when the database does, and the next ones do not', async () => {
    const whoIs = begin();
    const owner = new pg.Client(database.owner);
    await owner.connect();
    await owner.query('alter table sessions rename to hidden');
    const failed = await Promise.all([whoIs(tokens[0]!), whoIs(tokens[1]!)]);
    await owner.query('alter table hidden rename to sessions');
    await owner.end();
    const missing = 'relation "sessions" does not exist';
    expect(failed).toEqual([missing, missing]);
    expect(await Promise.all([whoIs(tokens[0]!), whoIs(tokens[1]!)])).toEqual([ids[0], ids[1]]);
  });
});

describe('what a look-up has seen', () => {
  test('is seen anew for a request that comes while it is under way', async () => {
    const whoIs = begin();
    const first = whoIs(tokens[4]!);
    // Its statement has been sent and cannot have been answered.
    await setImmediate();
    expect(lookUps()).toBe(1);
    expect(await Promise.all([first, whoIs(tokens[4]!)])).toEqual([ids[4], ids[4]]);
    expect(lookUps()).toBe(2);
  });

  test('is seen anew a moment later', async () => {
    const whoIs = begin();
    const token = tokens[3]!;
    expect(await Promise.all([whoIs(token), whoIs(token)])).toEqual([ids[3], ids[3]]);
    await run(db, sql`update people set deleted_at = now() where id = ${ids[3]}`);
    expect(await Promise.all([whoIs(token), whoIs(tokens[2]!)])).toEqual([401, ids[2]]);
  });
});
