import * as z from 'zod';
import { mailStates } from './mails.ts';
import { finishedLanguages, portalLanguages, type PortalLanguage } from './shared/words/languages.ts';
import { accentNames } from './shared/words/accents.ts';
import type { Accent } from './shared/words/accents.ts';
import { call } from './shared/calls/call.ts';
import {
  answer,
  currency,
  date,
  done,
  email,
  fileUrl,
  line,
  lines,
  requiredLine,
  siteOrigin,
  wholeNumber,
} from './shared/fields.ts';
import { spokenLanguageCode } from './shared/person/person-fields.ts';
import { childrenRules, longestKind, type ChildrenRule } from './shared/person/checks.ts';
import { usualLanguages } from './shared/person/spoken-languages.ts';
import { isTimeZone } from './shared/time-zones.ts';
import { countedVersion } from './shared/calls/version.ts';
import { wireCount, wireCurrency, wireDate, wireId, wireInstant } from './shared/wire.ts';

/** The name of the software. A provider without a name of its own goes by it. */
export const productName = 'Gurukul';

export { portalLanguages, type PortalLanguage } from './shared/words/languages.ts';

/** In characters. */
export const longestProviderName = 80;
export const longestAddress = 400;
export const longestRegistration = 200;
export const longestWording = 1000;

/** Wording that the law asks for on receipts of donations: of India (80G) or of the United States. */
export const receiptTemplates = ['plain', '80g', 'us'] as const;
export type ReceiptTemplate = (typeof receiptTemplates)[number];

/** Upright with a frame, on its side, or like a letter. */
export const certificateLayouts = ['frame', 'landscape', 'letter'] as const;
export type CertificateLayout = (typeof certificateLayouts)[number];
export const longestSignatory = 200;

/** Of a child without a guardian's consent to their data: nothing is said, the office is told, or none begins a course. */
export const childConsents = ['off', 'warn', 'need'] as const;
export type ChildConsent = (typeof childConsents)[number];

/** The settings of the provider. An empty text means the portal's own: its name, its mark. */
export interface ProviderSettings {
  readonly name: string;
  /** The location of an uploaded picture. */
  readonly logo: string;
  readonly accent: Accent;
  /** IANA zone. */
  readonly time_zone: string;
  readonly languages: readonly PortalLanguage[];
  /** Those that a student may speak, by ISO 639, in the order in which they are offered. */
  readonly spoken_languages: readonly string[];
  /** In mails; empty: the provider's name. */
  readonly sender_name: string;
  /** The mailbox for replies; empty: nobody reads replies. */
  readonly reply_to: string;
  /** On receipts, below the name. It may have several lines. */
  readonly address: string;
  /** The numbers under which the authorities know the provider. */
  readonly registration: string;
  readonly receipt_template: ReceiptTemplate;
  /** A text of the provider's own on every receipt. */
  readonly receipt_wording: string;
  /** The month in which a year of receipts begins, 1 to 12. */
  readonly receipt_year_start: number;
  /** The currency in which sums of several currencies are also shown. Null: they are not. */
  readonly reporting_currency: string | null;
  readonly certificate_layout: CertificateLayout;
  /** The location of an uploaded picture of a signature, for certificates. */
  readonly signature: string;
  /** Who signs certificates: name and office. It may have several lines. */
  readonly signatory: string;
  /** How many messages a teacher may send on one day. */
  readonly teacher_messages: number;
  /** Owners of open cases get a mail of them every Monday. */
  readonly weekly_cases: boolean;
  /** Deletes, exports and erasures of more than so many need a second admin. Null: none does. */
  readonly second_person_above: number | null;
  /** From which day on people of each role need a second factor. Null: they may have one. */
  readonly admin_factor_from: string | null;
  readonly courseadmin_factor_from: string | null;
  readonly teacher_factor_from: string | null;
  /** Everybody may read of the published courses. */
  readonly catalogue_open: boolean;
  /** Families may register on the pages of the catalogue, while it is open. */
  readonly registration_open: boolean;
  /** A registered learner gets their class when it is paid, while families can pay online. */
  readonly place_when_paid: boolean;
  /** What happens when somebody without a valid check is given a class of children. */
  readonly children_rule: ChildrenRule;
  /** The kinds of checks that it takes, all of them; none: any one. */
  readonly children_checks: readonly string[];
  /** Origins of sites that may show the catalogue within their pages, and read it as JSON. */
  readonly catalogue_sites: readonly string[];
  readonly child_consent: ChildConsent;
}

