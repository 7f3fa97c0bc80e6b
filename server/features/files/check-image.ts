import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { imageTypes } from '@gurukul/contract/files';
import { fail } from '#server/http/problem.ts';

type ImageType = (typeof imageTypes)[number];

export interface CheckedImage {
  readonly bytes: Buffer;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

const mostPixels = 25_000_000;

// Decoders are the riskiest code that a stranger's bytes reach: only those four stay reachable, whatever a file
// pretends to be. One thread a picture and no cache, since two pictures at once already fill a small machine.
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
 * The picture as it may be stored: decoded and drawn anew, so that nothing of the file but its pixels survives. It
 * stands upright, carries no metadata (where and by whom it was taken), and of an animation the first frame stays.
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
