import sql from 'sql-template-tag';
import type { CallName } from '@gurukul/contract/index';
import { run } from '#server/db/rows.ts';
import type { TestApp, Who } from './app.ts';

/** Asks for a deed on another account admin, lets its day pass and makes the call. */
export async function afterTheDay(
  { call, db }: Pick<TestApp, 'call' | 'db'>,
  name: CallName,
  input: object,
  as: Who,
) {
  await askAndWait({ call, db }, name, input, as);
  return call(name, input, { as });
}

export async function askAndWait(
  { call, db }: Pick<TestApp, 'call' | 'db'>,
  name: CallName,
  input: object,
  as: Who,
): Promise<void> {
  await call('approvals.ask_deed', { call: name, input, reason: 'A test' }, { as });
  await run(db, sql`update asked_deeds set alone_from = now() where alone_from > now() and done_at is null`);
}
