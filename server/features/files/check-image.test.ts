import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkImage } from './check-image.ts';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0563d' } });

/** Red on the left, blue on the right. */
const twoColours = () =>
  blank(40, 20).composite([
    { input: { create: { width: 20, height: 20, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    { input: { create: { width: 20, height: 20, channels: 3, background: '#0000ff' } }, left: 20, top: 0 },
  ]);

const photo = (orientation: number) =>
  twoColours()
    .withExif({
      IFD0: { Make: 'SecretCam', Artist: 'A. Person' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 36/1 50/1', GPSLongitudeRef: 'E' },
    })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A few bytes that claim to be an image of `width` x `height` pixels. */
function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const html = Buffer.from('<!doctype html><script>alert(document.cookie)</script>');
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>',
);

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
const noise = (format: 'jpeg' | 'png' | 'webp') =>
  sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
    .toFormat(format)
    .toBuffer();

describe('checking an image', () => {
  it.each([
    ['a web page named .png', html, 'image/png'],
    ['an SVG that says it is a PNG', svg, 'image/png'],
    [
      'an SVG behind an XML declaration',
      Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg]),
      'image/png',
    ],
    [
      'a script behind a GIF header',
      Buffer.from('GIF89a/*<svg onload=alert(1)>*/=1;alert(1)//'),
      'image/gif',
    ],
    ['a PDF named .jpg', Buffer.from('%PDF-1.7\n%%EOF'), 'image/jpeg'],
    ['a PNG header alone', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png'],
    ['zeros', Buffer.alloc(5000), 'image/png'],
    ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]), 'image/png'],
    ['a small file that claims 60,000 x 60,000 pixels', pngThatClaims(60_000, 60_000), 'image/png'],
    ['a small file that claims 2,000,000,000 pixels in a row', pngThatClaims(2_000_000_000, 1), 'image/png'],
    ['a file with fewer rows than it claims', pngThatClaims(4000, 4000), 'image/png'],
  ])('refuses %s', async (_what, bytes, type) => {
    await expect(checkImage(bytes, type)).rejects.toMatchObject({ status: 400 });
  });

  it.each(['jpeg', 'png', 'webp'] as const)('refuses a %s that breaks off in the middle', async (format) => {
    await expect(checkImage(half(await noise(format)), `image/${format}`)).rejects.toMatchObject({
      code: 'damaged_picture',
      message: 'This picture is damaged, please choose another',
    });
  });

  it('refuses a TIFF, an AVIF and an image of another type than announced', async () => {
    const tiff = await blank(9, 9).tiff().toBuffer();
    const avif = await blank(9, 9).avif().toBuffer();
    const jpeg = await blank(9, 9).jpeg().toBuffer();
    for (const bytes of [tiff, avif, jpeg]) {
      await expect(checkImage(bytes, 'image/png')).rejects.toMatchObject({ status: 400 });
    }
  });

  it('refuses 26 megapixels and takes 25', async () => {
    const large = await blank(5200, 5000).png().toBuffer();
    await expect(checkImage(large, 'image/png')).rejects.toMatchObject({
      message: 'This picture is too large, please choose one of at most 25 megapixels',
    });
    const largest = await blank(5000, 5000).png().toBuffer();
    expect(await checkImage(largest, 'image/png')).toMatchObject({ width: 5000, height: 5000 });
  });

  it('removes place and photographer of a photo', async () => {
    const before = await photo(1);
    expect(before.includes('SecretCam')).toBe(true);
    expect((await sharp(before).metadata()).exif?.length).toBeGreaterThan(100);

    const { bytes } = await checkImage(before, 'image/jpeg');
    const after = await sharp(bytes).metadata();
    expect(after.exif).toBeUndefined();
    expect(after.xmp).toBeUndefined();
    expect(after.icc).toBeUndefined();
    expect(bytes.includes('SecretCam')).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
  });

  it('turns a photo upright before it drops the orientation', async () => {
    const turned = await checkImage(await photo(6), 'image/jpeg');
    expect(turned).toMatchObject({ width: 20, height: 40 });
    expect((await sharp(turned.bytes).metadata()).orientation).toBeUndefined();
    const { data } = await sharp(turned.bytes).raw().toBuffer({ resolveWithObject: true });
    const [red, , blue] = data.subarray(0, 3);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(80);
  });

  it('removes everything that hides behind or inside a real image', async () => {
    const payload = Buffer.from('<script>alert("hidden")</script>');
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const real = await blank(30, 30).toFormat(format).toBuffer();
      const { bytes, type } = await checkImage(Buffer.concat([real, payload]), `image/${format}`);
      expect(type).toBe(`image/${format}`);
      expect(bytes.includes('hidden')).toBe(false);
    }
  });

  it('keeps the first frame of an animation', async () => {
    const frames = [
      blank(16, 16),
      sharp({ create: { width: 16, height: 16, channels: 3, background: '#00f' } }),
    ];
    const animation = await sharp(await Promise.all(frames.map((frame) => frame.png().toBuffer())), {
      join: { animated: true },
    })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2);

    const { bytes, ...size } = await checkImage(animation, 'image/gif');
    expect(size).toEqual({ type: 'image/gif', width: 16, height: 16 });
    expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  it('keeps transparency', async () => {
    const clear = { create: { width: 8, height: 8, channels: 4 as const, background: '#ffffff00' } };
    const { bytes } = await checkImage(await sharp(clear).png().toBuffer(), 'image/png');
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });
});
