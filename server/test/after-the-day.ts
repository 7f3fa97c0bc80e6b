import type { CallName } from '@gurukul/contract/index';
import type { Db } from '#server/db/pool.ts';
import { run } from './rows.ts';
import type { TestApp, Who } from './app.ts';

/** Asks for an action on another account admin, lets its day pass and makes the call. */
export async function afterTheDay(
  { call, db }: Pick<TestApp, 'call' | 'db'>,
  name: CallName,
  input: object,
  as: Who,
) {
  await askAndWait({ call, db }, name, input, as);
  return call(name, input, { as });
}

/** Throws when the asking itself is refused. */
export async function askAndWait(
  { call, db }: Pick<TestApp, 'call' | 'db'>,
  name: CallName,
  input: object,
  as: Who,
): Promise<void> {
  const { status, body } = await call('approvals.ask_deed', { call: name, input, reason: 'A test' }, { as });
  if (status !== 200) throw new Error(`${name} cannot be asked for: ${JSON.stringify(body)}`);
  await letTheDayPass(db);
}

export const letTheDayPass = (db: Db): Promise<unknown> =>
  run(db)`update asked_deeds set alone_from = now() where alone_from > now() and done_at is null`;
