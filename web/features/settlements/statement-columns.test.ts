import { layoutOf, settlementLayouts } from '@gurukul/contract/shared/files/settlement-layouts';
import { describe, expect, it } from 'vitest';
import { choiceOf } from '#web/lib/files/columns.ts';
import { fieldsIn, isEnough, layoutOfChoice, namedHeader, planStatement } from './statement-columns.ts';

describe.each(settlementLayouts.map(({ name }) => name))('a file of %s', (layout) => {
  const fields = fieldsIn(layout).toReversed();
  const columns = choiceOf(fields.map((field, place) => [field, [place]] as const));

  it('may have any column for any field, and the server reads it so', () => {
    const header = namedHeader(
      { header: fields.map(() => 'Spalte (UTC)'), lines: [], leftOut: [] },
      { layout, columns },
    );
    const read = layoutOf(header);
    expect(read?.layout.name).toBe(layout);
    expect(read?.columns).toEqual(Object.fromEntries(fields.map((field, place) => [field, place])));
    expect(planStatement(header).layout).toBe(layout);
  });

  it('is told from others by what was chosen for it', () => {
    expect([layoutOfChoice(columns), isEnough({ layout, columns })]).toEqual([layout, true]);
    expect(isEnough({ layout, columns: {} })).toBe(false);
  });
});

it('that says nothing is a statement of a bank', () => {
  expect(planStatement(['Name', 'Amount']).layout).toBe('bank');
});

it('of unknown headings has its date and its description by its values', () => {
  const rows = [
    ['01/11/2026', 'Opening', '', '', '10000.00'],
    ['02/11/2026', 'UPI RAZORPAY', '', '2136.28', '12136.28'],
    ['03/11/2026', 'Rent', '5000.00', '', '7136.28'],
  ];
  const lines = rows.map((cells, row) => ({ row, cells }));
  expect(planStatement(['Txn Dt', 'Narr', 'Amt Out', 'Amt In', 'Bal'], lines).columns).toEqual({
    date: [0],
    description: [1],
    balance: [4],
  });
});
