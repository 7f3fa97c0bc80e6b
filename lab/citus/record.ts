// Writes every statement that is sent in a test to a file, one of each text.
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env['STATEMENTS'] ?? '';
const seen = new Set<string>();

// The driver has many overloads; this passes each on.
// oxlint-disable-next-line typescript/no-explicit-any
const send: (...given: any[]) => any = pg.Client.prototype.query;

// oxlint-disable-next-line typescript/no-explicit-any
pg.Client.prototype.query = function note(this: pg.Client, ...given: any[]): any {
  const [query] = given;
  const text: unknown = typeof query === 'string' ? query : query?.text;
  if (typeof text === 'string' && !seen.has(text)) {
    seen.add(text);
    const values: unknown[] = [...(query.values ?? (Array.isArray(given[1]) ? given[1] : []))];
    appendFileSync(file, `${JSON.stringify({ text, values })}\n`);
  }
  return send.apply(this, given);
};
