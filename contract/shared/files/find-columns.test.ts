import { describe, expect, test } from 'vitest';
import { findColumns, type Field } from './find-columns.ts';

const fields: readonly Field[] = [
  {
    name: 'number',
    headings: ['payment id', 'id', 'order id'],
    looksLike: (cell) => cell.startsWith('pay_'),
    tells: (cell) => cell.startsWith('pay_'),
  },
  { name: 'amount', headings: ['amount', 'gross', 'fee'], looksLike: (cell) => /^[\d.]+$/u.test(cell) },
  { name: 'whole', headings: ['fee (exclusive tax)'] },
  { name: 'date', headings: ['créé le', 'date'], neverLike: (cell) => cell === 'Dr' },
  { name: 'name', headings: ['नाम', 'name'] },
];

const found = (header: string[], ...rows: string[][]) => findColumns(fields, header, rows).places;

describe('columns are found', () => {
  test.each<[string, string[], string[][], Record<string, number>]>([
    ['by their headings, the best first', ['id', 'Payment Id', 'Name'], [], { number: 1, name: 2 }],
    [
      'without case, marks, accents and brackets',
      ['Cree-LE (IST)', 'AMOUNT [INR]*'],
      [],
      { date: 0, amount: 1 },
    ],
    ['with the signs of a script', ['नाम'], [], { name: 0 }],
    ['by values before the heading', ['order_id', 'id'], [['order_1', 'pay_1']], { number: 1 }],
    ['also in other digits', ['Fee', 'Gross'], [['x', '１२']], { amount: 1 }],
    ['whose cells are dashes where there is nothing', ['Date'], [['-'], ['–'], ['7']], { date: 0 }],
    ['by values alone', ['What we got', 'id'], [['pay_1', '7']], { number: 0 }],
    [
      'by the heading where the values are odd',
      ['order_id', 'Amount'],
      [['o1', 'x']],
      { number: 0, amount: 1 },
    ],
    ['below the heading that has values', ['Gross', 'Amount'], [['1.00', '']], { amount: 0 }],
    [
      'not by values that never are',
      ['Date', 'Name'],
      [
        ['Dr', 'Asha'],
        ['', 'Bala'],
      ],
      { name: 1 },
    ],
    [
      'by the whole heading before a part of it',
      ['Fee (exclusive tax)', 'Fee'],
      [['1', '2']],
      { whole: 0, amount: 1 },
    ],
    ['each for one field', ['Fee (exclusive tax)'], [['1']], { whole: 0 }],
    ['in no empty file', [], [], {}],
  ])('%s', (_, header, rows, places) => {
    expect(found(header, ...rows)).toEqual(places);
  });

  test('with the question which of two is meant, unless they say the same', () => {
    const header = ['Amount (INR)', 'Amount (USD)', 'Name'];
    const { places, unsure, left } = findColumns(fields, header, [['100', '1.20', 'Asha']]);
    expect({ places, unsure, left }).toEqual({
      places: { amount: 0, name: 2 },
      unsure: { amount: [0, 1] },
      left: [1],
    });
    expect(findColumns(fields, header, [['100', '100', 'Asha']]).unsure).toEqual({});
    expect(findColumns(fields, ['A', 'B'], [['pay_1', 'pay_2']]).unsure).toEqual({ number: [0, 1] });
  });

  test('and those that no field took are named, also without a heading', () => {
    expect(findColumns(fields, ['Name', 'Colour', '', ''], [['Asha', '', 'x', '']]).left).toEqual([1, 2]);
  });
});
