import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { SecretKey } from '#server/derived-key.ts';
import { derivedKey, derivedKeys } from '#server/derived-key.ts';
import { inflateRawSync } from 'node:zlib';
import type { Pack } from './pack.ts';
import { packAlike } from './pack.ts';

const plain = 'v1';
/** Contains raw deflate, see `packAlike`. */
const packed = 'v2';
const ivBytes = 12;
const tagBytes = 16;
/** In bytes. Mails have some kilobytes; anything that decompresses to more was not written here. */
const longestContent = 4_000_000;

/**
 * Encrypts contents in the database that nobody may read there, such as waiting mails. The key is never in the
 * database.
 */
export interface Seal {
  /** `about` is not encrypted but bound to the contents: sealed for one mail, they do not open for another. */
  readonly close: (content: unknown, about: string) => string;
  /**
   * Seals thousands of similar contents, given the first and the last of them. Their shared beginning is compressed
   * once.
   */
  closerOf(first: unknown, last: unknown): Seal['close'];
  /** What any of the keys sealed. */
  open(sealed: string, about: string): unknown;
  /** The contents sealed under the present key; null when they are, or when none of the keys opens them. */
  renew(sealed: string, about: string): string | null;
}

const bytesOf = (content: unknown) => Buffer.from(JSON.stringify(content));

export const mailPurpose = 'gurukul queued mail';

/** Each `purpose` has a key of its own. */
export function createSeal(secretKey: SecretKey, purpose = mailPurpose): Seal {
  // Imported once: from bytes it would be imported for every mail, at half the cost of sealing one.
  const present = createSecretKey(derivedKey(secretKey, purpose));
  const others = derivedKeys(secretKey, purpose)
    .slice(1)
    .map((each) => createSecretKey(each));

  function seal(form: string, bytes: Buffer, about: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', present, iv).setAAD(Buffer.from(about));
    const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return `${form}.${Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64url')}`;
  }

  const closeWith =
    (pack: Pack): Seal['close'] =>
    (content, about) => {
      const bytes = bytesOf(content);
      const small = pack(bytes);
      return small === null ? seal(plain, bytes, about) : seal(packed, small, about);
    };

  const close = closeWith(() => null);
  const openedBy = (candidates: readonly KeyObject[], sealed: string, about: string): unknown => {
    for (const [index, key] of candidates.entries()) {
      try {
        return openWith(key, sealed, about);
      } catch (error) {
        if (index === candidates.length - 1) throw error;
      }
    }
    throw new Error('no key opens it');
  };

  return {
    close,
    closerOf: (first, last) => closeWith(packAlike(bytesOf(first), bytesOf(last))),
    open: (sealed, about) => openedBy([present, ...others], sealed, about),
    renew(sealed, about) {
      try {
        openWith(present, sealed, about);
        return null;
      } catch {
        // Another key may open it.
      }
      try {
        return close(openedBy(others, sealed, about), about);
      } catch {
        return null;
      }
    },
  };
}

function openWith(key: KeyObject, sealed: string, about: string): unknown {
  const [form, body = ''] = sealed.split('.');
  if (form !== plain && form !== packed) throw new Error('sealed in an unknown form');
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const inside = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
  const text = form === packed ? inflateRawSync(inside, { maxOutputLength: longestContent }) : inside;
  return JSON.parse(text.toString('utf8')) as unknown;
}
