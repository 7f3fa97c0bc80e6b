import { said } from '@gurukul/contract/shared/words/messages';
import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { plannedEitherWay } from '../../db/pool.ts';
import type { Db } from '../../db/pool.ts';
import { bool, int, row, text } from '../../db/columns.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { hashInSlices } from './long-lists.ts';
import { fail } from '../answers/problem.ts';

const visibleAscii = /^[\x21-\x7e]{1,200}$/;

/** The request's Idempotency-Key, or null when it has none. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !visibleAscii.test(key)) {
    throw fail('bad_input', { details: { 'Idempotency-Key': said('wrong_key') } });
  }
  return key;
}

export interface KeyedRequest {
  /** The person whose key it is. Null when it is an intake key's. */
  readonly personId: number | null;
  readonly intakeKeyId: number | null;
  readonly path: string;
  readonly key: string;
  /** The whole input, path segments included. */
  readonly input: unknown;
}

/**
 * Part of a select that locks the key for this transaction and says whether it succeeded. It runs in a statement before
 * `once`, because a statement sees the stored answer only if it begins after the lock was granted.
 */
export const lockOf = ({ personId, intakeKeyId, path, key }: Omit<KeyedRequest, 'input'>) =>
  sql`pg_try_advisory_xact_lock(hashtextextended(${`${personId} ${intakeKeyId} ${path} ${key}`}, 0))`;

const onceRow = row({ answer: text, change_id: int.nullable(), is_same: bool });

const changeIdRow = row({ change_id: int.nullable() });

/**
 * Runs `work` once per key and stores its answer in the same transaction: both are saved, or neither. Returns the text
 * to send, and whether it is a repeated answer. The transaction must already have locked the key with `lockOf`.
 */
export async function once(
  tx: Db,
  { personId, intakeKeyId, path, key, input }: KeyedRequest,
  work: () => Promise<string>,
): Promise<{ answer: string; isRepeat: boolean; changeId: number | null }> {
  const bodyHash = await hashInSlices(input);
  const owner =
    personId === null
      ? sql`intake_key_id = ${intakeKeyId} and person_id is null`
      : sql`person_id = ${personId} and intake_key_id is null`;
  const kept = await maybeOne(
    tx,
    onceRow,
    plannedEitherWay(sql`
      select answer, change_id, body_hash = ${bodyHash} as is_same
      from idempotency_keys
      where ${owner} and path = ${path} and key = ${key}
        and created_at > now() - interval '24 hours'
    `),
  );
  if (kept !== null && !kept.is_same) throw fail('key_reused');
  if (kept !== null) return { answer: kept.answer, isRepeat: true, changeId: kept.change_id };

  const answer = await work();
  const { change_id: changeId } = await one(
    tx,
    changeIdRow,
    plannedEitherWay(sql`
      insert into idempotency_keys (person_id, intake_key_id, path, key, body_hash, answer, change_id)
      values (${personId}, ${intakeKeyId}, ${path}, ${key}, ${bodyHash}, ${answer},
        nullif(current_setting('gurukul.change', true), '')::bigint)
      on conflict on constraint idempotency_keys_once
        do update set body_hash = excluded.body_hash, answer = excluded.answer, change_id = excluded.change_id,
          created_at = now()
      returning change_id
    `),
  );
  return { answer, isRepeat: false, changeId };
}
