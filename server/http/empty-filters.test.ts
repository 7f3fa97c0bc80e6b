import { calls } from '@gurukul/contract/index';
import type { NamedCall } from '@gurukul/contract/index';
import { pathParams, reachOf } from '@gurukul/contract/shared/calls/call';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { read, testApp } from '../test/app.ts';
import { samples } from '../test/call-samples.ts';
import { planter } from '../test/planted-school.ts';
import type { Rehearsal } from '../test/rehearsal.ts';
import { rehearse } from '../test/rehearsal.ts';
import { extraMaker } from '../test/sample-extras.ts';
import type { Path } from '../test/wrong-requests.ts';
import { fieldsOf, urlOf, valueAt } from '../test/wrong-requests.ts';

// A filter of which nothing searchable is left finds nobody. Every text, id and list that narrows an answer is tried
// with such values, alone: the sample leaves out everything else that the call can do without.

/** Not spaces: a search of spaces is an empty one, and that asks for all. */
const nothings = ['---', '%', '%%%', '_%_', ',,', '-,-', '""', '()', '*', '|', '\\', ':*', '\u200b', '।'];
const nobody = { text: 'zzqx-nobody', id: 999_999_999 };

/** How many of a call are tried, and how many of them narrow a list that has rows. */
const counts = { tried: 0, narrowing: 0 };

let rehearsal: Rehearsal | undefined;
const server = await testApp({ poolOf: (pool: pg.Pool) => (rehearsal = rehearse(pool)).pool });
const { undo, close } = rehearsal!;
afterAll(close);
const plant = planter(server.db);
const school = await plant.school();
const makeExtra = extraMaker(server, plant);

interface Case extends NamedCall {
  readonly role: PortalRole;
  readonly sample: object;
}

const cases: Case[] = [];
for (const { name, call } of calls()) {
  // The role that reaches most.
  const role = portalRoles.find((each) => reachOf(call, each) !== undefined);
  if (role === undefined) continue;
  const word = `w${cases.length}`;
  const tokens = { self: school.tokens[role], stranger: school.tokens.admin };
  const extra = (await makeExtra(name, school, word, tokens)).own;
  const me = school.ids[role];
  const sample = samples[name].input({ ...school.own, self: me }, { word, role, me, extra });
  cases.push({ name, call, role, sample });
}

const put = (sample: object, path: Path, value?: unknown): object => {
  const copy = structuredClone(sample);
  const parent = valueAt(copy, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null) return copy;
  if (value === undefined) Reflect.deleteProperty(parent, path.at(-1)!);
  else Reflect.set(parent, path.at(-1)!, value);
  return copy;
};

const isTaken = (call: Call, input: object) => {
  const inAddress = call.method === 'GET' ? undefined : new Set(pathParams(call.path));
  const sent = Object.entries(input).map(([key, value]) => [
    key,
    inAddress?.has(key) === false || value === undefined ? value : String(value),
  ]);
  return z.safeParse(call.input, Object.fromEntries(sent)).success;
};

/** Sheets and papers are answered line by line, and the order of a list narrows nothing. */
const isPreview = /_preview$|\.(preview|preview_receipt|download_statement|download_transcript)$/;
/** Order and part of an answer, and what a message says besides: no versions are no narrower. */
const isOrder = /^(sort|page|pageSize|versions)$/;

/** What a call writes narrows nothing either. Its ids name rows. */
const isFilter = ({ name, call, sample }: Case, path: Path) => {
  const value = valueAt(sample, path);
  if (path.length === 0 || isPreview.test(name) || isOrder.test(path.join('.'))) return false;
  return (
    typeof value === 'number' ||
    (call.changes !== true && (typeof value === 'string' || Array.isArray(value)))
  );
};

const isAround = (path: Path, place: Path) => path.every((step, n) => step === place[n]);

/** The sample without everything beside the place that the call can do without. */
const alone = ({ call, sample }: Case, place: Path): object =>
  fieldsOf(call, sample)
    .filter((path) => !isAround(path, place))
    .reduceRight((rest, path) => {
      const less = put(rest, path);
      return isTaken(call, less) ? less : rest;
    }, sample);

/** How many elements all lists of an answer have. A file counts by its lines. */
const rowsIn = (answer: unknown): number => {
  if (typeof answer === 'string') return answer.split('\n').length;
  if (typeof answer !== 'object' || answer === null) return 0;
  const inside = Object.values(answer).map((each) => (typeof each === 'string' ? 0 : rowsIn(each)));
  return inside.reduce((sum, count) => sum + count, Array.isArray(answer) ? answer.length : 0);
};

/** The rows of the answer; 0 for a refusal. */
async function rowsOf({ call, role }: Case, input: object): Promise<number> {
  if (call.changes === true) await undo();
  const headers = { authorization: `Bearer ${school.tokens[role]}`, 'content-type': 'application/json' };
  const body = call.method === 'GET' ? {} : { payload: JSON.stringify(input) };
  const answer = await server.app.inject({ method: call.method, url: urlOf(call, input), headers, ...body });
  const { status, body: answered } = read(answer);
  expect(status, `${call.path} ${JSON.stringify(input)}`).toBeLessThan(500);
  return status === 200 ? rowsIn(answered) : 0;
}

test.each(cases)('$name finds nobody when nothing is left to search for', async (each) => {
  await undo();
  const { call, sample } = each;
  for (const place of fieldsOf(call, sample)) {
    if (!isFilter(each, place)) continue;
    const only = alone(each, place);
    const value = valueAt(sample, place);
    const empty = (Array.isArray(value) ? [[]] : nothings)
      .map((nothing) => put(only, place, nothing))
      .filter((input) => isTaken(call, input));
    if (empty.length === 0) continue;
    const none = await rowsOf(each, put(only, place, typeof value === 'number' ? nobody.id : nobody.text));
    if ((await rowsOf(each, put(only, place))) > none) counts.narrowing += 1;
    for (const input of empty) {
      counts.tried += 1;
      expect(await rowsOf(each, input), `at ${JSON.stringify(input)}`).toBeLessThanOrEqual(none);
    }
  }
});

test('the walk came by the filters', () => {
  expect(counts.narrowing).toBeGreaterThan(20);
});
