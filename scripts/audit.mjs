/**
 * What `npm audit --json` says about packages that a running portal loads: a line for each weakness that is high or
 * critical; null where the registry did not answer, which says nothing about any package.
 */
export function weaknessesIn(text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return null;
  }
  if (answer?.metadata?.vulnerabilities === undefined) return null;
  return Object.values(answer.vulnerabilities ?? {})
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
}
