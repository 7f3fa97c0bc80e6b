import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const ownDatabase = { DATABASE_URL: 'postgres://portal@db/gurukul', SECRET_KEY: 'k'.repeat(32) };
const firstAdmin = { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'Gurukul@2026' };
const whatsapp = {
  WHATSAPP_URL: 'https://graph.example.org/v23.0/',
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_TOKEN: 'EAAtoken0123456789',
  WHATSAPP_APP_SECRET: 'secret-of-the-app',
  WHATSAPP_VERIFY_TOKEN: 'chosen-by-the-operator',
  WHATSAPP_TEMPLATE_MESSAGE: 'office_message',
};
const s3 = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_REGION: 'eu',
  S3_BUCKET: 'portal',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const https = { APP_URL: 'https://portal.example.org', SMTP_URL: 'smtps://mail.example.org' };
const outside = { ...https, HOST: '0.0.0.0', TRUSTED_PROXY: '10.0.0.0/8' };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('refused settings', () => {
  const cases: [Record<string, string>, string][] = [
    [{ PORT: 'x' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PORT: '4e3' }, 'PORT must be'],
    [{ HOST: 'a b' }, 'HOST must be'],
    [{ HOST: '0.0.0.0' }, 'APP_URL must be an https address when HOST (0.0.0.0)'],
    [{ HOST: '0.0.0.0' }, 'TRUSTED_PROXY must name the https proxy'],
    [{ HOST: '::' }, 'TRUSTED_PROXY must name the https proxy'],
    [{ HOST: '127.0.0.1.example.org' }, 'TRUSTED_PROXY must name the https proxy'],
    [{ ...outside, APP_URL: 'http://portal.example.org' }, 'APP_URL must be an https address'],
    [{ APP_URL: 'http://portal.example.org' }, 'APP_URL must be an https address, or http on this machine'],
    [{ APP_URL: 'portal.example.org' }, 'APP_URL must be an address'],
    [{ APP_URL: 'https://portal.example.org/staff' }, 'APP_URL must be an origin only'],
    [{ DATABASE_URL: 'mysql://db', SECRET_KEY: 'k'.repeat(32) }, 'DATABASE_URL must be an address'],
    [{ DATABASE_URL: ownDatabase.DATABASE_URL }, 'SECRET_KEY is required with DATABASE_URL'],
    [{ DATABASE_OWNER_URL: 'postgres://owner@db/gurukul' }, 'DATABASE_OWNER_URL needs DATABASE_URL'],
    [
      { ...ownDatabase, DATABASE_REPLICA_URLS: 'postgres://portal@one/gurukul' },
      'DATABASE_REPLICA_URLS is no setting any more: all reads go to DATABASE_URL',
    ],
    [{ LIMIT_REPLICA_WAIT_MS: '30' }, 'LIMIT_REPLICA_WAIT_MS is no setting any more'],
    [{ ...ownDatabase, DEMO: '1' }, 'DEMO=1 needs the embedded database'],
    [{ SECRET_KEY: 'k'.repeat(31) }, 'SECRET_KEY must have at least 32 bytes'],
    [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an address'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
    [{ ...https, DEMO: '1' }, 'DEMO=1 needs an APP_URL on this machine'],
    [{ ...outside, DEMO: 'true' }, 'DEMO=1 needs an APP_URL on this machine'],
    [{ ...firstAdmin, DEMO: '1' }, 'DEMO=1 brings its own people'],
    [{ APP_URL: https.APP_URL }, 'SMTP_URL is required with an https APP_URL'],
    [{ ...ownDatabase, APP_URL: https.APP_URL }, 'SMTP_URL is required with an https APP_URL'],
    [{ ADMIN_EMAIL: 'a@example.org' }, 'ADMIN_PASSWORD is missing'],
    [{ ADMIN_PASSWORD: 'Gurukul@2026' }, 'ADMIN_EMAIL is missing'],
    [
      { ADMIN_EMAIL: 'a@example.org, b@example.org', ADMIN_PASSWORD: 'Gurukul@2026' },
      'ADMIN_EMAIL must be one',
    ],
    [{ ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'gurukul@2026' }, 'ADMIN_PASSWORD must have 8 to 20'],
    [
      { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'Gurukul@2026Gurukul@2026' },
      'ADMIN_PASSWORD must have',
    ],
    [{ TRUSTED_PROXY: '10.0.0.0/33' }, 'TRUSTED_PROXY must be addresses or networks'],
    [{ TRUSTED_PROXY: '0.0.0.0/0' }, 'TRUSTED_PROXY must be addresses or networks'],
    [{ TRUSTED_PROXY: 'proxy' }, 'TRUSTED_PROXY must be addresses or networks'],
    [{ CALENDAR_NETWORKS: 'loopback' }, 'CALENDAR_NETWORKS must be addresses or networks'],
    [{ CALENDAR_NETWORKS: '0.0.0.0/0' }, 'CALENDAR_NETWORKS must be addresses or networks'],
    [{ S3_BUCKET: 'portal' }, 'S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY missing'],
    [{ ...s3, S3_ENDPOINT: 's3.example.org' }, 'S3_ENDPOINT must be an address'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'key' }, 'OTEL_EXPORTER_OTLP_HEADERS must be name=value'],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER must be one of always_on'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
    [{ OTP_DIGITS: '5' }, 'OTP_DIGITS must be 4 or 6'],
    [{ ENUMERATION_STRICT: '2' }, 'ENUMERATION_STRICT must be 0 or 1'],
    [
      { WHATSAPP_TOKEN: whatsapp.WHATSAPP_TOKEN },
      'WHATSAPP_URL, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_APP_SECRET',
    ],
    [{ ...whatsapp, WHATSAPP_TOKN: 'x' }, 'WHATSAPP_TOKN is not a setting of WhatsApp'],
    [
      { ...whatsapp, WHATSAPP_URL: 'http://graph.example.org/v23.0' },
      'WHATSAPP_URL must be an https address',
    ],
    [{ ...whatsapp, WHATSAPP_TOKEN: 'two words and a\nline' }, 'WHATSAPP_TOKEN must have 16 to 1000 visible'],
    [{ ...whatsapp, WHATSAPP_PHONE_NUMBER_ID: '../me' }, 'WHATSAPP_PHONE_NUMBER_ID must be the number'],
    [{ ...whatsapp, WHATSAPP_TEMPLATE_MESSAGE: 'My template' }, 'WHATSAPP_TEMPLATE_MESSAGE must be the name'],
    [{ LIMIT_POOL_SIZE: '0' }, 'LIMIT_POOL_SIZE must be a whole number from 1'],
    [{ LIMIT_LOGIN_FAILURE: '5' }, 'LIMIT_LOGIN_FAILURE is not a limit'],
    [{ DEMOO: '0' }, 'DEMOO: did you mean DEMO?'],
    [{ SMPT_URL: 'smtps://mail.example.org' }, 'SMPT_URL: did you mean SMTP_URL?'],
    [{ ADMIN_EMIAL: 'a@example.org' }, 'ADMIN_EMIAL: did you mean ADMIN_EMAIL?'],
    [{ SECRETKEY: 'k'.repeat(40) }, 'SECRETKEY: did you mean SECRET_KEY?'],
    [{ BACKUP_AGE_RECIPIENT: 'AGE-SECRET-KEY-1' }, 'BACKUP_AGE_RECIPIENT must be the public key'],
    [{ BACKUP_DIR: '/backups', BACKUP_S3_BUCKET: 'copies' }, 'BACKUP_AGE_RECIPIENT, BACKUP_S3_ENDPOINT, '],
    [
      { ...ownDatabase, BACKUP_DIR: '/backups' },
      'BACKUP_DIR is for the embedded database: back up your own with pgBackRest, see docs/operations.md',
    ],
  ];

  it.each(cases)('%j is refused', (env, problem) => {
    expect(problemsOf(env).some((text) => text.startsWith(problem))).toBe(true);
  });

  it('every problem is named at once, and never the value of a secret', () => {
    const problems = problemsOf({
      PORT: 'x',
      SECRET_KEY: 'too short',
      S3_BUCKET: 'a',
      LIMIT_FOO: '1',
      HOST: '::',
    });
    expect(problems.map((text) => text.split(/[ ,]/)[0])).toStrictEqual([
      'PORT',
      'SECRET_KEY',
      'LIMIT_FOO',
      'S3_ENDPOINT',
      'APP_URL',
      'TRUSTED_PROXY',
    ]);
    expect(problems.join('\n')).not.toContain('too short');
  });
});

