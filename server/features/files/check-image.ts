import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { imageTypes } from '@gurukul/contract/files';
import { fail } from '#server/http/answers/problem.ts';

type ImageType = (typeof imageTypes)[number];

export interface CheckedImage {
  readonly bytes: Buffer;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

const mostPixels = 25_000_000;

// Decoders are the most dangerous code that a stranger's bytes reach, so only these four can run. The type that a
// file claims does not count. One thread per image and no cache, because two images at once fill a small machine.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

const isImageType = (type: string | undefined): type is ImageType =>
  (imageTypes as readonly string[]).includes(type ?? '');

/**
 * Returns the image as it may be stored: decoded and encoded anew, so that only its pixels survive. It is upright, has
 * no metadata (place and photographer), and of an animation only the first frame. Throws a refusal for anything else.
 */
export async function checkImage(bytes: Buffer, announced: string): Promise<CheckedImage> {
  const found = await fileTypeFromBuffer(bytes);
  if (!isImageType(found?.mime)) throw fail('no_picture');
  if (found.mime !== announced) throw fail('other_picture_type');
  try {
    const { data, info } = await redraw(bytes, found.mime);
    return { bytes: data, type: found.mime, width: info.width, height: info.height };
  } catch (error) {
    throw fail(
      error instanceof Error && error.message.includes('pixel limit') ? 'large_picture' : 'damaged_picture',
    );
  }
}

function redraw(bytes: Buffer, type: ImageType) {
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
  const encoded = {
    'image/jpeg': () => picture.jpeg({ quality: 85 }),
    'image/png': () => picture.png(),
    'image/webp': () => picture.webp({ quality: 85 }),
    'image/gif': () => picture.gif(),
  }[type]();
  return encoded.timeout({ seconds: 10 }).toBuffer({ resolveWithObject: true });
}
