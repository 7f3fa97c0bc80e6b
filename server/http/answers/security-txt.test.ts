import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { testApp } from '../../test/app.ts';
import { securityTxt } from './security-txt.ts';

const office = await testApp({ database: 'empty' });

async function ask(securityContact: string | null) {
  const app = await buildApp({
    config: { ...office.config, securityContact },
    pool: office.db,
    logger: false,
  });
  afterAll(() => app.close());
  return app.inject({ url: securityTxt });
}

test.each([
  ['security@example.org', 'mailto:security@example.org'],
  ['https://example.org/report', 'https://example.org/report'],
])('the operator at %s is named to everybody, for less than a year', async (contact, written) => {
  const { statusCode, headers, body } = await ask(contact);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = body
    .trimEnd()
    .split('\n')
    .map((line) => /^(\w+): (\S+)$/.exec(line)?.slice(1));
  expect(fields).toEqual([
    ['Contact', written],
    ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/)],
    ['Canonical', `${office.config.appUrl}${securityTxt}`],
  ]);
  const days = (Date.parse(String(fields[1]?.[1])) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});

test('without an operator who says it nothing is there', async () => {
  expect((await ask(null)).statusCode).toBe(404);
});
