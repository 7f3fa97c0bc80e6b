import { execFile } from 'node:child_process';
import { root } from '../setup.mjs';

const auditMs = 30_000;

/**
 * The lines of `npm audit --json` about packages that a running portal loads: one line for each high or critical
 * weakness. Null if the registry did not answer, which says nothing about any package.
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

/** Known weaknesses of the packages that a running portal loads. A registry that does not answer fails nothing. */
export function auditPackages() {
  return new Promise((resolve) => {
    const args = ['audit', '--omit=dev', '--json', '--loglevel=silent', '--fetch-retries=0'];
    execFile('npm', args, { cwd: root, timeout: auditMs, maxBuffer: 1 << 26 }, (_, output) => {
      const weak = weaknessesIn(output);
      if (weak === null) console.log('left npm audit (the registry does not answer)');
      else console.log(`${weak.length === 0 ? 'ok  ' : 'FAIL'} npm audit`);
      for (const line of weak ?? []) console.log(`  - ${line}`);
      resolve(weak === null || weak.length === 0);
    });
  });
}
