import { expect, test } from 'vitest';
import { errorFacts } from './error-facts.ts';

test('the log names the constraint of a database error, not the row', () => {
  const error = Object.assign(new Error('new row violates check constraint "a_b"'), {
    code: '23514',
    constraint: 'a_b',
    table: 'people',
    detail: 'Failing row contains (7, asha@office.test, $argon2id$hash).',
    where: 'SQL statement "insert ..."',
    client: { password: 'of the connection' },
  });
  const told = errorFacts(new Error('not saved', { cause: error }));
  expect(told).toMatchObject({
    type: 'Error',
    message: 'not saved',
    cause: { message: error.message, code: '23514', constraint: 'a_b', table: 'people' },
  });
  expect(JSON.stringify(told)).not.toMatch(/asha|argon2|insert|password/);
});

test('a thrown value that is no error, and an error that is its own cause, are logged in a few words', () => {
  expect(errorFacts('secret')).toEqual({
    type: 'string',
    message: 'a thrown string, which is not shown',
    stack: '',
  });
  expect(errorFacts(Object.assign(new Error(''), { code: 'ECONNREFUSED' })).message).toBe('ECONNREFUSED');
  expect(errorFacts({ message: 'the queue failed', row: 'secret' }).message).toBe('the queue failed');
  expect(errorFacts({ row: 'secret' }).message).toBe('no text; fields: row');
  const error = new Error('again');
  error.cause = error;
  expect(JSON.stringify(errorFacts(error)).match(/"message":"again"/g)).toHaveLength(6);
});

test('the job queue’s copy of an error names its cause, and no row', () => {
  const told = errorFacts({
    message: 'deadlock detected',
    stack: 'error: deadlock detected\n    at parseErrorMessage',
    name: 'error',
    code: '40P01',
    detail: 'Process 7 waits',
    queue: 'mail',
    data: 'secret',
  });
  expect(told).toEqual({
    type: 'error',
    message: 'deadlock detected',
    stack: 'error: deadlock detected\n    at parseErrorMessage',
    code: '40P01',
    queue: 'mail',
  });
});
