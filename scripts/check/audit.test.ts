import { expect, test } from 'vitest';
import { weaknessesIn } from './audit.mjs';

const answer = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { leaky: { name: 'leaky', severity, range: '<1.2.3' } },
    metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 1 } },
  });

test('high and critical weaknesses are told', () => {
  expect(weaknessesIn(answer('critical'))).toEqual(['leaky <1.2.3: critical']);
  expect(weaknessesIn(answer('high'))).toEqual(['leaky <1.2.3: high']);
  expect(weaknessesIn(answer('moderate'))).toEqual([]);
});

test('a registry that does not answer says nothing about any package', () => {
  const refused = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 });
  for (const text of ['', 'npm error audit endpoint returned an error', refused, 'null'])
    expect(weaknessesIn(text)).toBeNull();
});
