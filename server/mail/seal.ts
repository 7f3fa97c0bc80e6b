import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { Pack } from './pack.ts';
import { packAlike } from './pack.ts';

const plain = 'v1';
/** Raw deflate inside, see `packAlike`. */
const packed = 'v2';
const ivBytes = 12;
const tagBytes = 16;
/** A mail's content is some kilobytes; what unpacks to more was not packed here. */
const longestContent = 4_000_000;

/** Seals what lies in the database and must not be read there, such as mails that wait; the key never lies there. */
export interface Seal {
  /** `about` is not hidden but bound to the content: sealed for one mail, it does not open for another. */
  readonly close: (content: unknown, about: string) => string;
  /** Closes thousands that say nearly the same, such as the first and the last of them: what they share is packed once. */
  closerOf(first: unknown, last: unknown): Seal['close'];
  open(sealed: string, about: string): unknown;
}

const bytesOf = (content: unknown) => Buffer.from(JSON.stringify(content));

/** `purpose`: each has a key of its own. */
export function createSeal(secretKey: string, purpose = 'gurukul queued mail'): Seal {
  // Made into a key once: from bytes it would be made anew for every mail, at half of what sealing one takes.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)));

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
