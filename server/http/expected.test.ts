import { calls } from '@gurukul/contract/index';
import type { CallInput, Call } from '@gurukul/contract/shared/calls/call';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { testApp, addressOf } from '../test/app.ts';
import { samples } from '../test/call-samples.ts';
import { planter } from '../test/planted-school.ts';
import type { School } from '../test/planted-school.ts';
import { watchTables } from '../test/watched-tables.ts';

// A person may press a button on a page that is out of date. The request must not do the opposite of what they asked
// for.

const server = await testApp({ database: 'empty' });
const { app, db, database } = server;
const noted = await watchTables(database, db);
const plant = planter(db);

const turning = calls().flatMap(({ name, call }) => {
  const states = call.input instanceof z.ZodObject ? call.input.shape.expected : undefined;
  if (states === undefined) return [];
  const known = z.toJSONSchema(states, { io: 'input' }).enum ?? [];
  // A rule of several parts has no other state to turn to.
  if (known.length === 0) return [];
  return [{ name, call, states: known.map(String) }];
});

const inputFor = (name: (typeof turning)[number]['name'], { own, ids }: School) =>
  samples[name].input(own, { word: 'word', role: 'courseadmin', me: ids.courseadmin, extra: '' }) as {
    expected: string;
  };

async function send(call: Call, input: CallInput<Call>, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.inject({
    method: 'POST',
    url: addressOf(call, input),
    headers,
    payload: input as object,
  });
  const body: { message: string; present?: string } = response.json();
  return { status: response.statusCode, message: body.message, present: body.present };
}

test('every call that toggles something takes the state that the person saw', () => {
  expect(turning.map(({ name }) => name).toSorted()).toEqual([
    'assignments.course_assign',
    'courses.course_publish',
    'courses.course_reg_status',
    'events.event_registrations',
  ]);
});

describe.each(turning)('$name', ({ name, call, states }) => {
  test('is refused where the person saw another state, and the refusal says the present one', async () => {
    const school = await plant.school();
    const { expected: present, ...input } = inputFor(name, school);
    const stale = states.filter((state) => state !== present);
    expect(stale.length).toBeGreaterThan(0);
    await noted();
    for (const expected of stale) {
      expect(await send(call, { ...input, expected }, school.tokens.courseadmin)).toEqual({
        status: 409,
        message: 'This was changed in the meantime, so nothing was done',
        present,
      });
    }
    expect(await noted()).toEqual([]);
  });

  test('is done once when two people who saw the same state press at the same moment', async () => {
    const school = await plant.school();
    const input = inputFor(name, school);
    const forAnybody = { ...input, ...Object.fromEntries((call.actor ?? []).map((field) => [field, ''])) };
    const answers = await Promise.all(
      [school.tokens.courseadmin, school.tokens.admin].map((token) => send(call, forAnybody, token)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(states).toContain(refused?.present);
    expect(refused?.present).not.toBe(input.expected);
  });

  test('is done as before for clients that do not send the state', async () => {
    const school = await plant.school();
    const { expected: _, ...input } = inputFor(name, school);
    expect(await send(call, input, school.tokens.courseadmin)).toMatchObject({ status: 200 });
  });
});
