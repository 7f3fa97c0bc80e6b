import {
  certificateLayouts,
  childConsents,
  portalLanguages,
  receiptTemplates,
} from '@gurukul/contract/provider';
import type { ProviderSettings } from '@gurukul/contract/provider';
import { childrenRules } from '@gurukul/contract/shared/person/checks';
import { accentNames } from '@gurukul/contract/shared/words/accents';
import sql from 'sql-template-tag';
import type { Db } from '../db/pool.ts';
import { bool, date, int, list, oneOf, row, text } from '../db/columns.ts';
import { many, one, run } from '../db/rows.ts';

const settingsRow = row({
  name: text,
  logo: text,
  accent: oneOf(accentNames),
  time_zone: text,
  languages: list(oneOf(portalLanguages)),
  spoken_languages: list(text),
  sender_name: text,
  reply_to: text,
  address: text,
  registration: text,
  receipt_template: oneOf(receiptTemplates),
  receipt_wording: text,
  receipt_year_start: int,
  reporting_currency: text.nullable(),
  certificate_layout: oneOf(certificateLayouts),
  signature: text,
  signatory: text,
  teacher_messages: int,
  weekly_cases: bool,
  second_person_above: int.nullable(),
  admin_factor_from: date.nullable(),
  courseadmin_factor_from: date.nullable(),
  teacher_factor_from: date.nullable(),
  catalogue_open: bool,
  registration_open: bool,
  place_when_paid: bool,
  children_rule: oneOf(childrenRules),
  children_checks: list(text),
  catalogue_sites: list(text),
  child_consent: oneOf(childConsents),
  version: int,
});

const columns = sql`
  name, logo, accent, time_zone, languages, spoken_languages, sender_name, reply_to, address, registration, receipt_template,
  receipt_wording, receipt_year_start, reporting_currency, certificate_layout, signature, signatory, teacher_messages, weekly_cases,
  second_person_above, admin_factor_from, courseadmin_factor_from, teacher_factor_from, catalogue_open, registration_open,
  place_when_paid, children_rule, children_checks, catalogue_sites, child_consent, version`;

export const readSettings = (db: Db) => one(db, settingsRow, sql`select ${columns} from provider`);

const shownRow = row({ name: text, label: text });

export const listShownServices = (db: Db) =>
  many(db, shownRow, sql`select name, label from openid_services where is_enabled order by label, id`);

export const lockSettings = (tx: Db) =>
  one(tx, settingsRow, sql`select ${columns} from provider for no key update`);

export const updateSettings = (tx: Db, settings: ProviderSettings) =>
  run(
    tx,
    sql`
      update provider
      set name = ${settings.name},
        logo = ${settings.logo},
        accent = ${settings.accent},
        time_zone = ${settings.time_zone},
        languages = ${[...settings.languages]}::text[],
        spoken_languages = ${[...settings.spoken_languages]}::text[],
        sender_name = ${settings.sender_name},
        reply_to = ${settings.reply_to},
        address = ${settings.address},
        registration = ${settings.registration},
        receipt_template = ${settings.receipt_template},
        receipt_wording = ${settings.receipt_wording},
        receipt_year_start = ${settings.receipt_year_start},
        reporting_currency = ${settings.reporting_currency},
        certificate_layout = ${settings.certificate_layout},
        signature = ${settings.signature},
        signatory = ${settings.signatory},
        teacher_messages = ${settings.teacher_messages},
        weekly_cases = ${settings.weekly_cases},
        second_person_above = ${settings.second_person_above},
        admin_factor_from = ${settings.admin_factor_from}::date,
        courseadmin_factor_from = ${settings.courseadmin_factor_from}::date,
        teacher_factor_from = ${settings.teacher_factor_from}::date,
        catalogue_open = ${settings.catalogue_open},
        registration_open = ${settings.registration_open},
        place_when_paid = ${settings.place_when_paid},
        children_rule = ${settings.children_rule},
        children_checks = ${[...settings.children_checks]}::text[],
        catalogue_sites = ${[...settings.catalogue_sites]}::text[],
        child_consent = ${settings.child_consent},
        version = version + 1
    `,
  );
