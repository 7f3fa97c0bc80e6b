import { CFB, utils, write, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { readLines } from './sheet.ts';

const exact = { rowsMax: 100, isExact: true };

function book(sheet: WorkSheet, bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  const made: WorkBook = utils.book_new();
  utils.book_append_sheet(made, sheet, 'Sheet1');
  return new Uint8Array(write(made, { type: 'array', bookType }) as ArrayBuffer);
}

function cellsOf(read: ReturnType<typeof readLines>) {
  if (read.kind === 'fault') throw new Error(read.fault);
  return read.sheets.flatMap(({ lines }) => lines.map(({ cells }) => cells));
}

const bytesOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

const linesOf = (count: number) =>
  new TextEncoder().encode(Array.from({ length: count }, (_, row) => `pay_${row},1`).join('\n'));

describe('read exactly', () => {
  for (const bookType of ['xlsx', 'biff8'] as const) {
    test(`a formula stays a formula, and a date keeps its time, in ${bookType}`, () => {
      const sheet = utils.aoa_to_sheet(
        [
          [1, 2, new Date(Date.UTC(2026, 2, 5, 14, 30)), new Date(Date.UTC(2026, 2, 5)), 1200.5],
          [3, 4, 'shown', 5, 0.1],
        ],
        { UTC: true },
      );
      // `bf` is the same formula in the bytes of the older format.
      sheet['C2'] = { t: 'n', v: 3, f: '1+2', bf: [7, 0, 0x1e, 1, 0, 0x1e, 2, 0, 3] };
      const [first, second] = cellsOf(readLines(book(sheet, bookType), exact));
      expect(first).toEqual(['1', '2', '2026-03-05 14:30:00', '2026-03-05', '1200.5']);
      expect(second?.[2]).toBe('=1+2');
    });
  }

  test('a number that has lost digits is not taken for a payment id', () => {
    const sheet = utils.aoa_to_sheet([[1.25e19, 123456789012345, '12345678901234567890']]);
    expect(cellsOf(readLines(book(sheet), exact))).toEqual([
      ['1.25e+19', '123456789012345', '12345678901234567890'],
    ]);
  });
});

test('an error stays an error, and a quoted text is the text', () => {
  const sheet = utils.aoa_to_sheet([['a', 'b', 'c']]);
  sheet['B1'] = { t: 'e', v: 0x2a, w: '#N/A' };
  sheet['C1'] = { t: 's', v: '0042', f: '"0042"' };
  for (const reading of [exact, { rowsMax: 100 }])
    expect(cellsOf(readLines(book(sheet), reading))).toEqual([['a', '#N/A', '0042']]);
  const csv = new TextEncoder().encode('"=""0042""",b');
  expect(cellsOf(readLines(csv, exact))).toEqual([['0042', 'b']]);
});

test('too many rows are refused, with any lines above the column names', () => {
  expect(readLines(linesOf(121), exact)).toEqual({ kind: 'fault', fault: 'tooMany' });
  expect(readLines(linesOf(120), exact).kind).toBe('sheets');
});

test('reports its progress from the beginning', () => {
  const shares: number[] = [];
  readLines(linesOf(5000), { rowsMax: 5000 }, (share) => shares.push(share));
  expect(shares).toEqual([0, 0.4, 0.8]);
});

describe('hostile files', () => {
  /** A workbook of one sheet from its parts as they are written. */
  function archive(sheet: string, sharedStrings = ''): Uint8Array {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const packages = 'http://schemas.openxmlformats.org/package/2006';
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
    const parts = {
      '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      'xl/sharedStrings.xml': sharedStrings || `<sst xmlns="${main}"><si><t>a</t></si></sst>`,
      'xl/worksheets/sheet1.xml': sheet,
    };
    const made = CFB.utils.cfb_new();
    for (const [name, text] of Object.entries(parts))
      CFB.utils.cfb_add(made, name, new TextEncoder().encode(text));
    const bytes: unknown = CFB.write(made, { fileType: 'zip', compression: true, type: 'array' });
    return Uint8Array.from(bytes as number[]);
  }
  const rows = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
  const shared = '<c r="A1" t="s"><v>0</v></c>';

  test('is an ordinary workbook by itself', () => {
    expect(cellsOf(readLines(archive(rows(shared)), exact))).toEqual([['a']]);
  });

  test('a few kilobytes that would unpack to 300 MB are refused before they unpack', () => {
    const bomb = archive(rows(shared));
    const list = new DataView(bytesOf(bomb));
    const entry = bomb.findLastIndex(
      (_, at) => at + 4 <= bomb.length && list.getUint32(at, true) === 0x02014b50,
    );
    list.setUint32(entry + 24, 300 * 1024 * 1024, true);
    expect(readLines(new Uint8Array(list.buffer), exact)).toEqual({ kind: 'fault', fault: 'tooMany' });
  });

  test('an archive without its list, or with a broken one, is no spreadsheet', () => {
    const whole = archive(rows(shared));
    for (const length of [4, 30, whole.length - 30]) {
      expect(readLines(whole.slice(0, length), exact).kind).toBe('fault');
    }
    const broken = whole.slice();
    broken.fill(0xff, whole.length - 200, whole.length - 22);
    expect(readLines(broken, exact).kind).toBe('fault');
  });

  test('nested entities are not expanded, and no file of this machine is read', () => {
    const laughs = Array.from({ length: 9 }, (_, level) =>
      level === 0 ? '<!ENTITY l0 "ha">' : `<!ENTITY l${level} "${`&l${level - 1};`.repeat(10)}">`,
    ).join('');
    const strings = `<?xml version="1.0"?><!DOCTYPE sst [${laughs}<!ENTITY f SYSTEM "file:///etc/passwd">]><sst><si><t>&l8;&f;</t></si></sst>`;
    const [[cell = ''] = []] = cellsOf(readLines(archive(rows(shared), strings), exact));
    expect(cell.length).toBeLessThan(100);
    expect(cell).not.toContain('root:');
  });

  test('a cell far out and a false size cost no more than the cells that exist', () => {
    const far =
      '<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>';
    const lines = cellsOf(readLines(archive(far), exact));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.at(-1)).toBe('1');
  });

  test('a workbook that calls its sheet __proto__ changes nothing but itself', () => {
    const odd = utils.book_new();
    utils.book_append_sheet(
      odd,
      utils.aoa_to_sheet([
        ['__proto__', 'constructor'],
        ['x', 'y'],
      ]),
      '__proto__',
    );
    readLines(new Uint8Array(write(odd, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer), exact);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

test.each([
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['a letter', new TextEncoder().encode('Dear office\nplease find the payments below')],
  ['nothing at all', new Uint8Array()],
])('%s by the name of a spreadsheet is none', (_what, bytes) => {
  expect(readLines(bytes, exact)).toEqual({ kind: 'fault', fault: 'notASheet' });
});
