import { read, utils } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { makeTableFile, type TableTexts } from './table-file.ts';

const table: TableTexts = {
  title: 'All courses: "new"/old',
  headers: ['Course name', 'Students', '=Status'],
  rows: [
    ['Gītā, chapter "one"', 12, '=1+1'],
    ['+91 98450', -3, '@SUM(A1)'],
    ['-2+3', 0, '\t=1'],
    ['two\nlines', null, '＝1'],
    ["it's = fine", 7, ''],
  ],
};

const safe = [
  ['Course name', 'Students', "'=Status"],
  ['Gītā, chapter "one"', '12', "'=1+1"],
  ['+91 98450', '-3', "'@SUM(A1)"],
  ["'-2+3", '0', "'\t'=1"],
  ['two\nlines', '', "'＝1"],
  ["it's = fine", '7', ''],
];

describe('the rows of a list as a file', () => {
  test('a CSV opens in Excel with its letters, its columns and no formula', () => {
    expect(makeTableFile('csv', table)).toBe(
      [
        `\uFEFF"Course name","Students","'=Status"`,
        `"Gītā, chapter ""one""","12","'=1+1"`,
        `"+91 98450","-3","'@SUM(A1)"`,
        `"'-2+3","0","'\t'=1"`,
        `"two\nlines","","'＝1"`,
        `"it's = fine","7",""`,
        '',
      ].join('\r\n'),
    );
  });

  test('a spreadsheet holds the same, with numbers as numbers and no formula', () => {
    const book = read(makeTableFile('xlsx', table), { type: 'array', cellFormula: true });
    const sheet = book.Sheets[book.SheetNames[0]!]!;
    expect(utils.sheet_to_json(sheet, { header: 1, raw: false, defval: '' })).toEqual(safe);
    expect(sheet['B2']).toMatchObject({ t: 'n', v: 12 });
    expect(sheet['C2']).toMatchObject({ t: 's', v: "'=1+1" });
    expect(Object.values(sheet).some((cell) => typeof cell === 'object' && 'f' in cell)).toBe(false);
  });

  test('a title that Excel would refuse still names a sheet', () => {
    const nameOf = (title: string) =>
      read(makeTableFile('xlsx', { ...table, title }), { type: 'array' }).SheetNames[0];
    expect(nameOf('All courses: new/old')).toBe('All courses  new old');
    expect(nameOf('x'.repeat(40))).toBe('x'.repeat(31));
    expect(nameOf('')).toBe('Sheet1');
  });
});
