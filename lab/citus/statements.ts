// Which of the application's statements does Citus take? They come from a run of tests: `lab/citus/record.ts`.
import { globSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';

interface Recorded {
  readonly text: string;
  readonly values: unknown[];
}

export interface Judged {
  /** The file of the statement, such as server/features/ledger/read.ts. */
  readonly from: string;
  /** The largest number of shards that a part of it asks; 0: nothing spread. */
  readonly tasks: number;
  /** Why Citus refuses it. */
  readonly refusal: string | null;
}

const folded = (text: string) =>
  text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Tests send statements of their own, whose beginning is in no source of the application. */
function ofApplication(file: string): ReadonlyMap<string, Recorded & { readonly from: string }> {
  const sources = globSync('server/**/*.ts')
    .filter((path) => !/\.test\.ts$|^server\/(?:test|db\/seed)\//.test(path))
    .map((path) => ({ path, text: folded(readFileSync(path, 'utf8')) }));
  const found = new Map<string, Recorded & { readonly from: string }>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const recorded = JSON.parse(line) as Recorded;
    const text = folded(recorded.text);
    const start = text.split(/\$\d/)[0]?.slice(0, 55) ?? '';
    if (!/^(?:select|insert|update|delete|with|merge|\()/i.test(text) || start.length < 13) continue;
    const from = sources.find((source) => source.text.includes(start))?.path;
    // Lists of values of another length are the same statement.
    const shape = text.replaceAll(/\$\d+/g, '$').replaceAll(/(?:\(\$(?:, ?)?)+\)/g, '');
    if (from !== undefined && !found.has(shape)) found.set(shape, { ...recorded, from });
  }
  return found;
}

/** Explains each of them, without running it. */
export async function judge(owner: Pool, file: string): Promise<Judged[]> {
  const judged: Judged[] = [];
  const client = await owner.connect();
  for (const { text, values, from } of ofApplication(file).values()) {
    await client.query('begin');
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values.map(bytes));
      const tasks = rows.map((row) => Number(/Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? 0));
      judged.push({ from, tasks: Math.max(...tasks), refusal: null });
    } catch (error) {
      const refusal = error instanceof Error ? error.message.replaceAll(/"[^"]*"/g, '…') : String(error);
      judged.push({ from, tasks: 0, refusal });
    }
    await client.query('rollback');
  }
  client.release();
  return judged;
}

/** JSON writes bytes as a list of numbers. */
const bytes = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
    ? Buffer.from(value.data as number[])
    : value;
