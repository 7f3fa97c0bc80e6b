import { hash } from 'node:crypto';
import type { PushKind } from '@gurukul/contract/push';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { Jobs } from '#server/jobs/open.ts';
import { asJobDb } from '#server/jobs/open.ts';
import { pushQueue } from '#server/jobs/queues.ts';
import { inLine } from '#server/plain.ts';
import { listDevicesOf } from './devices.ts';
import type { PushPair } from './key-pair.ts';

/** What people are told at once. It names no student, so the queue and lock screens may show it. */
export interface News {
  readonly kind: PushKind;
  /** A class, with its course. */
  readonly place: string;
  /** The place in the portal to which a press leads. */
  readonly path: string;
  /** What is told once: of two with the same key a device gets one. */
  readonly key: string;
}

export interface PushJob extends Pick<News, 'kind' | 'place' | 'path'> {
  readonly device: number;
}

export interface Pusher {
  /** Tells the people whose ids a query gives, on each of their devices, once the transaction commits. */
  tell(tx: Db, people: Sql, news: News): Promise<void>;
  /** With which browsers ask their push service for an address. */
  publicKey(): Promise<string>;
}

const longestPlace = 120;

/** A name for the job, so that a second one of the same key is none. */
function idOf(text: string): string {
  const hex = hash('sha256', text, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const createPusher = (jobs: Jobs, pairOf: () => Promise<PushPair>): Pusher => ({
  publicKey: async () => (await pairOf()).publicKey,

  async tell(tx, people, { kind, place, path, key }) {
    const devices = await listDevicesOf(tx, people);
    if (devices.length === 0) return;
    const data = { kind, place: inLine(place, longestPlace), path };
    await jobs.insert(
      pushQueue,
      devices.map(({ id }) => ({ id: idOf(`${kind} ${key} ${id}`), data: { ...data, device: id } })),
      { db: asJobDb(tx) },
    );
  },
});
