import { randomBytes } from 'node:crypto';
import { imageTypes, pdfType } from '@gurukul/contract/files';

const endings = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
} as const;

export type StoredType = keyof typeof endings;

const storedTypes = [...imageTypes, pdfType] as const;
const typeOfEnding = new Map<string, StoredType>(storedTypes.map((type) => [endings[type], type]));

/** 32 random bytes, so that nobody can guess a key. */
export const newKey = (type: StoredType) => `${randomBytes(32).toString('base64url')}.${endings[type]}`;

/** The type by a key's extension; null for anything that is no key, so that no path is ever built from it. */
export function typeOfKey(key: string): StoredType | null {
  const ending = /^[\w-]{43}\.([a-z]{3,4})$/.exec(key)?.[1];
  return ending === undefined ? null : (typeOfEnding.get(ending) ?? null);
}

export const locationOf = (key: string) => `/files/${key}`;

/** The key in a location, signed or not; null when the location is not ours. */
export function keyOf(location: string): string | null {
  const key = /^\/files\/([^/?#]+)(?:\?[\w=&-]*)?$/.exec(location)?.[1];
  return key !== undefined && typeOfKey(key) !== null ? key : null;
}
