import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Bytes that a stranger might send as an image or a PDF, with the expected result. */
export interface HostileFile {
  readonly what: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** `refused`; `redrawn`: accepted, with only its pixels; `kept`: a PDF, never shown by the browser itself. */
  readonly fate: 'refused' | 'redrawn' | 'kept';
}

const script = '<script>alert("planted")</script>';
const php = '<?php echo "planted"; __HALT_COMPILER(); ?>';
const planted = Buffer.from(`${script}${php}`);
/** An empty archive, as readers find it from the end of a file, with a name in its comment. */
const zip = Buffer.concat([
  Buffer.from('PK\x05\x06', 'latin1'),
  Buffer.alloc(16),
  Buffer.from([7, 0]),
  Buffer.from('planted'),
]);

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0563d' } });

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngHeader = (width: number, height: number) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return chunk('IHDR', header);
};
const pngEnd = chunk('IEND', Buffer.alloc(0));

/** Whole and valid: every row of an image in one colour, one bit per pixel. */
const blackPng = (width: number, height: number) =>
  Buffer.concat([
    pngStart,
    pngHeader(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    pngEnd,
  ]);

/** With one more chunk, right after the header. */
const pngWith = (png: Buffer, type: string, data: Buffer) =>
  Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)]);

const u16 = (value: number) => Buffer.from([value & 255, value >> 8]);

