import type { Pushed } from '@gurukul/contract/push';
import webPush from 'web-push';
import { askInternet } from '#server/http/internet/internet.ts';
import type { PushAddress } from './devices.ts';
import type { PushPair } from './key-pair.ts';

export interface Sender {
  readonly pair: PushPair;
  /** Where the push service reaches the operator: an address with mailto:. */
  readonly subject: string;
  /** May be asked besides the internet. */
  readonly networks: readonly string[];
}

const mostMs = 10_000;
/** In seconds: later nobody needs to know. */
const ttl = 6 * 60 * 60;
const gone = new Set([404, 410]);

/** Hands it to the push service of a device. False: the service knows the device no more. Throws when it was not taken. */
export async function sendPush(
  { pair, subject, networks }: Sender,
  { endpoint, p256dh, auth }: PushAddress,
  pushed: Pushed,
): Promise<boolean> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(pushed),
    { vapidDetails: { subject, ...pair }, TTL: ttl, urgency: 'high' },
  );
  const answer = await askInternet(new URL(endpoint), {
    method: 'POST',
    headers: { ...headers },
    ...(body === null ? {} : { body }),
    networks,
    signal: AbortSignal.timeout(mostMs),
  });
  const { statusCode = 0 } = answer;
  // What else it says is of no use, and could be long.
  answer.destroy();
  if (gone.has(statusCode)) return false;
  if (statusCode < 200 || statusCode >= 300)
    throw new Error(`the push service answered with status ${statusCode}`);
  return true;
}
