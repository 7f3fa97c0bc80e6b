import { expect, test } from 'vitest';
import { failuresIn } from './failures.mjs';

const reason = '\u001b[31mExpected 1\u001b[39m\n  at somewhere';

test('a run without a report, or without a failure, names nothing', () => {
  expect(failuresIn(null, '/project')).toEqual([]);
  expect(failuresIn({ testResults: [{ name: 'a', status: 'passed', assertionResults: [] }] }, '/')).toEqual(
    [],
  );
  expect(failuresIn({ suites: [], errors: [] }, '/project')).toEqual([]);
});

test('a test is named by its file, its title and the first line of the reason, and a file that does not load by its path', () => {
  const passed = { status: 'passed', fullName: 'stands', failureMessages: [] };
  const failed = { status: 'failed', fullName: 'falls', failureMessages: [reason] };
  const report = {
    testResults: [
      { name: '/project/server/a.test.ts', status: 'failed', assertionResults: [passed, failed] },
      {
        name: '/project/server/b.test.ts',
        status: 'failed',
        message: 'No such module\nat',
        assertionResults: [],
      },
    ],
  };
  expect(failuresIn(report, '/project')).toEqual([
    'server/a.test.ts > falls: Expected 1',
    'server/b.test.ts: No such module',
  ]);
});

test('a story is named by its place, its group and its last try', () => {
  const spec = (title: string, ok: boolean, ...messages: string[]) => ({
    title,
    ok,
    file: 'rolls.e2e.ts',
    line: 7,
    tests: [{ results: messages.map((message) => ({ error: { message } })) }],
  });
  const inner = { title: 'a roll', file: 'rolls.e2e.ts', specs: [spec('is lost', false, 'first', reason)] };
  const suite = {
    title: 'rolls.e2e.ts',
    file: 'rolls.e2e.ts',
    specs: [spec('is kept', true)],
    suites: [inner],
  };
  expect(failuresIn({ suites: [suite], errors: [{ message: 'No server' }] }, '/project')).toEqual([
    'No server',
    'e2e/rolls.e2e.ts:7 > a roll > is lost: Expected 1',
  ]);
});
