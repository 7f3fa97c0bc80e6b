import type { security } from '@gurukul/contract/security';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { addressFrom } from '#server/http/requests/require-https.ts';
import { raiseAlarm } from '#server/security-log/alarms.ts';
import { checkChain } from '#server/security-log/check.ts';
import { linesAfter } from '#server/security-log/lines.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import { kolkataDay } from '#server/time/kolkata-day.ts';
import { countEntries, fits, listEntries } from './queries.ts';

const readAtOnce = 1000;

export const securityHandlers: Handlers<typeof security> = {
  async get_log({ page, pageSize, ...filters }, { db }) {
    const which = fits(filters);
    const [data, total_count] = await Promise.all([
      listEntries(db, which, { page, pageSize }),
      countEntries(db, which),
    ]);
    return { status: 200, message: 'success', data, total_count };
  },

  async export_log({ after, ...filters }, { db }) {
    let rows = 0;
    const text = new TextEncoder();
    async function* bytes(which: Sql, pool: Db) {
      for (let last = after ?? 0; ;) {
        const lines = await linesAfter(pool, last, readAtOnce, which);
        for (const line of lines) {
          rows += 1;
          yield text.encode(`${JSON.stringify(line)}\n`);
        }
        last = lines.at(-1)?.entry_id ?? last;
        if (lines.length < readAtOnce) return;
      }
    }
    return {
      file_name: `security-log-${kolkataDay(Date.now())}.jsonl`,
      media_type: 'application/x-ndjson',
      bytes: bytes(fits(filters), db),
      rows: () => rows,
    };
  },

  async check_log(_input, { db, pool, mail, person, request }) {
    const { entries, problem, at, end } = await checkChain(db);
    await recordSecurity(db, {
      kind: 'log_checked',
      personId: person.id,
      from: addressFrom(request),
      facts: { entries, problem, at, end },
    });
    if (problem !== null) {
      await raiseAlarm(pool, mail, { kind: 'broken_log', network: null, personId: null, count: at ?? 0 });
    }
    return { status: 200, message: 'success', data: { entries, problem, at, end } };
  },
};
