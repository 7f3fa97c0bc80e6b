import { inflateSync } from 'node:zlib';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A text of the file: UTF-16 behind a mark, else one byte a letter. */
function textOf(literal: string): string {
  const raw = literal.replaceAll(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign);
  if (!raw.startsWith('\u00fe\u00ff')) return raw;
  return new TextDecoder('utf-16be').decode(Buffer.from(raw.slice(2), 'latin1'));
}

const contentsOf = (pdf: Buffer): string =>
  Array.from(pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g), ([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  }).join('\n');

/** The lines of a PDF of ours, as readers copy them: each line carries its text beside its glyphs. */
export const linesOfPdf = (pdf: Buffer): string[] =>
  Array.from(contentsOf(pdf).matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g), ([, text = '']) =>
    textOf(text),
  );