describe('accepted settings', () => {
  it('takes a number of WhatsApp', () => {
    expect(readConfig({}).whatsapp).toBeNull();
    expect(readConfig(whatsapp).whatsapp).toEqual({
      url: 'https://graph.example.org/v23.0',
      phoneNumberId: '106540352242922',
      token: 'EAAtoken0123456789',
      appSecret: 'secret-of-the-app',
      verifyToken: 'chosen-by-the-operator',
      templates: { message: 'office_message' },
    });
  });

  it('needs none: the demo on the embedded database, on this machine only', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      appUrl: 'http://127.0.0.1:4000',
      https: false,
      databaseUrl: null,
      secretKey: null,
      demo: true,
      firstAdmin: null,
      otpDigits: 4,
      enumerationStrict: false,
      trustedProxy: [],
      calendarNetworks: [],
      metricsToken: null,
      securityContact: null,
      traces: null,
      s3: null,
    });
    expect(config.dataDir).toBe(fileURLToPath(new URL('../data', import.meta.url)));
    expect(config.limits).toMatchObject({ loginFailures: 10, poolSize: 10, sessionsPerPerson: 200 });
  });

  it('takes an empty setting for an absent one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', S3_BUCKET: '' }).port).toBe(4000);
  });

  it('has no demo on an own database, unless told so', () => {
    const config = readConfig(ownDatabase);
    expect(config.demo).toBe(false);
    expect(config.limits.sessionsPerPerson).toBe(10);
  });

  it('has no demo where a first admin is named', () => {
    const config = readConfig(firstAdmin);
    expect(config).toMatchObject({
      demo: false,
      firstAdmin: { email: 'a@example.org', password: 'Gurukul@2026' },
    });
  });

  it.each([
    [https],
    [outside],
    [{ TRUSTED_PROXY: 'loopback' }],
    [{ ...https, APP_URL: 'https://localhost' }],
  ])('has no demo where others can connect, unless told so: %j', (env) => {
    const config = readConfig(env);
    expect(config.demo).toBe(false);
    expect(config.limits.sessionsPerPerson).toBe(10);
  });

  it('has the demo behind a proxy of this machine, when told so', () => {
    const env = { ...outside, APP_URL: 'https://localhost:8443', DEMO: '1' };
    expect(readConfig(env).demo).toBe(true);
  });

  it('may listen beyond this machine behind an https proxy', () => {
    const config = readConfig({ ...outside, TRUSTED_PROXY: '10.0.0.0/8, ::1, loopback' });
    expect(config).toMatchObject({ https: true, trustedProxy: ['10.0.0.0/8', '::1', 'loopback'] });
  });

  it('reads the storage, the codes and the limits', () => {
    const config = readConfig({
      ...s3,
      OTP_DIGITS: '6',
      ENUMERATION_STRICT: '1',
      LIMIT_SESSIONS_PER_PERSON: '3',
    });
    expect(config.s3?.bucket).toBe('portal');
    expect(config.otpDigits).toBe(6);
    expect(config.enumerationStrict).toBe(true);
    expect(config.limits.sessionsPerPerson).toBe(3);
  });

  it('reads where traces go, by their usual names', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toStrictEqual({
      endpoint: 'http://collector:4318',
      headers: {},
      serviceName: 'gurukul',
      sampler: 'parentbased_always_on',
      ratio: 1,
    });
    expect(
      readConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT,
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YWJj==, x-team=portal',
        OTEL_SERVICE_NAME: 'portal',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      }).traces,
    ).toMatchObject({
      headers: { authorization: 'Basic YWJj==', 'x-team': 'portal' },
      serviceName: 'portal',
      ratio: 0.1,
    });
    expect(readConfig({ OTEL_SERVICE_NAME: 'portal' }).traces).toBeNull();
  });

  it('cannot be changed afterwards, not even inside', () => {
    const config = readConfig({});
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.limits)).toBe(true);
  });
});
