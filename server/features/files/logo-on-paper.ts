import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Picture } from '#server/pdf/content.ts';
import type { Storage } from '#server/storage/storage.ts';
import { keyOf } from './file-key.ts';

/** In pixels: sharp when it is printed; in mails, which each have it, twice as high as it is shown. */
const sizes = {
  paper: { width: 600, height: 240 },
  mail: { width: 400, height: 80 },
  signature: { width: 600, height: 240 },
} as const;
type Use = keyof typeof sizes;

/** The last one, by its location. */
const drawn = new Map<Use, { readonly logo: string; readonly picture: Promise<Picture | null> }>();

/** The provider's logo for receipts and mails, or a signature. Null: there is none, or its file cannot be read now. */
export async function logoOnPaper(
  storage: Pick<Storage, 'open'>,
  { logo }: { readonly logo: string },
  use: Use = 'paper',
): Promise<Picture | null> {
  const last = drawn.get(use);
  const now = last?.logo === logo ? last : { logo, picture: draw(storage, keyOf(logo), sizes[use]) };
  drawn.set(use, now);
  try {
    return await now.picture;
  } catch {
    drawn.delete(use);
    return null;
  }
}

async function draw(
  storage: Pick<Storage, 'open'>,
  key: string | null,
  size: (typeof sizes)[Use],
): Promise<Picture | null> {
  const file = key === null ? null : await storage.open(key);
  if (file === null) return null;
  // Transparent parts become white, which the drawing of a PDF copies without work.
  const { data, info } = await sharp(await buffer(file.stream))
    .rotate()
    .flatten({ background: '#ffffff' })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
