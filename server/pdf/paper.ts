import PDFDocument from 'pdfkit';
import { printable, runsOf, typefaceOf } from './shaping.ts';
import type { PlacedGlyph, Script, Weight } from './shaping.ts';

/** In points: A4. */
export const pageWidth = 595.28;
export const pageHeight = 841.89;
export const margin = 56;
export const textWidth = pageWidth - 2 * margin;

/** The letters of Telugu need more room than those of Latin. */
const lineHeight = 1.5;

export interface Style {
  /** In points. */
  readonly size?: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'center';
}

/** A page of text. All distances are in points from the upper left corner. */
export interface Paper {
  /** Writes a text in lines of at most this width. Returns the height that it took. */
  write(text: string, x: number, y: number, width: number, style?: Style): number;
  /** The height that the text would take. */
  heightOf(text: string, width: number, style?: Style): number;
  line(y: number, colour?: string): void;
  /** A pale ground for what is written later, from margin to margin. What lies below shines through. */
  ground(y: number, height: number): void;
  picture(png: Buffer, x: number, y: number, width: number, alt: string): void;
  /** A frame around the page, so far within its edge. */
  frame(inset: number, width: number, colour: string): void;
  /** A filled rectangle that says nothing. */
  bar(x: number, y: number, width: number, height: number, colour: string): void;
  /** A square of dark and light cells, row by row, such as a QR code. */
  cells(dark: readonly (readonly boolean[])[], x: number, y: number, size: number, alt: string): void;
  /** A large word across the page, behind what is written later. */
  across(word: string, colour: string): void;
  /** Absent: like the first page. */
  newPage(isWide?: boolean): void;
  /** The finished file. */
  finish(): Promise<Buffer>;
}

/** Where each column begins, from the left margin, and how wide it is. */
export type Columns = readonly (readonly [at: number, width: number, align?: 'right'])[];

/** The height of a row of cells: that of its highest cell. */
export const heightOfRow = (paper: Paper, cells: readonly string[], columns: Columns, style?: Style) =>
  Math.max(...cells.map((cell, at) => paper.heightOf(cell, columns[at]![1], style)));

export function writeRow(
  paper: Paper,
  cells: readonly string[],
  columns: Columns,
  y: number,
  style: Style = {},
): void {
  for (const [index, cell] of cells.entries()) {
    const [at, width, align = 'left'] = columns[index]!;
    if (cell !== '') paper.write(cell, margin + at, y, width, { ...style, align });
  }
}

export interface About {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  /** Two drawings of the same thing are equal, byte by byte. */
  readonly madeAt: Date;
  /** Its pages lie on their side. */
  readonly isWide?: boolean;
}

/** The parts of PDFKit's fonts that HarfBuzz replaces. Its types do not declare them. */
interface OpenFont {
  readonly font: {
    getGlyph(id: number, codePoints: readonly number[]): unknown;
    layout: (text: string) => unknown;
  };
}

interface Position {
  xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

const codePointsOf = (letters: string) => Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);

