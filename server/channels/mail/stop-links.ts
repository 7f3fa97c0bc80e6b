import type { Config } from '../../config.ts';
import { isMac, macOf } from '../../derived-key.ts';

const purpose = 'stop what waits';

/** An action by its number; new times of the retention by the second from which they count. */
export interface WaitingChange {
  readonly what: 'action' | 'retention';
  readonly id: number;
}

/** What stands in the link, and what its code is made of. Links that are in mails already have these words. */
const letters = { action: 'd', retention: 'r' } as const;
const words = { action: 'deed', retention: 'retention' } as const;

type Secret = Pick<Config, 'secretKey'>;

/** The secret of a mailed link that stops what waits. The database does not have it. */
export const stopSecret = ({ secretKey }: Secret, { what, id }: WaitingChange): string =>
  `${letters[what]}${id}_${macOf(secretKey, purpose, `${words[what]} ${id}`).toString('base64url')}`;

/** What a link stops; null when the portal did not make it. */
export function readStopSecret({ secretKey }: Secret, secret: string): WaitingChange | null {
  const [, letter, digits, mac] = /^([dr])(\d{1,15})_([\w-]{43})$/.exec(secret) ?? [];
  if (digits === undefined || mac === undefined) return null;
  const what = letter === letters.action ? 'action' : 'retention';
  const id = Number(digits);
  return isMac(secretKey, purpose, `${words[what]} ${id}`, Buffer.from(mac, 'base64url'))
    ? { what, id }
    : null;
}
