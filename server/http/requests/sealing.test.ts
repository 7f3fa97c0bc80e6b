import { createDecipheriv, createPublicKey, hkdfSync, generateKeyPairSync, webcrypto } from 'node:crypto';
import { sealedPrefix } from '@gurukul/contract/accounts';
import { messages } from '@gurukul/contract/shared/words/messages';
import { presentKey } from '#server/derived-key.ts';
import { describe, expect, test } from 'vitest';
import { one, run } from '../../test/rows.ts';
import { demoPassword, testApp } from '../../test/app.ts';
import { testBrowser } from '../../test/browser.ts';
import { office } from '../../test/office.ts';
import { secondProcess } from '../../test/second-process.ts';
import { createSealingKey } from './sealing.ts';

const portal = await testApp({ database: 'empty' });
const { db, config, call } = portal;
const people = office(db);
await people.person('Asha', 'teacher');
const email_id = 'asha@office.test';

/** Seals as the portal does. */
async function seal(text: string | Uint8Array<ArrayBuffer>, publicKey: string): Promise<string> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('spki', Buffer.from(publicKey, 'base64'), algorithm, false, [
    'encrypt',
  ]);
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const sealed = await webcrypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, bytes);
  return `${sealedPrefix}${Buffer.from(sealed).toString('base64')}`;
}

const publicKey = async () => String((await call('accounts.sealing_key')).body.public_key);
const login = (password: string) => call('accounts.login', { email_id, password });

describe('a password sealed in the browser', () => {
  test('signs in, and so does the plain one', async () => {
    const { body } = await call('accounts.sealing_key');
    expect(body).toEqual({
      status: 200,
      message: 'success',
      algorithm: 'RSA-OAEP-256',
      public_key: expect.stringMatching(/^[\w+/]+=*$/),
      prefix: 'sealed:',
    });
    const spki = Buffer.from(String(body.public_key), 'base64');
    const { asymmetricKeyDetails } = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(asymmetricKeyDetails?.modulusLength).toBe(3072);
    expect((await login(await seal(demoPassword, body.public_key))).body.message).toBe('success');
    expect((await login(demoPassword)).body.message).toBe('success');
  });

  test('that is wrong is refused like any wrong password', async () => {
    const { status, body } = await login(await seal('Wrong@2026', await publicKey()));
    expect([status, body.message]).toEqual([401, 'Invalid credentials']);
  });

  test('sealed to another key, or damaged, asks for a new page', async () => {
    const { publicKey: other } = generateKeyPairSync('rsa', { modulusLength: 3072 });
    const foreign = await seal(
      demoPassword,
      other.export({ type: 'spki', format: 'der' }).toString('base64'),
    );
    const own = await seal(demoPassword, await publicKey());
    for (const sealed of [foreign, own.slice(0, -8), `${own}AAAA`, sealedPrefix, `${sealedPrefix}!!`]) {
      const { status, body } = await login(sealed);
      expect([status, body.message]).toEqual([400, messages.stale_seal]);
    }
  });

  test('beyond the limits is bad input', async () => {
    const key = await publicKey();
    for (const sealed of [
      `${sealedPrefix}${'A'.repeat(2000)}`,
      await seal('with a \0 in it', key),
      await seal(new Uint8Array([0xff, 0xfe, 0xfd]), key),
    ]) {
      expect((await login(sealed)).status).toBe(400);
    }
  });

  test('is decrypted in password fields only', async () => {
    const sealed = await seal('somebody@office.test', await publicKey());
    const { status } = await call('accounts.login', { email_id: sealed, password: demoPassword });
    expect(status).toBe(400);
  });

  test('obeys the same rules as a plain one', async () => {
    const change = async (text: string) => {
      const new_password = await seal(text, await publicKey());
      return call('accounts.change_password', { old_password: demoPassword, new_password }, { as: email_id });
    };
    expect((await change('short')).body.message).toBe('failed');
    expect((await change('Abcdefg-9012345678901')).body.message).toBe('failed');
  });
});

describe('the key', () => {
  test('is one for all server processes, also when they start at once', async () => {
    await run(db)`delete from server_keys`;
    const keys = await Promise.all(
      Array.from({ length: 4 }, () => createSealingKey(db, config.secretKey).publicKey()),
    );
    expect(new Set(keys).size).toBe(1);
    const { count } = await one<{ count: number }>(db)`select count(*) as count from server_keys`;
    expect(count).toBe(1);
  });

  test('decrypts on one process a password sealed to another process', async () => {
    const { body } = await testBrowser(portal.app).call('accounts.sealing_key');
    const password = await seal(demoPassword, body.public_key);
    const other = await secondProcess(portal);
    const answer = await testBrowser(other).call('accounts.login', { email_id, password });
    expect(answer.body.message).toBe('success');
  });

  test('cannot be decrypted from the database alone', async () => {
    await createSealingKey(db, config.secretKey).publicKey();
    const { value } = await one<{ value: string }>(db)`
      select value from server_keys where name = 'sealing pair'
    `;
    expect(value).toMatch(/^v1\.[\w-]{2000,}$/);
    const body = Buffer.from(value.slice(3), 'base64url');
    // AES-256-GCM under the derived key decrypts it, and one changed bit anywhere makes it worthless.
    const open = (bytes: Buffer, secret = config.secretKey) => {
      const key = Buffer.from(hkdfSync('sha256', presentKey(secret), '', 'gurukul sealing key', 32));
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from('sealing pair')).setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
    };
    expect(open(body)).toContain('BEGIN PRIVATE KEY');
    expect(() => open(body, 'quite another secret of 32 bytes or more')).toThrow();
    const changed = Buffer.from(body);
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
    expect(() => open(changed)).toThrow();
  });

  test('is made anew when SECRET_KEY changes', async () => {
    const before = await createSealingKey(db, config.secretKey).publicKey();
    const other = createSealingKey(db, 'quite another secret of 32 bytes or more');
    expect(await other.publicKey()).not.toBe(before);
    const sealed = (await seal('Words-2026', await other.publicKey())).slice(sealedPrefix.length);
    expect(await other.open(sealed)).toBe('Words-2026');
    await expect(createSealingKey(db, config.secretKey).open(sealed)).rejects.toThrow(messages.stale_seal);
    // The running server, whose secret is valid again, uses the pair that is stored now.
    expect((await login(await seal(demoPassword, await publicKey()))).body.message).toBe('success');
  });
});

test('no password is stored for a repeated request', async () => {
  const body = { old_password: 'Wrong@2026', new_password: 'Quiet-River-7' };
  await call('accounts.change_password', body, { as: email_id, headers: { 'idempotency-key': 'k1' } });
  const { count } = await one<{ count: number }>(db)`select count(*) as count from idempotency_keys`;
  expect(count).toBe(0);
});
