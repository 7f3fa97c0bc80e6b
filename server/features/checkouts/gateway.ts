import type { PayService } from '@gurukul/contract/checkouts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/pool.ts';
import type { Gateway } from './news.ts';
import { razorpay } from './razorpay.ts';
import { findService } from '#server/db/pay-services.ts';
import { readSecrets } from './services.ts';
import { stripe } from './stripe.ts';

export type PayConfig = Pick<Config, 'secretKey' | 'payUrls' | 'limits' | 'appUrl'>;

/** The service with the provider's keys. Null: it is not connected. */
export async function gatewayOf(
  db: Db,
  { secretKey, payUrls, limits }: PayConfig,
  service: PayService,
): Promise<Gateway | null> {
  const connected = await findService(db, service);
  const secrets = await readSecrets(db, secretKey, service);
  if (connected === null || secrets === null) return null;
  const url = payUrls[service];
  const { key_id: keyId, is_test: isTest } = connected;
  return service === 'razorpay'
    ? razorpay(url, { keyId, secret: secrets.secret, isTest }, limits.payMs)
    : stripe(url, secrets, limits.payMs);
}
