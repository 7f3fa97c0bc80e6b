import { expect, it } from 'vitest';
import { sayableName } from './read-table.ts';

it.each([
  ['may.xlsx', 'may.xlsx'],
  ['<script>alert(1)</script>.csv', '<script>alert(1)</script>.csv'],
  ['may\n2026\u0007.csv', 'may 2026 .csv'],
  [`${'a'.repeat(300)}.csv`, `${'a'.repeat(251)}.csv`],
  // A sign of two halves, cut through.
  [`x😀${'a'.repeat(254)}`, `\ufffd${'a'.repeat(254)}`],
])('the name of a file is one that the server takes: %j', (name, sayable) => {
  expect(sayableName(name)).toBe(sayable);
});