export const defaultSettings: ProviderSettings = {
  name: '',
  logo: '',
  accent: 'teal',
  time_zone: 'Asia/Kolkata',
  languages: finishedLanguages,
  spoken_languages: usualLanguages,
  sender_name: '',
  reply_to: '',
  address: '',
  registration: '',
  receipt_template: 'plain',
  receipt_wording: '',
  receipt_year_start: 4,
  reporting_currency: null,
  certificate_layout: 'frame',
  signature: '',
  signatory: '',
  teacher_messages: 3,
  weekly_cases: true,
  second_person_above: null,
  admin_factor_from: null,
  courseadmin_factor_from: null,
  teacher_factor_from: null,
  catalogue_open: false,
  registration_open: false,
  place_when_paid: false,
  children_rule: 'off',
  children_checks: [],
  catalogue_sites: [],
  child_consent: 'off',
};

/** The name that people read. */
export const nameOfProvider = ({ name }: Pick<ProviderSettings, 'name'>): string => name || productName;

/** The part of the settings that a preview of a receipt shows. */
export const receiptSettings = {
  address: lines(longestAddress),
  registration: lines(longestRegistration),
  receipt_template: z.enum(receiptTemplates),
  receipt_wording: lines(longestWording),
};

const settings = z.object({
  name: z.string(),
  logo: z.string(),
  accent: z.enum(accentNames),
  time_zone: z.string(),
  languages: z.array(z.enum(portalLanguages)),
  spoken_languages: z.array(z.string()),
  sender_name: z.string(),
  reply_to: z.string(),
  address: z.string(),
  registration: z.string(),
  receipt_template: z.enum(receiptTemplates),
  receipt_wording: z.string(),
  receipt_year_start: wireCount,
  reporting_currency: wireCurrency,
  certificate_layout: z.enum(certificateLayouts),
  signature: z.string(),
  signatory: z.string(),
  teacher_messages: wireCount,
  weekly_cases: z.boolean(),
  second_person_above: z.nullable(wireCount),
  admin_factor_from: z.nullable(wireDate),
  courseadmin_factor_from: z.nullable(wireDate),
  teacher_factor_from: z.nullable(wireDate),
  catalogue_open: z.boolean(),
  registration_open: z.boolean(),
  place_when_paid: z.boolean(),
  children_rule: z.enum(childrenRules),
  children_checks: z.array(z.string()),
  catalogue_sites: z.array(z.string()),
  child_consent: z.enum(childConsents),
  /** The number of saves. */
  version: wireCount,
});

/** What is there. Nothing of it is stored, except that somebody dismissed the steps. */
const setup = z.object({
  dismissed: z.boolean(),
  named: z.boolean(),
  /** The reader's; empty while it is the one that the first account was made with. */
  own_name: z.string(),
  /** Of the provider's clock; empty: it is not known. */
  country_code: z.string(),
  /** What became of the last test mail; null: none is in the delivery log. */
  test_mail: z.nullable(z.enum(mailStates)),
  /** The first course, and the first class with a weekly time, and its slot. */
  course: z.nullable(
    z.object({
      course_id: wireId,
      course_name: z.string(),
      start_date: wireDate,
      /** It is published or announced. */
      is_open: z.boolean(),
      has_price: z.boolean(),
      /** Its registration is open. */
      is_registering: z.boolean(),
    }),
  ),
  class: z.nullable(
    z.object({
      course_id: wireId,
      class_id: wireId,
      class_name: z.string(),
      slot_id: wireId,
      /** The day of its last meeting, on the class's own clock, while its roll is offered. */
      roll_day: z.nullable(wireDate),
      /** When its next meeting begins. */
      next_at: z.nullable(wireInstant),
    }),
  ),
  has_students: z.boolean(),
  /** No class has a teacher, and the first one needs one: somebody who calls the rolls alone needs none. */
  needs_teacher: z.boolean(),
  has_teacher: z.boolean(),
  has_roll: z.boolean(),
});
export type Setup = z.infer<typeof setup>;

