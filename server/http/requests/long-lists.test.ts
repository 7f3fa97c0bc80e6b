import { hash } from 'node:crypto';
import { studentImport } from '@gurukul/contract/student-import';
import { paymentUpload } from '@gurukul/contract/payment-upload';
import { problemCode } from '@gurukul/contract/shared/words/plain-problem';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bodyInSlices, hashInSlices, parseInSlices } from './long-lists.ts';

const payment = (row: number) => ({ row, payment_id: `pay_${row}`, amount: '1,000', unknown: 'dropped' });
const file = (rows: readonly unknown[]) => ({ file_name: ' march.xlsx ', rows, course_id: '7', unknown: 1 });

test.each([
  ['a file of payments', paymentUpload.payments_preview.input, file([payment(2), payment(3)])],
  ['two rows of one number', paymentUpload.payments_preview.input, file([payment(2), payment(2)])],
  ['no rows', paymentUpload.payments_preview.input, file([])],
  ['no list', paymentUpload.payments_preview.input, { file_name: 'a' }],
  ['something else for a list', paymentUpload.payments_preview.input, file('rows' as never)],
  ['rows that are none', paymentUpload.payments_preview.input, file([payment(2), null, { row: 'three' }])],
  ['rows below a name', paymentUpload.excel_payment_details_upload.input, { data: [{ Amount: '5' }] }],
  ['rows by themselves', paymentUpload.excel_payment_details_upload.input, [{ Amount: '5' }, { amount: 7 }]],
  ['nothing', paymentUpload.excel_payment_details_upload.input, null],
  [
    'an answer',
    studentImport.students_preview.output,
    { status: 200, message: 'success', data: { rows: [{ row: 1 }], totals: {} } },
  ],
])('%s is parsed as if at once', async (_name, schema, value) => {
  const inSlices = await parseInSlices(schema, value, problemCode);
  const atOnce = z.safeParse(schema, value, { error: problemCode });
  expect(inSlices.success).toBe(atOnce.success);
  expect(inSlices.data).toEqual(atOnce.data);
  // Errors around the rows are reported next time, when the rows are right.
  const told = inSlices.error?.issues.map(({ path, message }) => [path, message]) ?? [];
  const known = atOnce.error?.issues.map(({ path, message }) => [path, message]) ?? [];
  expect(known).toEqual(expect.arrayContaining(told));
  expect(told.length > 0).toBe(known.length > 0);
});

test.each([
  [[]],
  [{ rows: [{ a: 1, b: undefined }, null, undefined, 'x"y'], none: undefined, more: { list: [[1]] } }],
  [{ rows: Array.from({ length: 9_000 }, (_, n) => `గురు ${n}`), last: {} }],
  ['text'],
  [null],
])('%j is written as if at once', async (value) => {
  const body = await bodyInSlices(value);
  expect(body.toString()).toBe(JSON.stringify(value));
  expect((await hashInSlices(value)).toString('hex')).toBe(hash('sha256', JSON.stringify(value)));
});

test('twenty thousand rows let other requests in', async () => {
  let rounds = 0;
  let isOver = false;
  const next = () => {
    rounds += 1;
    if (!isOver) setImmediate(next);
  };
  const rows = Array.from({ length: 20_000 }, (_, n) => payment(n + 1));
  setImmediate(next);
  const parsed = await parseInSlices(paymentUpload.payments_preview.input, file(rows));
  const afterParsing = rounds;
  await hashInSlices(Array.from({ length: 200_000 }, (_, n) => payment(n)));
  isOver = true;
  expect(parsed.success).toBe(true);
  expect(afterParsing).toBeGreaterThan(1);
  expect(rounds).toBeGreaterThan(afterParsing + 1);
});
