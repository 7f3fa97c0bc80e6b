import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { bool, float, int, row, text } from '../db/columns.ts';
import { findHome } from '../db/embedded-home.ts';
import { many, one } from '../db/rows.ts';
import { StartError } from '../start-error.ts';
import type { Operator } from './run-admin.ts';

const shown = 10;

interface Slow {
  readonly statement: string;
  readonly calls: number;
  /** In milliseconds. */
  readonly total: number;
  readonly longest: number;
}

const oneLine = (statement: string) => {
  const flat = statement.replaceAll(/\s+/g, ' ').trim();
  return flat.length > 300 ? `${flat.slice(0, 300)}...` : flat;
};

const entry =
  /^(?<at>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[.\d]* UTC \[\d+\] LOG: {2}duration: (?<ms>[\d.]+) ms {2}(?:statement|execute [^:]*|parse [^:]*|bind [^:]*): (?<statement>.*)$/;

/** What the embedded database wrote about statements that took longer than `log_min_duration_statement`. */
export function slowIn(log: string, since: Date): Slow[] {
  const all = new Map<string, Slow>();
  // A statement goes on in lines that begin with a tab.
  for (const line of log.replaceAll('\n\t', ' ').split('\n')) {
    const { at = '', ms = '', statement = '' } = entry.exec(line)?.groups ?? {};
    if (at === '' || new Date(`${at.replace(' ', 'T')}Z`) < since) continue;
    const known = all.get(statement) ?? { statement, calls: 0, total: 0, longest: 0 };
    const [calls, total] = [known.calls + 1, known.total + Number(ms)];
    all.set(statement, { statement, calls, total, longest: Math.max(known.longest, Number(ms)) });
  }
  return [...all.values()].toSorted((one, other) => other.total - one.total);
}

async function fromLog(dataDir: string, since: Date): Promise<Slow[]> {
  const folder = join((await findHome(dataDir)).cluster, 'log');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return slowIn(texts.join('\n'), since);
}

const hasRow = row({ has: bool });
const statementRow = row({ statement: text, calls: int, total: float, longest: float });
const busyRow = row({ line: text });

/** Of the embedded database from its log; of one's own from pg_stat_statements. And what runs at this moment. */
export async function explainSlow(
  { pool, settings }: Operator,
  minutes: string | undefined = '60',
): Promise<string> {
  if (!/^[1-9]\d{0,4}$/.test(minutes)) throw new StartError('slow needs a number of minutes');
  const running = await many(
    pool,
    busyRow,
    sql`
      select concat_ws(' ', round(extract(epoch from now() - a.query_start)) || ' s', a.state,
        coalesce('waits for ' || a.wait_event_type || ' ' || a.wait_event, ''), left(a.query, 300)) as line
      from pg_stat_activity a
      where a.datname = current_database() and a.pid <> pg_backend_pid() and a.state <> 'idle'
      order by a.query_start
    `,
  );
  let found: Slow[];
  let title: string;
  if (settings.databaseUrl === null) {
    title = `Statements of half a second and more in the last ${minutes} minutes`;
    found = await fromLog(settings.dataDir, new Date(Date.now() - Number(minutes) * 60_000));
  } else {
    const { has } = await one(pool, hasRow, sql`select to_regclass('pg_stat_statements') is not null as has`);
    if (!has) {
      throw new StartError(
        'your PostgreSQL has no pg_stat_statements: add it to shared_preload_libraries, restart, and run "create extension pg_stat_statements" in this database',
      );
    }
    title = 'Statements since pg_stat_statements_reset()';
    found = await many(
      pool,
      statementRow,
      sql`
        select s.query as statement, s.calls::int, s.total_exec_time as total, s.max_exec_time as longest
        from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where d.datname = current_database() order by s.total_exec_time desc limit ${shown}
      `,
    );
  }
  const lines = found
    .slice(0, shown)
    .map(
      ({ statement, calls, total, longest }) =>
        `${(total / 1000).toFixed(1)} s\t${calls} times\tlongest ${Math.round(longest)} ms\t${oneLine(statement)}`,
    );
  return [
    `Running now: ${running.length}`,
    ...running.map(({ line }) => `\t${oneLine(line)}`),
    `${title}: ${found.length}`,
    ...lines,
  ].join('\n');
}
