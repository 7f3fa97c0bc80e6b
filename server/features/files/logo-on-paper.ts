import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Picture } from '#server/pdf/content.ts';
import type { Storage } from '#server/storage/storage.ts';
import { keyOf } from './file-key.ts';

/** In pixels: sharp when it is printed. */
const size = { width: 600, height: 240 } as const;

/** The last one, by its location. */
let drawn: { readonly logo: string; readonly picture: Promise<Picture | null> } | null = null;

/** The provider's logo for receipts. Null: there is none, or its file cannot be read now. */
export async function logoOnPaper(
  storage: Pick<Storage, 'open'>,
  { logo }: { readonly logo: string },
): Promise<Picture | null> {
  if (drawn?.logo !== logo) drawn = { logo, picture: draw(storage, keyOf(logo)) };
  try {
    return await drawn.picture;
  } catch {
    drawn = null;
    return null;
  }
}

async function draw(storage: Pick<Storage, 'open'>, key: string | null): Promise<Picture | null> {
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