/** The nightly backups of the embedded database. */
const backupOverview = z.object({
  /** How many there are, and for how many days they stay. */
  count: wireCount,
  days: wireCount,
  newest_at: z.nullable(wireInstant),
  newest_bytes: z.nullable(wireCount),
  /** When one was last restored for a trial. */
  restored_at: z.nullable(wireInstant),
  /** When the log of changes was last archived. */
  log_at: z.nullable(wireInstant),
  /** There is a bucket for encrypted copies, and when the last one came there. */
  copies: z.boolean(),
  copied_at: z.nullable(wireInstant),
  next_at: wireInstant,
});
export type BackupOverview = z.infer<typeof backupOverview>;

export const provider = {
  get_settings: call(
    'GET /provider/get_settings',
    {
      summary: "The provider's own settings: name, logo, colour and the like",
      action: 'portal.settings',
      additive: true,
    },
    z.object({}),
    /** `has_mail_server`: without one, mails stay in the outbox folder. */
    answer({ data: settings, has_mail_server: z.boolean() }),
  ),
  save_settings: call(
    'POST /provider/save_settings',
    {
      stepUp: true,
      summary: "Save the provider's own settings",
      action: 'portal.settings',
      changes: true,
      undo: 'changed',
      additive: true,
      log: { kind: 'settings_changed' },
    },
    z.object({
      name: line(longestProviderName),
      logo: fileUrl,
      accent: z.enum(accentNames),
      time_zone: z.string().max(100).refine(isTimeZone),
      /** English is always offered: the API speaks it, and mails have it below. */
      languages: z
        .array(z.enum(portalLanguages))
        .max(portalLanguages.length)
        .transform((chosen) => portalLanguages.filter((each) => each === 'en' || chosen.includes(each))),
      /** What an older client does not send stays as it is. */
      spoken_languages: z.array(spokenLanguageCode).min(1).max(40).optional(),
      sender_name: line(longestProviderName),
      reply_to: z.union([z.literal(''), email]),
      /** What an older client does not send stays as it is. */
      address: receiptSettings.address.optional(),
      registration: receiptSettings.registration.optional(),
      receipt_template: receiptSettings.receipt_template.optional(),
      receipt_wording: receiptSettings.receipt_wording.optional(),
      receipt_year_start: wholeNumber(1, 12).optional(),
      reporting_currency: z.nullable(currency).optional(),
      certificate_layout: z.enum(certificateLayouts).optional(),
      signature: fileUrl.optional(),
      signatory: lines(longestSignatory).optional(),
      teacher_messages: wholeNumber(0, 100).optional(),
      weekly_cases: z.boolean().optional(),
      second_person_above: z.nullable(wholeNumber(0, 100_000)).optional(),
      admin_factor_from: z.nullable(date).optional(),
      courseadmin_factor_from: z.nullable(date).optional(),
      teacher_factor_from: z.nullable(date).optional(),
      catalogue_open: z.boolean().optional(),
      registration_open: z.boolean().optional(),
      place_when_paid: z.boolean().optional(),
      children_rule: z.enum(childrenRules).optional(),
      children_checks: z.array(requiredLine(longestKind)).max(5).optional(),
      catalogue_sites: z.array(siteOrigin).max(20).optional(),
      child_consent: z.enum(childConsents).optional(),
      version: countedVersion,
    }),
    done,
  ),
  get_backups: call(
    'GET /provider/get_backups',
    {
      summary: 'The last and the next backup, and its copy off this machine',
      action: 'portal.settings',
      additive: true,
    },
    z.object({}),
    /** Null: the portal makes none. `own_database`: then the tools of that database do. */
    answer({ data: z.nullable(backupOverview), own_database: z.boolean() }),
  ),
  get_setup: call(
    'GET /provider/get_setup',
    {
      summary: 'What a new provider has already, from its name to its first roll',
      action: 'portal.settings',
      additive: true,
    },
    z.object({}),
    answer({ data: setup }),
  ),
  dismiss_setup: call(
    'POST /provider/dismiss_setup',
    {
      summary: 'Put the steps of a new provider aside, or show them again',
      action: 'portal.settings',
      changes: true,
      additive: true,
    },
    z.object({ dismissed: z.boolean() }),
    done,
  ),
  send_test_mail: call(
    'POST /provider/send_test_mail',
    {
      summary: 'Send a test mail to the signed-in person',
      action: 'portal.settings',
      changes: true,
      additive: true,
    },
    z.object({}),
    /** Its state is in the delivery log. */
    answer({ data: z.object({ mail_id: wireId }) }),
  ),
};
