import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '@gurukul/contract/passkeys';
import { Secret, TOTP } from 'otpauth';
import sql from 'sql-template-tag';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, run } from '#server/db/rows.ts';
import { allKeys, macOf } from '#server/derived-key.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { createSeal } from '#server/seal.ts';

/** In seconds, as RFC 6238 proposes and every app knows. */
const period = 30;
/** Steps before and after the present one whose codes count: the clock of a phone may be half a minute off. */
const window = 1;
/** Steps in which a code shows that the clock of the phone is off: ten minutes. */
const farWindow = 20;

export const codeAppPurpose = 'code app';
const sealOf = (secretKey: SecretKey) => createSeal(secretKey, codeAppPurpose);
const aboutPerson = (personId: number) => `code app of ${personId}`;

const appOf = (secret: string, issuer: string, label: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period, digits: 6, algorithm: 'SHA1' });

/** Begins the app of a person anew and returns its key. It counts once a code was confirmed. */
export async function beginApp(
  tx: Db,
  secretKey: SecretKey,
  personId: number,
  names: { readonly issuer: string; readonly label: string },
): Promise<{ readonly key: string; readonly address: string }> {
  const key = new Secret({ size: 20 }).base32;
  const sealed = sealOf(secretKey).close(key, aboutPerson(personId));
  await run(
    tx,
    sql`
      insert into code_apps as a (person_id, sealed_secret)
      values (${personId}, ${sealed})
      on conflict on constraint code_apps_pkey do update
      set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()
      where a.confirmed_at is null
    `,
  );
  return { key, address: appOf(key, names.issuer, names.label).toString() };
}

const appRow = row({ sealed_secret: text, last_step: int });

export type CodeResult = 'right' | 'wrong_code' | 'clock_off';

interface CheckOptions {
  /** The app that is being set up, not the one that counts. */
  readonly isNew: boolean;
}

/**
 * Checks a code of the person's app and takes it: none is right twice. A code of some minutes ago says that the clock
 * is off. While the app is set up a code of the next minutes says it as well; at a sign-in it would show a guesser a
 * code that becomes right.
 */
export async function takeAppCode(
  db: Db,
  secretKey: SecretKey,
  personId: number,
  code: string,
  { isNew }: CheckOptions,
): Promise<CodeResult> {
  if (!/^\d{6}$/.test(code)) return 'wrong_code';
  const app = await maybeOne(
    db,
    appRow,
    sql`
      select sealed_secret, last_step
      from code_apps
      where person_id = ${personId} and (confirmed_at is null) = ${isNew}
    `,
  );
  if (app === null) return 'wrong_code';
  const secret = sealOf(secretKey).open(app.sealed_secret, aboutPerson(personId));
  if (typeof secret !== 'string') throw new Error('a code app without a key');
  const totp = appOf(secret, '', 'person');
  const now = Math.floor(Date.now() / 1000 / period);
  const delta = totp.validate({ token: code, window: farWindow });
  if (delta === null) return 'wrong_code';
  if (Math.abs(delta) > window) return isNew || delta < 0 ? 'clock_off' : 'wrong_code';
  const taken = await run(
    db,
    sql`
      update code_apps
      set last_step = ${now + delta}, confirmed_at = coalesce(confirmed_at, now())
      where person_id = ${personId}
        and sealed_secret = ${app.sealed_secret}
        and last_step < ${now + delta}
    `,
  );
  return taken === 1 ? 'right' : 'wrong_code';
}

/** Capitals and digits that nobody mistakes for each other. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const codeLength = 12;

const newRecoveryCode = (): string => {
  // The bytes beyond the last whole round of the letters are left out, so that every letter is equally likely.
  const fair = 256 - (256 % letters.length);
  let code = '';
  while (code.length < codeLength) {
    for (const byte of randomBytes(codeLength)) {
      if (byte < fair && code.length < codeLength) code += letters[byte % letters.length];
    }
  }
  return code;
};

/** ABCD-EFGH-JKMN, easier to copy by hand. */
const grouped = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-');

const signsOf = (code: string) => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Says whether it has the form of a recovery code, however it is grouped. */
export const isRecoveryCode = (code: string): boolean => signsOf(code).length === codeLength;

const hmacOf = (secretKey: SecretKey, personId: number, code: string): Buffer =>
  macOf(secretKey, 'recovery codes', `${personId} ${signsOf(code)}`);

/** New recovery codes in place of the person's old ones. */
export async function makeRecoveryCodes(tx: Db, secretKey: SecretKey, personId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await run(tx, sql`delete from recovery_codes where person_id = ${personId}`);
  await run(
    tx,
    sql`
      insert into recovery_codes (person_id, code_hmac)
      select ${personId}, unnest(${codes.map((code) => hmacOf(secretKey, personId, code))}::bytea[])
    `,
  );
  return codes.map(grouped);
}

/** Takes a recovery code, which is then used up. */
export const takeRecoveryCode = async (
  db: Db,
  secretKey: SecretKey,
  personId: number,
  code: string,
): Promise<boolean> =>
  (await run(
    db,
    sql`
      delete from recovery_codes
      where person_id = ${personId} and code_hmac = any(${allKeys(secretKey).map((key) => hmacOf(key, personId, code))}::bytea[])
    `,
  )) === 1;
