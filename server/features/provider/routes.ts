import { randomUUID } from 'node:crypto';
import type { provider, ProviderSettings } from '@gurukul/contract/provider';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import { readOverview } from '../../backup/overview.ts';
import { idRow, row, text } from '../../db/columns.ts';
import { one, run } from '../../db/rows.ts';
import { presentTerms } from '../../db/terms.ts';
import { afterCommit } from '../../db/tx.ts';
import { count, endOf, hour } from '../../http/limits/counters.ts';
import type { Handlers, Person } from '../../http/handlers.ts';
import { signPicture } from '#server/storage/signed-url.ts';
import { fail } from '../../http/answers/problem.ts';
import { refuseOlder } from '../../http/requests/version.ts';
import { hasOthers } from '../approvals/sizes.ts';
import { hasFactor } from '../factors/factors.ts';
import { assertKnownFile } from '../files/known-file.ts';
import { readSetup } from './setup.ts';
import { lockSettings, readSettings, updateSettings } from '../../provider/settings.ts';

type FactorDays = Pick<
  ProviderSettings,
  'admin_factor_from' | 'courseadmin_factor_from' | 'teacher_factor_from'
>;

/** What an older client does not send stays as it is. */
const factorDays = (wanted: Partial<FactorDays>, now: FactorDays): FactorDays => ({
  admin_factor_from:
    wanted.admin_factor_from === undefined ? now.admin_factor_from : wanted.admin_factor_from,
  courseadmin_factor_from:
    wanted.courseadmin_factor_from === undefined
      ? now.courseadmin_factor_from
      : wanted.courseadmin_factor_from,
  teacher_factor_from:
    wanted.teacher_factor_from === undefined ? now.teacher_factor_from : wanted.teacher_factor_from,
});

/** A role of the person needs a second factor that it did not need before, or sooner. */
const requiresMore = (next: FactorDays, now: FactorDays, { mainRole, asRole }: Person): boolean =>
  portalRoles
    .filter((role) => role === mainRole || role === asRole)
    .some((role) => {
      const [day, before] = [next[`${role}_factor_from`], now[`${role}_factor_from`]];
      return day !== null && (before === null || day < before);
    });

const addressRow = row({ email_id: text });

export const providerHandlers: Handlers<typeof provider> = {
  async get_settings(_input, { db, config }) {
    const settings = await readSettings(db);
    return {
      status: 200,
      message: 'success',
      data: { ...settings, signature: signPicture(config, settings.signature) },
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
    const signature = await assertKnownFile(
      db,
      person,
      wanted.signature ?? now.signature,
      'provider_signature',
      {
        current: [now.signature],
        field: 'signature',
      },
    );
    if ((wanted.child_consent ?? 'off') !== 'off' && (await presentTerms(db)).child_data === undefined) {
      throw fail('terms_needed');
    }
    const above =
      wanted.second_person_above === undefined ? now.second_person_above : wanted.second_person_above;
    if (above !== null && now.second_person_above === null && !(await hasOthers(db, person))) {
      throw fail('no_second_person');
    }
    const factors = factorDays(wanted, now);
    if (requiresMore(factors, now, person) && !(await hasFactor(db, person.id))) {
      throw fail('own_factor_first');
    }
    await updateSettings(db, {
      ...wanted,
      logo,
      spoken_languages: wanted.spoken_languages ?? now.spoken_languages,
      address: wanted.address ?? now.address,
      registration: wanted.registration ?? now.registration,
      receipt_template: wanted.receipt_template ?? now.receipt_template,
      receipt_wording: wanted.receipt_wording ?? now.receipt_wording,
      receipt_year_start: wanted.receipt_year_start ?? now.receipt_year_start,
      reporting_currency:
        wanted.reporting_currency === undefined ? now.reporting_currency : wanted.reporting_currency,
      certificate_layout: wanted.certificate_layout ?? now.certificate_layout,
      signature,
      signatory: wanted.signatory ?? now.signatory,
      teacher_messages: wanted.teacher_messages ?? now.teacher_messages,
      weekly_cases: wanted.weekly_cases ?? now.weekly_cases,
      second_person_above: above,
      ...factors,
      catalogue_open: wanted.catalogue_open ?? now.catalogue_open,
      registration_open: wanted.registration_open ?? now.registration_open,
      place_when_paid: wanted.place_when_paid ?? now.place_when_paid,
      children_rule: wanted.children_rule ?? now.children_rule,
      children_checks: wanted.children_checks ?? now.children_checks,
      catalogue_sites: wanted.catalogue_sites ?? now.catalogue_sites,
      child_consent: wanted.child_consent ?? now.child_consent,
    });
    afterCommit(db, async () => provider.forget());
    return { status: 200, message: 'success' };
  },

  async get_backups(_input, { config }) {
    const own_database = config.databaseUrl !== null;
    return { status: 200, message: 'success', data: await readOverview(config), own_database };
  },

  async get_setup(_input, { db, person }) {
    return { status: 200, message: 'success', data: await readSetup(db, person.id) };
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
