import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { derivedKey } from '#server/derived-key.ts';
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
  open(sealed: string, about: string): unknown;
}

const bytesOf = (content: unknown) => Buffer.from(JSON.stringify(content));

/** Each `purpose` has a key of its own. */
export function createSeal(secretKey: string, purpose = 'gurukul queued mail'): Seal {
  // Imported once: from bytes it would be imported for every mail, at half the cost of sealing one.
  const key = createSecretKey(derivedKey(secretKey, purpose));

  function seal(form: string, bytes: Buffer, about: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
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

  return {
    close: closeWith(() => null),
    closerOf: (first, last) => closeWith(packAlike(bytesOf(first), bytesOf(last))),
    open(sealed, about) {
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
    },
  };
}
