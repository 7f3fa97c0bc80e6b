import type { checkouts } from '@gurukul/contract/checkouts';
import { isTestKey } from '@gurukul/contract/checkouts';
import { isHookSecret, leastHookSecret } from '@gurukul/contract/shared/money/hook-secret';
import { said } from '@gurukul/contract/shared/words/messages';
import sql from 'sql-template-tag';
import { run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { refuseOlder } from '#server/http/requests/version.ts';
import { findService, listServices } from '#server/db/pay-services.ts';
import { dropSecrets, putSecrets, readSecrets } from './services.ts';

const success = { status: 200, message: 'success' } as const;

export const checkoutsHandlers: Handlers<typeof checkouts> = {
  async get_pay_services(_, { db, config }) {
    return { ...success, data: await listServices(db), hooks: `${config.appUrl}/hooks/` };
  },

  async save_pay_service({ service, key_id, secret, webhook_secret, version, ...rest }, { db, config }) {
    await takeTurn(db, 'payment services');
    const before = await findService(db, service);
    if (before !== null) refuseOlder(version, before.version);
    const known = before === null ? null : await readSecrets(db, config.secretKey, service);
    const secrets = {
      secret: secret || (known?.secret ?? ''),
      webhook_secret: webhook_secret || (known?.webhook_secret ?? ''),
    };
    if (secrets.secret === '' || secrets.webhook_secret === '') throw fail('bad_input');
    if (webhook_secret !== '' && !isHookSecret(service, webhook_secret))
      throw fail('bad_input', {
        details: { webhook_secret: said('at_least_characters', { least: leastHookSecret }) },
      });
    const isRazorpay = service === 'razorpay';
    if (isRazorpay ? key_id === '' : !/^[sr]k_(?:test|live)_/.test(secrets.secret)) throw fail('bad_input');
    const publicKey = isRazorpay ? key_id : '';
    const isChanged = secret !== '' || webhook_secret !== '' || publicKey !== before?.key_id;
    await run(
      db,
      sql`
        insert into pay_services as s (service, key_id, is_test, is_on, currencies)
        values (${service}, ${publicKey}, ${isTestKey(isRazorpay ? key_id : secrets.secret)}, ${rest.is_on},
          ${isRazorpay ? rest.currencies : []}::text[])
        on conflict on constraint pay_services_service_unique do update
        set key_id = excluded.key_id, is_test = excluded.is_test, is_on = excluded.is_on,
          currencies = excluded.currencies, version = s.version + 1,
          connected_at = case when ${isChanged} then now() else s.connected_at end
      `,
    );
    if (!isChanged) return success;
    await putSecrets(db, config.secretKey, service, secrets);
    // Of other keys, perhaps of another account or mode.
    await run(db, sql`update checkouts set state = 'canceled' where service = ${service} and state = 'open'`);
    return success;
  },

  async drop_pay_service({ service }, { db }) {
    const dropped = await run(db, sql`delete from pay_services where service = ${service}`);
    if (dropped === 0) throw fail('not_found');
    await dropSecrets(db, service);
    await run(db, sql`update checkouts set state = 'canceled' where service = ${service} and state = 'open'`);
    return success;
  },
};
