import type { Config } from '../../config.ts';
import { isMac, macOf } from '../../derived-key.ts';

const purpose = 'stop what waits';

/** A deed by its number; new times of the retention by the second from which they count. */
export interface Waiting {
  readonly what: 'deed' | 'retention';
  readonly id: number;
}

const letters = { deed: 'd', retention: 'r' } as const;

type Secret = Pick<Config, 'secretKey'>;

/** The secret of a mailed link that stops what waits. The database does not have it. */
export const stopSecret = ({ secretKey }: Secret, { what, id }: Waiting): string =>
  `${letters[what]}${id}_${macOf(secretKey, purpose, `${what} ${id}`).toString('base64url')}`;

/** What a link stops; null when the portal did not make it. */
export function readStopSecret({ secretKey }: Secret, secret: string): Waiting | null {
  const [, letter, digits, mac] = /^([dr])(\d{1,15})_([\w-]{43})$/.exec(secret) ?? [];
  if (digits === undefined || mac === undefined) return null;
  const what = letter === letters.deed ? 'deed' : 'retention';
  const id = Number(digits);
  return isMac(secretKey, purpose, `${what} ${id}`, Buffer.from(mac, 'base64url')) ? { what, id } : null;
}
