import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { FairQueue } from './fair-queue.ts';
import type { Place } from './fair-queue.ts';

const runArgon2 = promisify(argon2);

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The cost of new hashes. Cheaper ones are replaced at the next sign-in. */
const usualCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };

/** Tests set a lower cost, because they hash some thousand times (server/test/cheap-hashes.ts). */
export const inTests: { cost: Cost } = { cost: usualCost };
const tagBytes = 32;

export interface HashLimits {
  readonly hashesAtOnce: number;
  readonly hashQueue: number;
}

const usualLimits: HashLimits = { hashesAtOnce: 4, hashQueue: 100 };

/** For work of the portal itself, such as the first admin's password. */
const ownPlace: Place = { key: 'portal', isKnown: true };

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

const toPhc = ({ memory, passes, parallelism }: Cost, salt: Uint8Array, tag: Uint8Array) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function fromPhc(phc: string): { cost: Cost; salt: Buffer; tag: Buffer } | null {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phcPattern.exec(phc) ?? [];
  if (memory === undefined) return null;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const tagOf = (password: string, salt: Uint8Array, length: number, { memory, passes, parallelism }: Cost) =>
  runArgon2('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    parallelism,
    tagLength: length,
    memory,
    passes,
  });

// Accounts that do not exist cost as much time as those that do.
const nobodysHash = () => toPhc(inTests.cost, randomBytes(16), randomBytes(tagBytes));

/** All hashes of this process go through it. */
export const hashing = new FairQueue();

/**
 * Runs a hash in turn. Each takes 19 MB and a core for a moment, so only a few run at once, and one core stays free.
 * The others wait in lines; a full line gives the refusal `busy`.
 */
const queued = <T>({ hashesAtOnce, hashQueue }: HashLimits, place: Place, work: () => Promise<T>) =>
  hashing.run(
    place,
    { atOnce: Math.min(hashesAtOnce, Math.max(1, availableParallelism() - 1)), line: hashQueue },
    work,
  );

/** Hashes the password. Returns PHC text for the database. */
export function hashPassword(
  password: string,
  limits: HashLimits = usualLimits,
  place: Place = ownPlace,
): Promise<string> {
  return queued(limits, place, async () => {
    const salt = randomBytes(16);
    const { cost } = inTests;
    return toPhc(cost, salt, await tagOf(password, salt, tagBytes, cost));
  });
}

/** Checks the password. Without a hash it does the same work and returns false. */
export function verifyPassword(
  password: string,
  phc: string | null,
  limits: HashLimits = usualLimits,
  place: Place = ownPlace,
): Promise<boolean> {
  return queued(limits, place, async () => {
    const known = phc === null ? null : fromPhc(phc);
    const { cost: itsCost, salt, tag } = known ?? fromPhc(nobodysHash())!;
    const found = await tagOf(password, salt, tag.length, itsCost);
    return timingSafeEqual(found, tag) && known !== null;
  });
}

/** True when the hash has another cost than new ones. */
export function isOutdated(phc: string): boolean {
  const known = fromPhc(phc)?.cost;
  const { cost } = inTests;
  return (
    known?.memory !== cost.memory || known.passes !== cost.passes || known.parallelism !== cost.parallelism
  );
}
