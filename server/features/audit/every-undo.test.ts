import { calls } from '@gurukul/contract/index';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { samples } from '#server/test/call-samples.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { misjudged } from '#server/test/plain-due.ts';
import { planter } from '#server/test/planted-school.ts';
import { many, run } from '#server/test/rows.ts';
import type { School } from '#server/test/planted-school.ts';
import { extraMaker } from '#server/test/sample-extras.ts';

const undoable = calls().filter(({ call }) => call.undo !== undefined);
const app = await testApp({ database: 'empty' });
const { call, db } = app;
const plant = planter(db);
const makeExtra = extraMaker(app, plant);
let school: School;
let asAdmin: { readonly headers: { readonly authorization: string } };
beforeAll(async () => {
  school = await plant.school();
  asAdmin = { headers: { authorization: `Bearer ${school.tokens.admin}` } };
});

/** The undos before it counted the version of the planted case on. */
async function withPresentVersions(input: object) {
  if (!('lines' in input && 'versions' in input)) return input;
  const found = await many<{ version: number }>(db)`
    select version from cases where line = any(${input.lines}::text[]) order by line
  `;
  return { ...input, versions: found.map(({ version }) => version) };
}

describe.each(undoable)('$name', ({ name, call: declared }) => {
  test('is taken back to the last row', async () => {
    const { own, ids, tokens } = school;
    const extra = await makeExtra(name, school, name, { self: tokens.admin, stranger: tokens.admin });
    const input = await withPresentVersions(
      samples[name].input(
        { ...own, self: ids.admin },
        { word: name, role: 'admin', me: ids.admin, extra: extra.own },
      ),
    );
    const before = await fingerprint(db);
    const done = await call(declared, input, asAdmin);
    expect(done).toMatchObject({ status: 200 });
    const change = Number(done.headers['change-id']);
    expect(change).toBeGreaterThan(0);
    expect(await fingerprint(db)).not.toEqual(before);
    expect(await misjudged(db)).toEqual([]);
    await run(db)`select refresh_due(1000)`;

    const undone = await call('audit.undo_change', { change_id: change }, asAdmin);
    expect(undone.body).toEqual({
      status: 200,
      message: 'success',
      data: { change_id: change, rows: expect.any(Number), mails: expect.any(Number) },
    });
    expect(undone.body.data.rows).toBeGreaterThan(0);
    // A case whose line is back in Today is open again.
    await run(db)`select refresh_due(1000)`;
    expect(await fingerprint(db)).toEqual(before);
    expect(await misjudged(db)).toEqual([]);

    const again = await call('audit.undo_change', { change_id: change }, asAdmin);
    expect(again).toMatchObject({ status: 409, body: { message: 'This was already undone' } });
  });
});
