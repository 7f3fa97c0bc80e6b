import { randomUUID } from 'node:crypto';
import type { provider } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import { idRow, row, text } from '../../db/columns.ts';
import { one, run } from '../../db/rows.ts';
import { afterCommit } from '../../db/tx.ts';
import { count, endOf, hour } from '../../http/counters.ts';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/problem.ts';
import { refuseOlder } from '../../http/version.ts';
import { hasOthers } from '../approvals/sizes.ts';
import { assertKnownFile } from '../files/known-file.ts';
import { readSetup } from './setup.ts';
import { lockSettings, readSettings, updateSettings } from '../../provider/settings.ts';

const addressRow = row({ email_id: text });

export const providerHandlers: Handlers<typeof provider> = {
  async get_settings(_input, { db, config }) {
    return {
      status: 200,
      message: 'success',
      data: await readSettings(db),
      has_mail_server: config.smtpUrl !== null,
    };
  },

  async save_settings({ version, ...wanted }, { db, person, provider }) {
    const now = await lockSettings(db);
    refuseOlder(version, now.version);
    const logo = await assertKnownFile(db, person, wanted.logo, 'provider_logo', {
      current: [now.logo],
      field: 'logo',
    });
    const above =
      wanted.second_person_above === undefined ? now.second_person_above : wanted.second_person_above;
    if (above !== null && now.second_person_above === null && !(await hasOthers(db, person))) {
      throw fail('no_second_person');
    }
    await updateSettings(db, {
      ...wanted,
      logo,
      address: wanted.address ?? now.address,
      registration: wanted.registration ?? now.registration,
      receipt_template: wanted.receipt_template ?? now.receipt_template,
      receipt_wording: wanted.receipt_wording ?? now.receipt_wording,
      receipt_year_start: wanted.receipt_year_start ?? now.receipt_year_start,
      reporting_currency:
        wanted.reporting_currency === undefined ? now.reporting_currency : wanted.reporting_currency,
      teacher_messages: wanted.teacher_messages ?? now.teacher_messages,
      weekly_cases: wanted.weekly_cases ?? now.weekly_cases,
      second_person_above: above,
    });
    afterCommit(db, async () => provider.forget());
    return { status: 200, message: 'success' };
  },

  async get_setup(_input, { db }) {
    return { status: 200, message: 'success', data: await readSetup(db) };
  },

  async dismiss_setup({ dismissed }, { db }) {
    await run(db, sql`update provider set setup_dismissed = ${dismissed}`);
    return { status: 200, message: 'success' };
  },

  async send_test_mail(_input, { db, pool, person, config, mail }) {
    const key = `test-mail:${person.id}`;
    // Outside the transaction, so that refused attempts count too.
    if ((await count(pool, { key, seconds: hour })) > config.limits.sentLinksPerHour) {
      throw fail('too_many', { retryAt: await endOf(pool, key, 1) });
    }
    const { email_id: to } = await one(
      db,
      addressRow,
      sql`select email_id from people where id = ${person.id}`,
    );
    const dedupeKey = `test_mail:${randomUUID()}`;
    await mail.enqueue(db, { kind: 'test_mail', to, dedupeKey, data: { askedBy: person.fullname } });
    const { id } = await one(db, idRow, sql`select id from mails where dedupe_key = ${dedupeKey}`);
    return { status: 200, message: 'success', data: { mail_id: id } };
  },
};
