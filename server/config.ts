import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { SecretKey } from './derived-key.ts';

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Every limit with its default. Set one as `LIMIT_` + its name in capitals. A limit can be raised, never switched off.
 * Bytes, milliseconds, seconds, minutes and hours are in the names.
 */
const limitDefaults = {
  loginFailures: 10,
  loginWindowMinutes: 15,
  loginWaitMinutes: 15,
  loginFailuresOfAllPerDay: 50,
  failedSignInsPerNetworkHour: 500,
  sprayedAccountsPerNetworkHour: 30,
  sprayedAccountsOfAllPerHour: 100,
  rowsTakenPerPersonHour: 20_000,
  refusalsPerPersonHour: 100,
  invitesPerHour: 30,
  sentLinksPerHour: 60,
  importedAddressesPerDay: 100_000,
  requestsToAdminsPerDay: 40_000,
  calendarsPerHour: 60,
  openidMs: 8000,
  payMs: 10_000,
  codeMailsPerHour: 5,
  codeMailsPerDay: 12,
  codeMailsOfAllPerHour: 10,
  codeMailsPerNetworkHour: 20,
  wrongCodesPerNetworkDay: 4,
  wrongCodesPerDay: 6,
  wrongCodesPerMonth: 20,
  wrongCodesOfAllPerDay: 50,
  wrongCodesPerKnownBrowserDay: 10,
  wrongCodesPerKnownBrowserMonth: 30,
  unknownAddressesPerNetworkHour: 3,
  unknownAddressesPerBrowserHour: 10,
  unknownAddressesOfAllPerHour: 30,
  requestsPerMinute: 600,
  publicRequestsPerMinute: 60,
  signInsPerMinute: 600,
  callsAtOnce: 4,
  callsWaiting: 60,
  costlyCallsAtOnce: 2,
  costlyCallsWaiting: 3,
  sessionsPerPerson: 10,
  sessionIdleHours: 8,
  sessionHours: 24,
  stepUpMinutes: 5,
  hashesAtOnce: 4,
  hashQueue: 100,
  jsonBytes: 1_048_576,
  uploadsPerDay: 300,
  uploadMegabytesPerDay: 1000,
  keptMegabytesPerDay: 200,
  headersTimeoutSeconds: 10,
  requestTimeoutSeconds: 60,
  connections: 12_000,
  poolSize: 10,
  poolWaitSeconds: 2,
  statementTimeoutSeconds: 10,
  lockTimeoutSeconds: 3,
  idleInTransactionSeconds: 15,
  turnWaitSeconds: 20,
};

// Browser tests sign the few demo people in again and again. With ten sessions each, they would end each other's.
const demoSessionsPerPerson = 200;

export type Limits = Readonly<Record<keyof typeof limitDefaults, number>>;

export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A bucket for encrypted copies of backups. */
export interface OffSiteConfig extends S3Config {
  /** Anybody with its secret key can read the copies. */
  readonly ageRecipient: string;
}

