import { readFileSync } from 'node:fs';
import { undoReasonCodes } from '@gurukul/contract/shared/words/undo-reason';
import type { UndoReason } from '@gurukul/contract/shared/words/undo-reason';
import { textsOf } from '@gurukul/contract/shared/words/catalogue';
import { describe, expect, test } from 'vitest';
import { formatDateTime } from '#web/lib/format/format.ts';
import english from '@gurukul/contract/texts/audit.en.json' with { type: 'json' };
import hindi from '@gurukul/contract/texts/audit.hi.json' with { type: 'json' };
import telugu from '@gurukul/contract/texts/audit.te.json' with { type: 'json' };
import { reasonsOf } from './reason-words.ts';

const at = '2026-11-21T18:40:12.345Z';
const changed: UndoReason = {
  code: 'column_changed',
  place: 'enrolments.5.payment_status',
  table: 'enrolments',
  row: '5',
  name: 'Asha Rao',
  column: 'payment_status',
  by: 'Priya Sharma',
  at,
};
const said = (...reasons: readonly UndoReason[]) => reasonsOf(reasons, {});

describe('a reason against an undo', () => {
  test("is said on the reader's clock, with who and what", () => {
    expect(said(changed)).toEqual([
      `Asha Rao: payment status was changed by Priya Sharma on ${formatDateTime(at)}`,
    ]);
    expect(said(changed)[0]).not.toContain('UTC');
  });

  test('names an intake key and the portal itself as the timelines do', () => {
    const { by: _, ...byNobody } = changed;
    expect(said({ ...byNobody, by_key: 'Site' })[0]).toContain('by the intake key “Site” on ');
    expect(said(byNobody)[0]).toContain('by the portal on ');
    const { at: __, ...sometime } = byNobody;
    expect(said(sometime)).toEqual(['Asha Rao: payment status was changed']);
  });

  test('of columns that have no word is that the row was changed, once', () => {
    const columns = ['associated_at', 'associated_by'];
    const reasons = columns.map((column) => ({ ...changed, column, place: column }));
    expect(said(...reasons)).toEqual([`Asha Rao was changed by Priya Sharma on ${formatDateTime(at)}`]);
  });

  test('tells an ended place from a deleted row, and what refers to one', () => {
    const over = { ...changed, code: 'row_over' } as const;
    const then = ` by Priya Sharma on ${formatDateTime(at)}`;
    expect(said(over, { ...over, table: 'people', place: 'people.5' })).toEqual([
      `Asha Rao: the enrolment was ended${then}`,
      `Asha Rao was deleted${then}`,
    ]);
    expect(said({ code: 'referred_to', place: 'x', name: 'Asha Rao', of: 'payments' })).toEqual([
      'Asha Rao has payments by now',
    ]);
  });

  test('that is newer than the portal is said in the words of the server', () => {
    const { code: _, ...facts } = changed;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a code of tomorrow
    const reasons = [{ ...facts, code: 'of_tomorrow' } as unknown as UndoReason];
    expect(reasonsOf(reasons, { [changed.place]: 'In English' })).toEqual(['In English']);
    expect(reasonsOf([], { any: 'From before' })).toEqual(['From before']);
  });
});

const facts = {
  what: '[what]',
  table: 'people',
  column: '[column]',
  of: '[of]',
  line: '[line]',
  person: '[person]',
  course: '[course]',
  class: '[class]',
  event: '[event]',
  who: '[who]',
  at: '[at]',
};
const factsIn = (text: string) => [...text.matchAll(/\[\w+\]/g)].map(([fact]) => fact).toSorted();

describe.each([
  ['English', english, /[a-z]/],
  ['Telugu', telugu, /[\u0c00-\u0c7f]/],
  ['Hindi', hindi, /[\u0900-\u097f]/],
] as const)('in %s', (_, catalogue, letters) => {
  const { undo } = textsOf(catalogue, 'en');
  test.each(undoReasonCodes)('%s has a sentence with all its facts', (code) => {
    const text = undo.reasons[code](facts);
    expect(text).toMatch(letters);
    expect(factsIn(text)).toEqual(factsIn(textsOf(english, 'en').undo.reasons[code](facts)));
  });

  test('every table that refers to another has a word', () => {
    const schema = readFileSync(
      new URL('../../../server/db/migrations/0001-schema.sql', import.meta.url),
      'utf8',
    );
    const audited = /foreach audited in array array\[([^\]]+)\]/.exec(schema)?.[1]?.match(/\w+/g) ?? [];
    const referring = [...audited, 'attendance'].filter((table) =>
      new RegExp(`create table ${table} \\([^;]*\\breferences\\b`).test(schema),
    );
    expect(referring.length).toBeGreaterThan(15);
    expect(referring.filter((table) => !Object.hasOwn(undo.referring, table))).toEqual([]);
  });
});
