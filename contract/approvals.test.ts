import { expect, test } from 'vitest';
import { askedCalls, waitingCalls } from './approvals.ts';
import { calls } from './index.ts';

const asked: ReadonlySet<string> = new Set(askedCalls);

/** Files without rows of people. */
const withoutRows = new Set([
  // one payer's year, as on the screen
  'receipts.download_statement',
  // nobody's
  'receipts.preview_receipt',
  'certificates.preview',
  // documents that are handed out to each, and one student's courses
  'certificates.download',
  'certificates.download_transcript',
]);

test('a file with rows of people counts against what one person may take alone', () => {
  const files = calls().filter(({ name, call }) => call.file !== undefined && !withoutRows.has(name));
  expect(files.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([]);
});

/** The handler asks for the proof where it depends on the input. */
const byInput = new Set<string>([
  'selection.save_change',
  'reports.pause_report',
  'audit.undo_change',
  // of account admins, and not of rows
  ...waitingCalls,
]);

test('what takes or ends rows of people needs a fresh proof, and so does the decision about it', () => {
  const unproved = calls().filter(
    ({ name, call }) =>
      (asked.has(name) || name === 'approvals.decide_deed') && call.stepUp !== true && !byInput.has(name),
  );
  expect(unproved.map(({ name }) => name)).toEqual([]);
});
