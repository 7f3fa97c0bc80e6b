import type { openid } from '@gurukul/contract/openid';
import sql from 'sql-template-tag';
import { idRow } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { one, run } from '#server/db/rows.ts';
import { afterCommit } from '#server/db/tx.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { refuseOlder } from '#server/http/requests/version.ts';
import { dropSecret, findService, listServices, lockService, putSecret } from './services.ts';
import { begin, finish, returnTo } from './sign-in.ts';
import { testService } from './test-service.ts';

const success = { status: 200, message: 'success' } as const;

interface ServiceInput {
  readonly name: string;
  readonly label: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly domains: readonly string[];
  readonly is_enabled: boolean;
}

const insertService = (tx: Db, { name, label, issuer, client_id, domains, is_enabled }: ServiceInput) =>
  one(
    tx,
    idRow,
    sql`
      insert into openid_services (name, label, issuer, client_id, domains, is_enabled)
      values (${name}, ${label}, ${issuer}, ${client_id}, ${[...domains]}::text[], ${is_enabled})
      returning id
    `,
  );

/** Name and issuer stay: the service knows the one, and the links of people are about the other. */
const updateService = (
  tx: Db,
  id: number,
  { label, client_id, domains, is_enabled }: ServiceInput,
  hasSecret: boolean,
) =>
  run(
    tx,
    sql`
      update openid_services
      set label = ${label},
        client_id = ${client_id},
        domains = ${[...domains]}::text[],
        is_enabled = ${is_enabled},
        credentials_at = case when ${hasSecret} then now() else credentials_at end,
        version = version + 1,
        updated_at = now()
      where id = ${id}
    `,
  );

export const openidHandlers: Handlers<typeof openid> = {
  begin,
  finish,

  async get_services(_, { db, config }) {
    return { ...success, data: await listServices(db), return_to: returnTo(config) };
  },

  async save_service({ service_id, version, client_secret: secret, ...service }, { db, config, provider }) {
    afterCommit(db, async () => provider.forget());
    if (service_id === null || service_id === undefined) {
      if (secret === '') throw fail('bad_input');
      const { id } = await insertService(db, service);
      await putSecret(db, config.secretKey, id, secret);
      return { ...success, data: { service_id: id } };
    }
    const before = await lockService(db, service_id);
    if (before === null) throw fail('not_found');
    refuseOlder(version, before.version);
    if (before.name !== service.name || before.issuer !== service.issuer) throw fail('bad_input');
    await updateService(db, service_id, service, secret !== '');
    if (secret !== '') await putSecret(db, config.secretKey, service_id, secret);
    return { ...success, data: { service_id } };
  },

  async delete_service({ service_id }, { db, provider }) {
    if ((await lockService(db, service_id)) === null) throw fail('not_found');
    afterCommit(db, async () => provider.forget());
    await run(db, sql`delete from openid_services where id = ${service_id}`);
    await dropSecret(db, service_id);
    return success;
  },

  async test_service({ service_id }, { pool, config }) {
    const service = await findService(pool, service_id);
    if (service === null) throw fail('not_found');
    const findings = await testService(pool, config, service);
    return {
      ...success,
      data: { works: findings.every(({ is_wrong }) => !is_wrong), findings: [...findings] },
    };
  },
};
