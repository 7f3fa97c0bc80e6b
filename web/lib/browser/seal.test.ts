import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { sealedPrefix } from '@gurukul/contract/accounts';
import { expect, test } from 'vitest';
import { sealTo } from './seal.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

const open = (sealed: string) =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(sealed.slice(sealedPrefix.length), 'base64'),
  ).toString();

test('a sealed password can be read with the private key alone', async () => {
  const sealed = await sealTo(published, 'Gurukul@2026 ॐ');
  expect(sealed.startsWith(sealedPrefix)).toBe(true);
  expect(open(sealed)).toBe('Gurukul@2026 ॐ');
});

test('the same password never looks the same twice', async () => {
  expect(await sealTo(published, 'Gurukul@2026')).not.toBe(await sealTo(published, 'Gurukul@2026'));
});
