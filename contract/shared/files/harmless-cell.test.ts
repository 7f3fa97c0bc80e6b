import { expect, test } from 'vitest';
import { harmlessCell } from './harmless-cell.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['  =1+1', "'  =1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2+3', "'-2+3"],
  ['+91-98450-12345', "'+91-98450-12345"],
  ['+1+HYPERLINK("x")', `'+1+HYPERLINK("x")`],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r=1"],
  ['＝1', "'＝1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; +1;@y', "x;' +1;'@y"],
  ['x\t=1', "x\t'=1"],
])('%j is saved as %j', (cell, saved) => {
  expect(harmlessCell(cell)).toBe(saved);
});

test.each([
  '+91 98450 12345',
  '+919845012345',
  "it's = fine",
  'a;b',
  '1;2',
  'two\nlines',
  '',
  'రవి',
  -3,
  0,
  null,
])('%j is saved as it is', (cell) => {
  expect(harmlessCell(cell)).toBe(cell);
});
