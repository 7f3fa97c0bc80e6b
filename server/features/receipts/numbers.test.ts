import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { many, one } from '#server/test/rows.ts';
import { secondProcess } from '#server/test/second-process.ts';
import { foundSchool } from '#server/test/small-school.ts';

const isFull = process.env['PROOF'] === 'full';
const writers = 50;
const rounds = isFull ? 20 : 1;
/** Of connections, in a round. */
const kills = 25;

const server = await testApp({ database: 'empty' });
const { db } = server;
const { gita, students } = await foundSchool(db);

/** Payments of both series. */
const pay = async (count: number) =>
  (
    await many<{ id: number }>(db)`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at,
        kind)
      select gen_random_uuid()::text, ${gita.id}, ${students.anu}, 'Anu', 'anu@office.test', 10, 'INR', 'success',
        now(), case when n % 3 = 0 then 'donation' else 'fee' end
      from generate_series(1, ${count}::int) n
      returning id
    `
  ).map(({ id }) => id);

/** Ends connections in the middle of their work, until there were enough or it is told to stop. Returns how many. */
function killBackends(): () => Promise<number> {
  const until = new AbortController();
  let killed = 0;
  const killing = (async () => {
    const owner = new pg.Client(server.database.owner);
    await owner.connect();
    while (!until.signal.aborted && killed < kills) {
      const rows = await many<{ n: number }>(owner)`
        select count(pg_terminate_backend(pid))::int as n from (
          select pid from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
            and usename = 'gurukul_app' and backend_type = 'client backend'
          order by random() limit 1
        ) victims
      `;
      killed += rows[0]?.n ?? 0;
      await wait(50 + Math.random() * 150);
    }
    await owner.end();
  })();
  return async () => {
    until.abort();
    await killing;
    return killed;
  };
}

test(`numbers have no gap with ${writers} writers in two processes whose connections are killed`, async () => {
  const other = await secondProcess(server);
  const token = await server.tokenOf('admin@office.test');
  let refused = 0;
  const issue = async (payment_id: number, turn: number): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `receipt-${payment_id}` };
    for (let attempt = 0; ; attempt += 1) {
      const app = (turn + attempt) % 2 === 0 ? server.app : other;
      const answer = await app.inject({
        method: 'POST',
        url: '/api/payments/issue_receipt',
        headers,
        payload: { payment_id },
      });
      if (answer.statusCode === 200) return answer.json().data.number;
      refused += 1;
      if (attempt > 2000) throw new Error(answer.body);
      await wait(50);
    }
  };

  const told = new Map<number, string>();
  let killed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const payments = await pay(writers);
    const stop = killBackends();
    await Promise.all(payments.map(async (id, turn) => told.set(id, await issue(id, turn))));
    killed += await stop();
  }
  expect(killed).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);

  const found = await many<{ series: string; number: number; payment_id: number; full: string }>(db)`
    select series, number, payment_id, series || '/' || year || '/' || number as full
    from receipts order by series, number
  `;
  expect(found).toHaveLength(writers * rounds);
  for (const each of found) expect(told.get(each.payment_id)).toBe(each.full);
  for (const series of ['R', 'D']) {
    const numbers = found.filter((each) => each.series === series).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
  const { n } = await one<{ n: number }>(db)`
    select count(*)::int as n from audit_entries where table_name = 'receipts' and action = 'insert'
  `;
  expect(n).toBe(writers * rounds);
});