/** Has the words of this font shaped by HarfBuzz. */
function shapeWith(font: OpenFont['font'], shape: (text: string) => PlacedGlyph[]): void {
  font.layout = (text) => {
    const placed = shape(text);
    const positions = placed.map(({ xAdvance, xOffset, yOffset }): Position => ({
      xAdvance,
      yAdvance: 0,
      xOffset,
      yOffset,
    }));
    return {
      glyphs: placed.map(({ id, letters }) => font.getGlyph(id, codePointsOf(letters))),
      positions,
      // PDFKit scales the positions in place before it asks.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
}

const widthOf = (text: string, { size = 10, weight = 'regular' }: Style): number =>
  (runsOf(text).reduce((sum, run) => sum + typefaceOf(run.script, weight).widthOf(run.text), 0) * size) /
  1000;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A word that is longer than a line, in pieces of whole syllables. */
function cut(word: string, width: number, style: Style): string[] {
  const pieces: string[] = [];
  let free = 0;
  for (const { segment } of graphemes.segment(word)) {
    const taken = widthOf(segment, style);
    if (taken > free) {
      pieces.push(segment);
      free = width - taken;
    } else {
      pieces[pieces.length - 1] += segment;
      free -= taken;
    }
  }
  return pieces;
}

function linesOf(text: string, width: number, style: Style): string[] {
  return printable(text)
    .text.split('\n')
    .flatMap((paragraph) => {
      const words = paragraph.split(/[ \t]+/).filter((word) => word !== '');
      const pieces = words.flatMap((word) =>
        widthOf(word, style) > width ? cut(word, width, style) : [word],
      );
      const lines: string[] = [];
      for (const piece of pieces) {
        const longer = `${lines.at(-1)} ${piece}`;
        if (lines.length > 0 && widthOf(longer, style) <= width) lines[lines.length - 1] = longer;
        else lines.push(piece);
      }
      return lines.length === 0 ? [''] : lines;
    });
}

/** Writes one line. Readers of the file get the text itself, not its glyphs. */
function lineWriter(doc: PDFKit.PDFDocument) {
  const ready = new Set<string>();
  function chooseFont(script: Script, weight: Weight): void {
    const name = `${script} ${weight}`;
    if (ready.has(name)) {
      doc.font(name);
      return;
    }
    ready.add(name);
    const typeface = typefaceOf(script, weight);
    doc.registerFont(name, typeface.bytes).font(name);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, no-underscore-dangle -- declared above
    const { font } = (doc as unknown as { readonly _font: OpenFont })._font;
    shapeWith(font, typeface.shape);
  }

  return (text: string, x: number, y: number, { size = 10, weight = 'regular', colour }: Style): void => {
    doc.markContent('Span', { actual: text });
    let at = x;
    for (const run of runsOf(text)) {
      chooseFont(run.script, weight);
      doc.fontSize(size).fillColor(colour ?? '#1f2328');
      doc.text(run.text, at, y + size * 1.1, { lineBreak: false, baseline: 'alphabetic' });
      at += doc.widthOfString(run.text);
    }
    doc.endMarkedContent();
  };
}

export function createPaper({ title, author, language, madeAt, isWide = false }: About): Paper {
  const doc = new PDFDocument({
    size: 'A4',
    layout: isWide ? 'landscape' : 'portrait',
    margin: 0,
    lang: language,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    // Every text names its own typeface.
    font: '',
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));

  const writeLine = lineWriter(doc);

  /** For readers that follow the structure, such as screen readers. */
  function inParagraph(write: () => void): void {
    const paragraph = doc.struct('P', {}, write);
    doc.addStructure(paragraph);
    paragraph.end();
  }

  const startOf = (line: string, x: number, width: number, style: Style) => {
    if (style.align === undefined || style.align === 'left') return x;
    const free = width - widthOf(line, style);
    return x + (style.align === 'right' ? free : free / 2);
  };

  const step = ({ size = 10 }: Style) => size * lineHeight;

  const inFigure = (alt: string, draw: () => void): void => {
    const figure = doc.struct('Figure', { alt }, draw);
    doc.addStructure(figure);
    figure.end();
  };

  return {
    write(text, x, y, width, style = {}) {
      const lines = linesOf(text, width, style);
      inParagraph(() => {
        for (const [index, line] of lines.entries()) {
          writeLine(line, startOf(line, x, width, style), y + index * step(style), style);
        }
      });
      return lines.length * step(style);
    },
    heightOf: (text, width, style = {}) => linesOf(text, width, style).length * step(style),
    line(y, colour = '#c9ced6') {
      doc.markContent('Artifact');
      doc
        .moveTo(margin, y)
        .lineTo(pageWidth - margin, y)
        .lineWidth(0.6)
        .strokeColor(colour)
        .stroke();
      doc.endMarkedContent();
    },
    ground(y, height) {
      doc.markContent('Artifact');
      doc.roundedRect(margin, y, textWidth, height, 5).fillOpacity(0.08).fill('#57606a').fillOpacity(1);
      doc.endMarkedContent();
    },
    picture(png, x, y, width, alt) {
      inFigure(alt, () => doc.image(png, x, y, { width }));
    },
    frame(inset, width, colour) {
      doc.markContent('Artifact');
      const { page } = doc;
      doc.rect(inset, inset, page.width - 2 * inset, page.height - 2 * inset);
      doc.lineWidth(width).strokeColor(colour).stroke();
      doc.endMarkedContent();
    },
    bar(x, y, width, height, colour) {
      doc.markContent('Artifact');
      doc.rect(x, y, width, height).fill(colour);
      doc.endMarkedContent();
    },
    cells(dark, x, y, size, alt) {
      const cell = size / dark.length;
      inFigure(alt, () => {
        for (const [down, row] of dark.entries()) {
          // One rectangle for cells side by side: no reader shows a gap between them.
          for (let from = 0, until = 0; from < row.length; from = until + 1) {
            until = from;
            while (row[until]) until += 1;
            if (until > from) doc.rect(x + from * cell, y + down * cell, (until - from) * cell, cell);
          }
        }
        doc.fill('#000000');
      });
    },
    across(word, colour) {
      const style = { size: 110, weight: 'bold', colour } as const;
      inParagraph(() => {
        doc.save().rotate(-30, { origin: [pageWidth / 2, pageHeight / 2] });
        writeLine(word, (pageWidth - widthOf(word, style)) / 2, pageHeight / 2 - 70, style);
        doc.restore();
      });
    },
    newPage(wide = isWide) {
      doc.addPage({ size: 'A4', layout: wide ? 'landscape' : 'portrait', margin: 0 });
    },
    async finish() {
      doc.end();
      await ended;
      return Buffer.concat(parts);
    },
  };
}
