import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Seals what letters say while they wait in the database; the key never lies there. */
export interface Seal {
  /** `about` is not hidden but bound to the content: sealed for one letter, it does not open for another. */
  close(content: unknown, about: string): string;
  open(sealed: string, about: string): unknown;
}

export function createSeal(secretKey: string): Seal {
  // Made into a key once: from bytes it would be made anew for every letter, at half of what sealing one takes.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'gurukul queued mail', 32)));
  return {
    close(content, about) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
      const text = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, about) {
      const [form, body = ''] = sealed.split('.');
      if (form !== version) throw new Error('sealed in an unknown form');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(about));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
      return JSON.parse(text.toString('utf8')) as unknown;
    },
  };
}
