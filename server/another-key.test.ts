import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { buildApp } from './app.ts';
import { newLink } from './channels/mail/my-page-link.ts';
import { readConfig } from './config.ts';
import { demoPassword } from './db/seed/staff.ts';
import type { SecretKey } from './derived-key.ts';
import { isMac, macOf } from './derived-key.ts';
import { signatureOf } from './http/identity/intake-keys.ts';
import { derivedSecretOf } from './http/identity/intake-secrets.ts';
import { renewSeals } from './renew-seals.ts';
import { createSeal } from './seal.ts';
import { checkSecretKey } from './secret-key.ts';
import { ownDatabase } from './test/db.ts';

// The steps of three starts in one process; `start.test.ts` has a real process with another key.

const old = 'the first key of thirty-two bytes or more';
const next = 'the next key of thirty-two bytes or more';
const [email_id, password] = ['admin@gurukul.test', demoPassword];

const answerShape = z.object({
  message: z.string(),
  token: z.string().optional(),
  otp: z.string().optional(),
  data: z.object({ id: z.number(), signing_key: z.string() }).optional().catch(undefined),
});

const ask = async (url: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    cookies: response.headers.get('set-cookie') ?? '',
    body: answerShape.parse(await response.json()),
  };
};

test('a SECRET_KEY in place of another ends nothing while both keys are set, and then the old one can go', async () => {
  const { pool } = await ownDatabase();
  const said: string[] = [];
  const serve = async (secretKey: SecretKey) => {
    const config = { ...readConfig({ DATA_DIR: tmpdir() }), secretKey };
    const say = (line: string) => said.push(line);
    await checkSecretKey(pool, config, say);
    const app = await buildApp({ config, pool, logger: false });
    onTestFinished(() => app.close());
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await renewSeals(pool, config, say);
    return { url, stop: () => app.close() };
  };
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows;

  // The first step: every process learns the new key and goes on with the old one.
  const first = await serve([old, next]);
  const signedIn = await ask(first.url, '/user_details/login', { email_id, password, flag: '' });
  const browser = /(?:^|, )((?:__Host-)?dv=[^;]+)/.exec(signedIn.cookies)?.[1] ?? '';
  expect(browser).not.toBe('');
  const session = { authorization: `Bearer ${signedIn.body.token}` };
  const keyNamed = async (name: string) => {
    const input = { password, name, scopes: ['payments'] };
    return (await ask(first.url, '/intake/keys', input, session)).body.data!;
  };
  const key = await keyNamed('Payments');
  const olderKey = await keyNamed('Before secrets were stored');
  await rows('delete from intake_secrets where key_id = $1', [olderKey.id]);
  const [older] = await rows<{ hash: Buffer }>('select hash from intake_keys where id = $1', [olderKey.id]);
  const olderSecret = derivedSecretOf(old, { id: olderKey.id, hash: older!.hash });
  const { nonce, hash } = newLink({ secretKey: old });
  const link = macOf(old, 'my page link', nonce).toString('base64url');
  await rows(`insert into personal_pages (mailbox, nonce, hash) values ('asha@families.test', $1, $2)`, [
    nonce,
    hash,
  ]);
  const asked = await ask(first.url, '/user_details/forgetPassword_otp_send', { email_id });
  const { otp } = asked.body;
  const waiting = `select dedupe_key, sealed from mails where kind = 'reset_code' and sealed is not null`;
  const [mail] = await rows<{ dedupe_key: string; sealed: string }>(waiting);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was sealed
  const { code } = createSeal(old).open(mail!.sealed, mail!.dedupe_key) as { code: string };
  const pair = await (await fetch(`${first.url}/api/user_details/sealing_key`)).json();
  await first.stop();

  /** Everything that was made with the old key. */
  const works = async (url: string) => {
    const signed = async ({ id }: { id: number }, secret: string) => {
      const [seconds, body] = [Math.floor(Date.now() / 1000), '{"items":[]}'];
      const answer = await fetch(`${url}/api/intake/signed_payments/${id}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'gurukul-signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}`,
        },
        body,
      });
      // The empty list is refused; the signature is not.
      return answer.status;
    };
    return {
      session: (await fetch(`${url}/api/intake/keys`, { headers: session })).status,
      secret: await signed(key, key.signing_key),
      older: await signed(olderKey, olderSecret),
      link: (await fetch(`${url}/me/${link}`)).status,
      pair: await (await fetch(`${url}/api/user_details/sealing_key`)).json(),
    };
  };
  const all = { session: 200, secret: 400, older: 400, link: 200, pair };

  // The second step: the new key writes, the old one reads.
  const second = await serve([next, old]);
  expect(said.splice(0)).toEqual([
    expect.stringMatching(/^Sealed anew with SECRET_KEY: \d+ values and 0 links of My page\./),
    'SECRET_KEY is a new one; what was made with SECRET_KEY_OTHER goes on.',
    expect.stringMatching(
      /^Sealed anew with SECRET_KEY: \d+ values and 1 links of My page\. Nothing stored needs SECRET_KEY_OTHER any more\.$/,
    ),
  ]);
  expect(await works(second.url)).toStrictEqual(all);
  const verified = await ask(second.url, '/user_details/forgetPassword_otp_verify', {
    email_id,
    otp,
    code,
  });
  expect(verified.body).toMatchObject({ message: 'success' });
  const again = await ask(
    second.url,
    '/user_details/login',
    { email_id, password, flag: '' },
    { cookie: browser },
  );
  const renewed = /dv=([\w-]{22})\.(\d+)\.([\w-]+)/.exec(again.cookies);
  expect(browser).toContain(`dv=${renewed?.[1]}.`);
  expect(
    isMac(
      next,
      'known browser',
      `${renewed?.[1]}.${renewed?.[2]}`,
      Buffer.from(renewed?.[3] ?? '', 'base64url'),
    ),
  ).toBe(true);
  await second.stop();

  // The last step: the old key goes.
  const third = await serve(next);
  expect(await works(third.url)).toStrictEqual(all);
  await third.stop();

  // It has no way back in.
  await expect(serve(old)).rejects.toThrow('is not the one that this database was served with');
});