/** A provider's WhatsApp number at Meta's Cloud API. */
export interface WhatsAppConfig {
  /** With the version of the API, without a slash at the end. */
  readonly url: string;
  readonly phoneNumberId: string;
  readonly token: string;
  /** Signs what Meta reports. */
  readonly appSecret: string;
  /** Meta shows it once, when the address for reports is set. */
  readonly verifyToken: string;
  /** The names of approved templates. */
  readonly templates: { readonly message: string };
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces go. The settings have OpenTelemetry's usual names. */
export interface TraceSettings {
  /** The collector's address, without a slash at the end; `/v1/traces` is added. */
  readonly endpoint: string;
  /** Headers for the collector, such as a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: (typeof samplers)[number];
  /** For the samplers that take a part: 0 to 1. */
  readonly ratio: number;
}

export interface Config {
  readonly host: string;
  /** 0 lets the system choose. The running server always knows the real one. */
  readonly port: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** Where the embedded database is backed up every night and its log is archived; null: nowhere. Absolute. */
  readonly backupDir: string | null;
  /** For how many days. */
  readonly backupDays: number;
  /** Null: backups stay on this machine. */
  readonly backupOffSite: OffSiteConfig | null;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Used for migrations only. */
  readonly databaseOwnerUrl: string | null;
  /** The origin of every link in mails, without a slash at the end. */
  readonly appUrl: string;
  /** The portal is reached over https, so cookies are Secure and HSTS is sent. */
  readonly https: boolean;
  /** Null: mails are written as files to `dataDir`/outbox. */
  readonly smtpUrl: string | null;
  /** The sender of every mail. Null: no-reply at the portal's host. */
  readonly mailFrom: string | null;
  readonly demo: boolean;
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
  /** SECRET_KEY, and after it SECRET_KEY_OTHER where there is one. */
  readonly secretKey: SecretKey;
  /** The operator wants a key other than the one that the database knows. */
  readonly secretKeyIsNew: boolean;
  /** The operator wants other files than those that the database knows. */
  readonly storageIsNew: boolean;
  /** Addresses or networks whose X-Forwarded-For counts; empty: none. */
  readonly trustedProxy: readonly string[];
  /** Addresses or networks from which calendars of holidays may be fetched, besides the internet. */
  readonly calendarNetworks: readonly string[];
  /** Addresses or networks in which an OpenID service may be, besides the internet. */
  readonly openidNetworks: readonly string[];
  /** Where people report a weakness: an address, or a page with https. Null: `security.txt` is not served. */
  readonly securityContact: string | null;
  /** The bearer token for collectors of metrics. Null: only this machine may read them. */
  readonly metricsToken: string | null;
  /** Null: no traces, and no tracing package is loaded. */
  readonly traces: TraceSettings | null;
  /** Null: the portal sends nothing by WhatsApp. */
  readonly whatsapp: WhatsAppConfig | null;
  /** Where payment services are asked, without a slash at the end: their own addresses, or those of stand-ins. */
  readonly payUrls: { readonly razorpay: string; readonly stripe: string };
  /** Null: files are stored in `dataDir`/files. */
  readonly s3: S3Config | null;
  readonly otpDigits: 4 | 6;
  readonly enumerationStrict: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug';
  /** How long systemd lets the process say nothing. Null: without systemd, or without its watchdog. */
  readonly watchdogMs: number | null;
  readonly limits: Limits;
}

/** The settings of the environment. The secret of an embedded database is in the data folder and is added at start. */
export type Settings = Omit<Config, 'secretKey'> & {
  readonly secretKey: string | null;
  readonly otherSecretKey: string | null;
};

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Wrong settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const loopbackNames = new Set(['localhost', '::1', '[::1]']);
/** Says whether a host's name or address is of this machine. */
export const isLoopback = (host: string) =>
  loopbackNames.has(host.toLowerCase()) || (isIP(host) === 4 && host.startsWith('127.'));

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 0 or 1')
  .transform((value) => value === '1' || value === 'true');

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};

const url = (protocols: readonly string[]) => {
  const names = protocols.map((name) => `${name}://`).join(' or ');
  return z.string().refine((text) => {
    const parsed = URL.canParse(text) ? new URL(text) : null;
    return parsed !== null && protocols.includes(parsed.protocol.slice(0, -1));
  }, `must be an address that starts with ${names}`);
};

const postgresUrl = url(['postgres', 'postgresql']);

const origin = url(['http', 'https'])
  .refine((text) => {
    const parsed = URL.canParse(text) ? new URL(text) : null;
    return parsed === null || (parsed.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username);
  }, 'must be an origin only, such as https://portal.example.org')
  .transform((text) => new URL(text).origin);

const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal']);
const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  );
};

const networksOf = (isGood: (text: string) => boolean) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every(isGood),
      'must be addresses or networks such as 10.0.0.0/8, separated by commas',
    );

