import type { CertificateLayout, PortalLanguage } from '@gurukul/contract/provider';
import type { FinishedStatus } from '@gurukul/contract/certificates';
import type values from '@gurukul/contract/texts/values.en.json';
import { encode } from 'uqr';
import { nextSlice } from '#server/slices.ts';
import { translated } from '#server/texts.ts';
import type { Picture } from './content.ts';
import { createPaper, pageHeight, pageWidth } from './paper.ts';
import type { Paper, Style } from './paper.ts';
import { dayOn, paperLanguage, paperTexts } from './words.ts';

/** The texts of specified values, such as a registration status. */
export const valueTexts = translated<typeof values>('values');

/** One certificate as its paper shows it. */
export interface CertificateDrawing {
  readonly number: string;
  readonly name: string;
  readonly course_name: string;
  readonly status: FinishedStatus;
  /** yyyy-mm-dd */
  readonly on_day: string;
  readonly provider_name: string;
  readonly signature: Picture | null;
  readonly signatory: string;
  readonly layout: CertificateLayout;
  readonly language: PortalLanguage;
  readonly verify_url: string;
}

interface Look {
  readonly logo: Picture | null;
  /** Of frames and of the title. */
  readonly colour: string;
}

interface Layout {
  readonly isWide: boolean;
  readonly align: 'left' | 'center';
  readonly margin: number;
  /** Where the first part begins, and the foot with signature and QR code. */
  readonly top: number;
  readonly foot: number;
  readonly adorn: (paper: Paper, colour: string) => void;
}

/** Sizes are in points. */
const layouts: Readonly<Record<CertificateLayout, Layout>> = {
  frame: {
    isWide: false,
    align: 'center',
    margin: 76,
    top: 92,
    foot: pageHeight - 196,
    adorn(paper, colour) {
      paper.frame(28, 3, colour);
      paper.frame(36, 0.8, colour);
    },
  },
  landscape: {
    isWide: true,
    align: 'center',
    margin: 84,
    top: 52,
    foot: pageWidth - 156,
    adorn(paper, colour) {
      paper.bar(0, 0, 26, pageWidth, colour);
      paper.bar(pageHeight - 26, 0, 26, pageWidth, colour);
    },
  },
  letter: {
    isWide: false,
    align: 'left',
    margin: 68,
    top: 76,
    foot: pageHeight - 190,
    adorn: (paper, colour) => paper.bar(0, 0, pageWidth, 14, colour),
  },
};

const soft = '#57606a';
/** Printed at 30 mm, so that a cheap phone reads it at the length of a hand. */
const qrSize = 85;
const logoSize = { width: 170, height: 64 } as const;
const signatureSize = { width: 150, height: 56 } as const;

const fit = ({ width, height }: Picture, room: { readonly width: number; readonly height: number }) => {
  const scale = Math.min(room.width / width, room.height / height);
  return { width: width * scale, height: height * scale };
};

/** The largest of these sizes in which the text has at most two lines. */
function sizeFor(paper: Paper, text: string, width: number, sizes: readonly number[]): number {
  const fits = (size: number) =>
    paper.heightOf(text, width, { size, weight: 'bold' }) <= 2 * size * 1.5 + 0.1;
  return sizes.find(fits) ?? sizes.at(-1)!;
}

function drawOne(paper: Paper, one: CertificateDrawing, { logo, colour }: Look): void {
  const language = paperLanguage(one.language);
  const words = paperTexts(language).certificate;
  const { isWide, align, margin, top, foot, adorn } = layouts[one.layout];
  const width = (isWide ? pageHeight : pageWidth) - 2 * margin;
  adorn(paper, colour);
  let y = top;
  const placed = (own: number) => (align === 'center' ? margin + (width - own) / 2 : margin);
  const write = (text: string, style: Style, gap: number) => {
    if (text !== '') y += paper.write(text, margin, y, width, { align, ...style }) + gap;
  };
  if (logo !== null) {
    const size = fit(logo, logoSize);
    paper.picture(logo.png, placed(size.width), y, size.width, one.provider_name);
    y += size.height + 10;
  }
  const step = isWide ? 5 : 22;
  write(one.provider_name, { size: 15, weight: 'bold' }, step);
  write(words.title, { size: isWide ? 32 : 36, weight: 'bold', colour }, step);
  write(words.certifies, { size: 12, colour: soft }, step / 2);
  write(one.name, { size: sizeFor(paper, one.name, width, [30, 26, 22, 18, 15]), weight: 'bold' }, step / 2);
  write(words.completed, { size: 12, colour: soft }, step / 2);
  write(
    one.course_name,
    { size: sizeFor(paper, one.course_name, width, [22, 18, 15]), weight: 'bold' },
    step / 2,
  );
  const level =
    one.status === 'Completed'
      ? ''
      : words.level({ level: valueTexts(one.language).registration[one.status] });
  write(level, { size: 14, weight: 'bold', colour }, step / 2);
  write(dayOn(one.on_day, language), { size: 12 }, 0);

  const line = foot + signatureSize.height;
  if (one.signature !== null) {
    const size = fit(one.signature, signatureSize);
    paper.picture(one.signature.png, margin, line - size.height, size.width, words.signature);
  }
  // Who signs stands at the left of the foot, number and code at its right.
  const half = isWide ? 260 : 180;
  if (one.signature !== null || one.signatory !== '')
    paper.bar(margin, line + 3, Math.min(half, 190) - 20, 0.8, soft);
  paper.write(one.signatory, margin, line + 7, half - 10, { size: 10 });

  const right = margin + width - qrSize;
  const { data } = encode(one.verify_url, { ecc: 'M', border: 0 });
  paper.cells(data, right, foot, qrSize, words.qr({ url: one.verify_url }));
  const about = [words.number({ number: one.number }), words.check].join('\n');
  const from = margin + half;
  paper.write(about, from, foot + 14, right - from - 14, { size: 9, colour: soft, align: 'right' });
  const url = one.verify_url.replace(/^https?:\/\//, '');
  paper.write(url, margin, foot + qrSize + 10, width, { size: 8, colour: soft, align: 'right' });
}

/** One PDF with a page for each. Other work runs between the pages. */
export async function drawCertificates(drawings: readonly CertificateDrawing[], look: Look): Promise<Buffer> {
  const [first] = drawings;
  if (first === undefined) throw new Error('there is no certificate to draw');
  const language = paperLanguage(first.language);
  const { title } = paperTexts(language).certificate;
  const paper = createPaper({
    title: drawings.length === 1 ? `${title} ${first.number}` : title,
    author: first.provider_name,
    language,
    madeAt: new Date(`${first.on_day}T00:00:00Z`),
    isWide: layouts[first.layout].isWide,
  });
  for (const [index, one] of drawings.entries()) {
    if (index > 0) {
      await nextSlice();
      paper.newPage(layouts[one.layout].isWide);
    }
    drawOne(paper, one, look);
  }
  return paper.finish();
}