/** A valid animation of one dot, again and again, on a canvas of any size. */
function gif(frames: number, width = 1, height = 1, comment = ''): Buffer {
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const said = Buffer.from(comment);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    u16(width),
    u16(height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    comment === '' ? said : Buffer.concat([Buffer.from([0x21, 0xfe, said.length]), said, Buffer.from([0])]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>';
const page = `<!doctype html>${script}`;

/** A PDF with a script, a form to submit, a program to start, and an attached file. */
const livePdf = Buffer.from(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\('planted'\\))>>
/AA<</WC<</S/URI/URI(https://canary.test/)>>>>/AcroForm<</Fields[]/XFA(${script})>>>>endobj
2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
3 0 obj<</S/Launch/F(calc.exe)>>endobj
trailer<</Root 1 0 R>>
%%EOF
`);

const broken = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

/** Some of them claim to be very large; none is. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const png = await plain(30, 20).png().toBuffer();
  const jpeg = await plain(30, 20).jpeg().toBuffer();
  const webp = await plain(30, 20).webp().toBuffer();
  const dots = Array.from({ length: 400 }, (_, index) => plain(16, 16).tint({ r: index % 256, g: 0, b: 0 }));
  const film = await sharp(await Promise.all(dots.map((dot) => dot.png().toBuffer())), {
    join: { animated: true },
  })
    .webp({ loop: 0 })
    .toBuffer();
  const told = Buffer.from(planted);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, told.length + 2]), told]);
  const jpegComment = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
  const vastJpeg = Buffer.from(jpeg);
  const frameAt = vastJpeg.findIndex((byte, at) => byte === 0xff && vastJpeg[at + 1] === 0xc0);
  vastJpeg.writeUInt16BE(65_500, frameAt + 5);
  vastJpeg.writeUInt16BE(65_500, frameAt + 7);
  const many = Buffer.concat([Buffer.from('name\0\0'), deflateSync(Buffer.alloc(60_000_000))]);

  const refused = (what: string, type: string, bytes: Buffer): HostileFile => ({
    what,
    type,
    bytes,
    fate: 'refused',
  });
  const redrawn = (what: string, type: string, bytes: Buffer): HostileFile => ({
    what,
    type,
    bytes,
    fate: 'redrawn',
  });
  const kept = (what: string, bytes: Buffer): HostileFile => ({
    what,
    type: 'application/pdf',
    bytes,
    fate: 'kept',
  });

  const strangers: [string, Buffer][] = [
    ['a web page', Buffer.from(page)],
    ['an SVG', Buffer.from(svg)],
    ['an SVG behind spaces', Buffer.from(`\n\n  <?xml version="1.0"?>${svg}`)],
    ['a PDF', livePdf],
    ['an archive', zip],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['a script', Buffer.from(`#!/bin/sh\n${php}`)],
    ['zeros', Buffer.alloc(2000)],
    ['one byte', Buffer.from([0])],
    ['an icon', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0]), png])],
    ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
    ['a TIFF', await plain(9, 9).tiff().toBuffer()],
    ['an AVIF', await plain(9, 9).avif().toBuffer()],
    ['a script that starts as a GIF does', Buffer.from(`GIF89a/*${script}*/=1;alert(1)//`)],
    ['a page that starts as a JPEG does', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), planted])],
    ['a page that starts as a WebP does', Buffer.from(`RIFF\x10\0\0\0WEBPVP8 ${script}`, 'latin1')],
    ['a page within a PNG without a picture', Buffer.concat([pngStart, chunk('tEXt', planted)])],
  ];

  return [
    ...strangers.map(([what, bytes]) => refused(what, 'image/png', bytes)),
    refused('a PNG that says it is a JPEG', 'image/jpeg', png),
    refused('a JPEG that says it is a WebP', 'image/webp', jpeg),
    refused('a GIF that says it is a PNG', 'image/png', gif(1)),
    refused('a PNG that breaks off', 'image/png', broken(png)),
    refused('a JPEG that breaks off', 'image/jpeg', broken(jpeg)),
    refused('a WebP that breaks off', 'image/webp', broken(webp)),
    refused('a GIF that breaks off', 'image/gif', gif(1, 9, 9).subarray(0, 20)),
    refused('400 megapixels in a few kilobytes', 'image/png', blackPng(20_000, 20_000)),
    refused('a row of 2,000,000 pixels, 20 high', 'image/png', blackPng(2_000_000, 20)),
    refused('4,290 megapixels in a JPEG', 'image/jpeg', vastJpeg),

    redrawn('a GIF with a script in its comment', 'image/gif', gif(1, 9, 9, script)),
    redrawn('a GIF with a script behind it', 'image/gif', Buffer.concat([gif(1, 9, 9), planted])),
    redrawn('a PNG with a page behind it', 'image/png', Buffer.concat([png, planted])),
    redrawn('a PNG that is an archive too', 'image/png', Buffer.concat([png, planted, zip])),
    redrawn('a PNG that tells a script', 'image/png', pngWith(png, 'tEXt', Buffer.from(`Title\0${script}`))),
    redrawn('a PNG with a private chunk', 'image/png', pngWith(png, 'prVt', planted)),
    redrawn('a PNG whose text unfolds to 60 MB', 'image/png', pngWith(png, 'zTXt', many)),
    redrawn(
      'a JPEG that is an archive and a program for PHP',
      'image/jpeg',
      Buffer.concat([jpegComment, zip]),
    ),
    redrawn('a WebP with an archive behind it', 'image/webp', Buffer.concat([webp, planted, zip])),
    redrawn('a GIF of 20,000 frames', 'image/gif', gif(20_000, 9, 9)),
    // The decoder reads only the dot.
    redrawn('a canvas of 65,535 x 65,535 with one dot', 'image/gif', gif(1, 65_535, 65_535)),
    redrawn('a WebP of 400 frames', 'image/webp', film),

    kept('a PDF that runs, sends and starts something', livePdf),
    kept('a PDF that is a page too', Buffer.from(`%PDF-1.4\n${page}`)),
    kept('a PDF that is an archive too', Buffer.concat([livePdf, planted, zip])),
    { ...refused('a page with a PDF behind it', 'application/pdf', Buffer.from(`${page}\n%PDF-1.7`)) },
    { ...refused('a picture for a PDF', 'application/pdf', png) },
    { ...refused('a PDF behind a space', 'application/pdf', Buffer.from(` ${livePdf.toString('latin1')}`)) },
  ];
}

/** Words that must not remain in a redrawn file. */
export const plantedWords = ['planted', 'script', '<?php', 'HALT', 'PK\x05\x06', 'Artist'];