// The rule of the registration form, so that the first admin's password fits it too.
const password = z
  .string()
  .refine(
    (text) => /^(?=.*[A-Z])(?=.*\d)(?=.*[#?!@$%^&*-]).{8,20}$/.test(text),
    'must have 8 to 20 characters with at least one capital letter, one digit and one of #?!@$%^&*-',
  );

const mailbox = z
  .string()
  .max(254, 'must be one email address')
  .regex(/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/, 'must be one email address')
  .transform((text) => text.normalize('NFKC'));

const headerPairs = z
  .string()
  .transform((text) => text.split(',').map((pair) => pair.trim().split('=')))
  .refine(
    (pairs) => pairs.every(([name = '', ...value]) => /^[\w-]+$/.test(name) && value.join('').trim() !== ''),
    'must be name=value, separated by commas',
  )
  .transform((pairs) =>
    Object.fromEntries(
      pairs.map(([name = '', ...value]) => [name.toLowerCase(), decoded(value.join('=').trim())]),
    ),
  );

/** Values may be percent-encoded, so that they can contain commas. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const ratio = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number);

const secret = z.string().refine((text) => Buffer.byteLength(text) >= 32, 'must have at least 32 bytes');

const text = z.string();

/** A secret goes through the network, so only to https or to this machine. */
const secretUrl = url(['http', 'https'])
  .refine((address) => {
    const parsed = URL.canParse(address) ? new URL(address) : null;
    return parsed === null || parsed.protocol === 'https:' || isLoopback(parsed.hostname);
  }, 'must be an https address')
  .transform((address) => address.replace(/\/+$/, ''));

const visible = z.string().regex(/^[\x21-\x7e]{16,1000}$/, 'must have 16 to 1000 visible characters');

const limitName = (key: string) => `LIMIT_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
const limitNames = new Map(Object.keys(limitDefaults).map((key) => [limitName(key), key]));

const schema = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  BACKUP_DIR: text.optional(),
  BACKUP_DAYS: wholeNumber(1, 3650).default(30),
  BACKUP_AGE_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'must be the public key that age-keygen prints, such as age1...')
    .optional(),
  BACKUP_S3_ENDPOINT: url(['http', 'https']).optional(),
  BACKUP_S3_REGION: text.optional(),
  BACKUP_S3_BUCKET: text.optional(),
  BACKUP_S3_ACCESS_KEY_ID: text.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  APP_URL: origin.optional(),
  SMTP_URL: url(['smtp', 'smtps']).optional(),
  MAIL_FROM: mailbox.optional(),
  DEMO: flag.optional(),
  ADMIN_EMAIL: mailbox.optional(),
  ADMIN_PASSWORD: password.optional(),
  SECRET_KEY: secret.optional(),
  SECRET_KEY_OTHER: secret.optional(),
  SECRET_KEY_IS_NEW: flag.default(false),
  STORAGE_IS_NEW: flag.default(false),
  TRUSTED_PROXY: networksOf((text) => networkNames.has(text) || isNetwork(text)).optional(),
  CALENDAR_NETWORKS: networksOf(isNetwork).optional(),
  OPENID_NETWORKS: networksOf(isNetwork).optional(),
  SECURITY_CONTACT: z.union([mailbox, url(['https'])]).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{24,200}$/, 'must be 24 to 200 visible characters')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http', 'https']).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.optional(),
  OTEL_SERVICE_NAME: text.default('gurukul'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be one of ${samplers.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  WHATSAPP_URL: secretUrl.optional(),
  RAZORPAY_URL: secretUrl.default('https://api.razorpay.com'),
  STRIPE_URL: secretUrl.default('https://api.stripe.com'),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'must be the number that Meta gave the phone number')
    .optional(),
  WHATSAPP_TOKEN: visible.optional(),
  WHATSAPP_APP_SECRET: visible.optional(),
  WHATSAPP_VERIFY_TOKEN: visible.optional(),
  WHATSAPP_TEMPLATE_MESSAGE: z
    .string()
    .regex(/^[a-z\d_]{1,512}$/, 'must be the name of a template: small letters, digits and _')
    .optional(),
  S3_ENDPOINT: url(['http', 'https']).optional(),
  S3_REGION: text.optional(),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  OTP_DIGITS: z
    .enum(['4', '6'], 'must be 4 or 6')
    .transform((value) => (value === '6' ? 6 : 4))
    .default(4),
  ENUMERATION_STRICT: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('warn'),
  /** systemd sets it, in microseconds. */
  WATCHDOG_USEC: wholeNumber(1, 1e12).optional(),
  ...Object.fromEntries([...limitNames.keys()].map((name) => [name, wholeNumber(1, 1e9).optional()])),
});

type ParsedSettings = z.output<typeof schema>;

/**
 * Reads the settings. Throws a ConfigError that names every problem at once. The only reader of the environment: all
 * other code gets the result.
 */
export function readConfig(env: Environment): Settings {
  const given: Environment = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );

  const parsed = schema.safeParse(given);
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  const failed = new Set(parsed.success ? [] : parsed.error.issues.map((issue) => String(issue.path[0])));
  const problems = [
    ...wrong,
    ...unknownLimits(given),
    ...nearMisses(given),
    ...removedOnes(given),
    ...unknownOfWhatsApp(given),
    ...conflicts(given, failed),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return deepFreeze(toSettings(parsed.data));
}

const unknownLimits = (given: Environment) =>
  Object.keys(given)
    .filter(
      (name) => name.startsWith('LIMIT_') && !limitNames.has(name) && !Object.hasOwn(removedSettings, name),
    )
    .map((name) => `${name} is not a limit; there are ${[...limitNames.keys()].join(', ')}`);

/** One letter more, fewer or other, or two neighbours exchanged. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return isSwapped || short.slice(at + 1) === long.slice(at + 1);
}

const settingNames = Object.keys(schema.shape);
// Shorter names are near to those of other programs.
const mistakable = settingNames.filter((name) => name.length > 4 || name === 'DEMO');

/** A mistyped setting would be ignored, and its default be taken. */
const nearMisses = (given: Environment) =>
  Object.keys(given).flatMap((name) => {
    if (settingNames.includes(name) || name.startsWith('LIMIT_') || name.startsWith('WHATSAPP_')) return [];
    const meant = mistakable.find((known) => isNear(known, name));
    return meant === undefined ? [] : [`${name}: did you mean ${meant}?`];
  });

/** Settings of earlier releases, and what to do instead. An operator who still sets one must learn that it has no effect. */
const removedSettings: Readonly<Record<string, string>> = {
  DATABASE_REPLICA_URLS: 'all reads go to DATABASE_URL, so remove it',
  LIMIT_REPLICA_WAIT_MS: 'no call waits for a replica, so remove it',
};

const removedOnes = (given: Environment) =>
  Object.entries(removedSettings)
    .filter(([name]) => given[name] !== undefined)
    .map(([name, remedy]) => `${name} is no setting any more: ${remedy}`);

const whatsappNames = Object.keys(schema.shape).filter((name) => name.startsWith('WHATSAPP_'));

const unknownOfWhatsApp = (given: Environment) =>
  Object.keys(given)
    .filter((name) => name.startsWith('WHATSAPP_') && !whatsappNames.includes(name))
    .map((name) => `${name} is not a setting of WhatsApp; there are ${whatsappNames.join(', ')}`);

const offSiteNames = Object.keys(schema.shape).filter((name) => /^BACKUP_(?:S3|AGE)_/.test(name));

const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** Settings that are valid one by one but not together. It reads the text, so that all problems show at once. */
function conflicts(given: Environment, failed: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const missing = (names: readonly string[]) => names.filter((name) => given[name] === undefined);

  const admin = missing(['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  if (admin.length === 1)
    problems.push(`${admin[0]} is missing: set both ADMIN_EMAIL and ADMIN_PASSWORD, or none`);

  const s3 = missing(s3Names);
  if (s3.length > 0 && s3.length < s3Names.length) {
    problems.push(`${s3.join(', ')} missing: set all of ${s3Names.join(', ')}, or none`);
  }
  const whatsapp = missing(whatsappNames);
  if (whatsapp.length > 0 && whatsapp.length < whatsappNames.length) {
    problems.push(`${whatsapp.join(', ')} missing: set all of ${whatsappNames.join(', ')}, or none`);
  }
  const offSite = missing(offSiteNames);
  if (offSite.length > 0 && offSite.length < offSiteNames.length) {
    problems.push(`${offSite.join(', ')} missing: set all of ${offSiteNames.join(', ')}, or none`);
  }
  if (offSite.length === 0 && given['BACKUP_DIR'] === undefined) {
    problems.push('BACKUP_S3_ENDPOINT needs BACKUP_DIR: what is there is copied');
  }
  if (given['DATABASE_URL'] !== undefined && given['SECRET_KEY'] === undefined) {
    problems.push('SECRET_KEY is required with DATABASE_URL (at least 32 bytes)');
  }
  if (given['SECRET_KEY_OTHER'] !== undefined && given['SECRET_KEY_OTHER'] === given['SECRET_KEY']) {
    problems.push('SECRET_KEY_OTHER must be another key than SECRET_KEY');
  }
  if (given['SECRET_KEY_OTHER'] !== undefined && (given['SECRET_KEY_IS_NEW'] ?? '0') !== '0') {
    problems.push(
      'SECRET_KEY_IS_NEW ends everything that was made with the key before, and SECRET_KEY_OTHER lets it go on: set one of them',
    );
  }
  if (given['BACKUP_DIR'] !== undefined && given['DATABASE_URL'] !== undefined) {
    problems.push(
      'BACKUP_DIR is for the embedded database: back up your own with pgBackRest, see docs/operations.md',
    );
  }
  if (given['DATABASE_OWNER_URL'] !== undefined && given['DATABASE_URL'] === undefined) {
    problems.push('DATABASE_OWNER_URL needs DATABASE_URL');
  }
  if (given['DATABASE_URL'] !== undefined && (given['DEMO'] === '1' || given['DEMO'] === 'true')) {
    problems.push('DEMO=1 needs the embedded database: demo sign-ins must not reach an own one');
  }
  return [
    ...problems,
    ...demoForOthers(given, failed),
    ...plainHttpBeyondLoopback(given, failed),
    ...mailsInFiles(given, failed),
  ];
}

const isHttps = ({ APP_URL }: Environment) => APP_URL?.toLowerCase().startsWith('https:') === true;

/**
 * Everybody can read the demo's passwords, so the demo is only for this machine, and not for a provider of one's own.
 */
function demoForOthers(given: Environment, failed: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const { DEMO, APP_URL, ADMIN_EMAIL } = given;
  if (DEMO !== '1' && DEMO !== 'true') return problems;
  if (ADMIN_EMAIL !== undefined)
    problems.push('DEMO=1 brings its own people: leave ADMIN_EMAIL away, or DEMO=1');
  if (APP_URL !== undefined && !failed.has('APP_URL') && !isLoopback(new URL(APP_URL).hostname)) {
    problems.push('DEMO=1 needs an APP_URL on this machine: everybody can read the passwords of the demo');
  }
  return problems;
}

/** Behind https there are people who wait for their invitations and codes. */
const mailsInFiles = (given: Environment, failed: ReadonlySet<string>): string[] =>
  isHttps(given) && !failed.has('APP_URL') && given['SMTP_URL'] === undefined
    ? [
        'SMTP_URL is required with an https APP_URL: without a mail server nobody gets an invitation or a code',
      ]
    : [];

/** Passwords and tokens must not cross a network unencrypted. */
function plainHttpBeyondLoopback(given: Environment, failed: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const host = given['HOST'] ?? '127.0.0.1';
  const appUrl = given['APP_URL'];

  if (!failed.has('HOST') && !isLoopback(host)) {
    if (!isHttps(given) && !failed.has('APP_URL')) {
      problems.push(`APP_URL must be an https address when HOST (${host}) is reachable from outside`);
    }
    if (given['TRUSTED_PROXY'] === undefined) {
      problems.push(`TRUSTED_PROXY must name the https proxy when HOST (${host}) is reachable from outside`);
    }
    return problems;
  }
  if (
    appUrl !== undefined &&
    !isHttps(given) &&
    !failed.has('APP_URL') &&
    !isLoopback(new URL(appUrl).hostname)
  ) {
    problems.push('APP_URL must be an https address, or http on this machine');
  }
  return problems;
}

/** Without a setting, the demo is on only where nobody else can connect: on this machine, without a proxy. */
const isDemoByItself = (given: ParsedSettings, appUrl: string): boolean =>
  given.DATABASE_URL === undefined &&
  given.ADMIN_EMAIL === undefined &&
  given.TRUSTED_PROXY === undefined &&
  isLoopback(given.HOST) &&
  appUrl.startsWith('http:');

function toSettings(given: ParsedSettings): Settings {
  const appUrl = given.APP_URL ?? defaultAppUrl(given.HOST, given.PORT);
  const firstAdmin =
    given.ADMIN_EMAIL !== undefined && given.ADMIN_PASSWORD !== undefined
      ? { email: given.ADMIN_EMAIL, password: given.ADMIN_PASSWORD }
      : null;
  const demo = given.DEMO ?? isDemoByItself(given, appUrl);
  return {
    host: given.HOST,
    port: given.PORT,
    dataDir: resolve(projectRoot, given.DATA_DIR),
    backupDir: given.BACKUP_DIR === undefined ? null : resolve(projectRoot, given.BACKUP_DIR),
    backupDays: given.BACKUP_DAYS,
    backupOffSite: toOffSite(given),
    databaseUrl: given.DATABASE_URL ?? null,
    databaseOwnerUrl: given.DATABASE_OWNER_URL ?? null,
    appUrl,
    https: appUrl.startsWith('https:'),
    smtpUrl: given.SMTP_URL ?? null,
    mailFrom: given.MAIL_FROM ?? null,
    demo,
    firstAdmin,
    secretKey: given.SECRET_KEY ?? null,
    otherSecretKey: given.SECRET_KEY_OTHER ?? null,
    secretKeyIsNew: given.SECRET_KEY_IS_NEW,
    storageIsNew: given.STORAGE_IS_NEW,
    trustedProxy: given.TRUSTED_PROXY ?? [],
    calendarNetworks: given.CALENDAR_NETWORKS ?? [],
    openidNetworks: given.OPENID_NETWORKS ?? [],
    securityContact: given.SECURITY_CONTACT ?? null,
    metricsToken: given.METRICS_TOKEN ?? null,
    traces: toTraces(given),
    whatsapp: toWhatsApp(given),
    payUrls: { razorpay: given.RAZORPAY_URL, stripe: given.STRIPE_URL },
    s3: toS3(given),
    otpDigits: given.OTP_DIGITS,
    enumerationStrict: given.ENUMERATION_STRICT,
    logLevel: given.LOG_LEVEL,
    watchdogMs: given.WATCHDOG_USEC === undefined ? null : given.WATCHDOG_USEC / 1000,
    limits: toLimits(given, demo),
  };
}

export const defaultAppUrl = (host: string, port: number) =>
  `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;

function toTraces(given: ParsedSettings): TraceSettings | null {
  if (given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  return {
    endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    headers: given.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: given.OTEL_SERVICE_NAME,
    sampler: given.OTEL_TRACES_SAMPLER,
    ratio: given.OTEL_TRACES_SAMPLER_ARG,
  };
}

function toWhatsApp(given: ParsedSettings): WhatsAppConfig | null {
  if (given.WHATSAPP_URL === undefined) return null;
  return {
    url: given.WHATSAPP_URL,
    phoneNumberId: given.WHATSAPP_PHONE_NUMBER_ID ?? '',
    token: given.WHATSAPP_TOKEN ?? '',
    appSecret: given.WHATSAPP_APP_SECRET ?? '',
    verifyToken: given.WHATSAPP_VERIFY_TOKEN ?? '',
    templates: { message: given.WHATSAPP_TEMPLATE_MESSAGE ?? '' },
  };
}

function toOffSite(given: ParsedSettings): OffSiteConfig | null {
  if (given.BACKUP_S3_ENDPOINT === undefined) return null;
  return {
    endpoint: given.BACKUP_S3_ENDPOINT,
    region: given.BACKUP_S3_REGION ?? '',
    bucket: given.BACKUP_S3_BUCKET ?? '',
    accessKeyId: given.BACKUP_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: given.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
    ageRecipient: given.BACKUP_AGE_RECIPIENT ?? '',
  };
}

function toS3(given: ParsedSettings): S3Config | null {
  if (given.S3_ENDPOINT === undefined) return null;
  return {
    endpoint: given.S3_ENDPOINT,
    region: given.S3_REGION ?? '',
    bucket: given.S3_BUCKET ?? '',
    accessKeyId: given.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? '',
  };
}

function toLimits(given: ParsedSettings, demo: boolean): Limits {
  const usual = demo ? { ...limitDefaults, sessionsPerPerson: demoSessionsPerPerson } : limitDefaults;
  const set = [...limitNames].flatMap(([name, key]) => {
    const value = (given as Record<string, unknown>)[name];
    return typeof value === 'number' ? [[key, value] as const] : [];
  });
  return { ...usual, ...Object.fromEntries(set) };
}

function deepFreeze<T extends object>(value: T): T {
  const parts: unknown[] = Object.values(value);
  for (const inner of parts) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
