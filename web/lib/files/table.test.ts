import { CFB, utils, write, type Range, type WorkSheet } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { readLines, type SheetReading } from './sheet.ts';
import { putBack, takeTable } from './table.ts';

type Cell = string | number | Date | null | { f: string; v: number } | { v: number; z: string };

interface SheetMaker {
  readonly rows: readonly (readonly Cell[])[];
  /** Such as A1:C1 */
  readonly merged?: readonly string[];
  /** 1: hidden; 2: hidden also from the menu of the program. */
  readonly hidden?: 1 | 2;
}

/** A workbook as programs save it. */
function xlsx(
  sheets: Readonly<Record<string, SheetMaker>>,
  bookType: 'xlsx' | 'biff8' | 'ods' | 'xlml' = 'xlsx',
) {
  const book = utils.book_new();
  for (const [name, { rows, merged = [] }] of Object.entries(sheets)) {
    const sheet: WorkSheet = utils.aoa_to_sheet([], { UTC: true });
    for (const [r, cells] of rows.entries()) {
      const plain = cells.map((cell) =>
        cell !== null && typeof cell === 'object' && 'v' in cell ? { t: 'n', ...cell } : cell,
      );
      utils.sheet_add_aoa(sheet, [plain], { origin: { r, c: 0 }, UTC: true });
    }
    sheet['!merges'] = merged.map((range): Range => utils.decode_range(range));
    utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { Sheets: Object.values(sheets).map(({ hidden: Hidden = 0 as const }) => ({ Hidden })) };
  return new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer);
}
/** A file of parts: the archive of a program, or the older container. */
function parts(fileType: 'zip' | 'cfb', texts: Readonly<Record<string, string>>) {
  const made = CFB.utils.cfb_new();
  for (const [name, said] of Object.entries(texts))
    CFB.utils.cfb_add(made, name, new TextEncoder().encode(said));
  return Uint8Array.from(CFB.write(made, { fileType, type: 'array' }) as unknown as number[]);
}
/** As LibreOffice saves it. */
function ods(
  sheets: Readonly<Record<string, { readonly rows: SheetMaker['rows']; readonly isHidden?: true }>>,
) {
  const style = (name: string, isShown: boolean) =>
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${isShown}"/></style:style>`;
  const cell = (said: Cell) =>
    `<table:table-cell office:value-type="string"><text:p>${String(said)}</text:p></table:table-cell>`;
  const tables = Object.entries(sheets).map(
    ([name, { rows, isHidden }]) =>
      `<table:table table:name="${name}" table:style-name="${isHidden ? 'ta2' : 'ta1'}">${rows
        .map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`)
        .join('')}</table:table>`,
  );
  return parts('zip', {
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'styles.xml': '<office:document-styles/>',
    'content.xml': `<office:document-content><office:automatic-styles>${style('ta1', true)}${style('ta2', false)}</office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
  });
}
const one = (rows: SheetMaker['rows'], ...merged: string[]) => xlsx({ Sheet1: { rows, merged } });
const text = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'));
const utf16 = (said: string, mark: boolean, isBig = false) => {
  const bytes = Array.from(said, (sign) => sign.charCodeAt(0)).flatMap((code) =>
    isBig ? [code >> 8, code & 255] : [code & 255, code >> 8],
  );
  return Uint8Array.from([...(mark ? (isBig ? [254, 255] : [255, 254]) : []), ...bytes]);
};

const known = new Set([
  'name',
  'first name',
  'last name',
  'email',
  'phone',
  'course',
  'class / batch',
  'amount',
]);
const countKnown = (header: readonly string[]) =>
  header.filter((cell) => known.has(cell.replaceAll(/\s+/g, ' ').toLowerCase())).length;

function opened(bytes: Uint8Array, reading: Partial<SheetReading> = {}) {
  const read = readLines(bytes, { rowsMax: 100, ...reading });
  const table = read.kind === 'fault' ? read.fault : takeTable({ ...read, file_name: 'x' }, 100, countKnown);
  if (typeof table === 'string') return table;
  const { header, lines, leftOut, left, sheets, at } = table;
  const others = sheets.filter((_, index) => index !== at).map(({ name }) => name);
  return {
    header,
    rows: lines.map(({ row, cells }) => [row, ...cells]),
    ...(leftOut.length > 0 ? { leftOut: leftOut.map(({ row }) => row) } : {}),
    ...(left.length > 0 ? { left } : {}),
    ...(others.length > 0 ? { others } : {}),
  };
}

const head = ['Name', 'Email', 'Course'];
const asha = ['Asha', 'a@b.test', 'Gita'];
const ravi = ['Ravi', 'r@b.test', 'Gita'];
const plain = {
  header: head,
  rows: [
    [2, ...asha],
    [3, ...ravi],
  ],
};

describe('which sheet', () => {
  test.each<[string, Uint8Array, unknown]>([
    [
      'a hidden list stands first',
      xlsx({ Lists: { rows: [['Gita'], ['Yes']], hidden: 1 }, S: { rows: [head, asha, ravi] } }),
      { ...plain, left: ['Lists'] },
    ],
    [
      'one is hidden from the menu, too',
      xlsx({ Codes: { rows: [head, ravi], hidden: 2 }, S: { rows: [head, asha, ravi] } }),
      { ...plain, left: ['Codes'] },
    ],
    [
      'a cover stands first',
      xlsx({ Cover: { rows: [['Our school'], ['2026']] }, S: { rows: [head, asha, ravi] } }),
      { ...plain, others: ['Cover'] },
    ],
    ['the first one is empty', xlsx({ Empty: { rows: [] }, S: { rows: [head, asha, ravi] } }), plain],
    [
      'several have the same columns',
      xlsx({ A: { rows: [head, asha, ravi] }, B: { rows: [[...head, 'Phone'], ravi] } }),
      { ...plain, others: ['B'] },
    ],
    [
      'a second one explains the columns',
      xlsx({
        S: { rows: [head, asha, ravi] },
        Help: {
          rows: [
            ['Column', 'Needed'],
            ['Name', 'yes'],
            ['Email', 'yes'],
            ['Course', 'no'],
          ],
        },
      }),
      { ...plain, left: ['Help'] },
    ],
    [
      'the first one is a sample of one row',
      xlsx({ Sample: { rows: [head, ravi] }, S: { rows: [head, ...Array.from({ length: 6 }, () => asha)] } }),
      {
        header: head,
        rows: Array.from({ length: 6 }, (_, at) => [at + 2, ...asha]),
        others: ['Sample'],
      },
    ],
    [
      'LibreOffice hides the list that stands first',
      ods({ Lists: { rows: [head, ravi], isHidden: true }, S: { rows: [head, asha] } }),
      { header: head, rows: [[2, ...asha]], left: ['Lists'] },
    ],
    ['LibreOffice hides all', ods({ Lists: { rows: [head, ravi], isHidden: true } }), 'empty'],
    ['all are hidden', xlsx({ A: { rows: [head, asha], hidden: 1 }, B: { rows: [] } }), 'empty'],
  ])('%s', (_, bytes, expected) => expect(opened(bytes)).toEqual(expected));
});

describe('a broken file', () => {
  const whole = one([head, asha, ravi]);
  const [name, mail, course] = head;
  test.each<[string, Uint8Array, string]>([
    ['without a byte', text(), 'notASheet'],
    ['of blank lines', text(' ', '', ''), 'notASheet'],
    ['of a mark alone', Uint8Array.from([0xef, 0xbb, 0xbf]), 'notASheet'],
    ['with a password', parts('cfb', { EncryptionInfo: 'x', EncryptedPackage: 'y' }), 'protected'],
    ['that is a PDF', text('%PDF-1.7', '<</Encrypt 2 0 R>>, , ,'), 'notASheet'],
    ['that is a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 44]), 'notASheet'],
    ['that is a text document', parts('zip', { 'word/document.xml': '<w:document/>' }), 'unreadable'],
    ['that is an older text document', parts('cfb', { WordDocument: 'x' }), 'unreadable'],
    ['that is an archive of others', parts('zip', { 'list.csv': 'Name,Email' }), 'unreadable'],
    ['of the first half', whole.slice(0, whole.length / 2), 'unreadable'],
    ['without its end', whole.slice(0, -40), 'unreadable'],
  ])('%s is refused', (_, bytes, fault) => expect(opened(bytes)).toBe(fault));

  const rows = [
    [2, ...asha],
    [3, ...ravi],
  ];
  test.each<[string, Uint8Array]>([
    ['before a cell', text(head.join(), `${asha[0]},"${asha[1]},${asha[2]}`, ravi.join())],
    [
      'in a quoted file',
      text(
        [name, mail, course].map((cell) => `"${cell}"`).join(';'),
        `"${asha[0]}";"${asha[1]};"${asha[2]}"`,
        ravi.map((cell) => `"${cell}"`).join(';'),
      ),
    ],
    ['before two cells', text(head.join('\t'), `"${asha.join('\t')}`, `"${ravi.join('\t')}`)],
  ])('a quote that is never closed, %s, swallows no row', (_, bytes) =>
    expect(opened(bytes)).toMatchObject({ rows }),
  );
});

describe('merged cells', () => {
  const three = [
    ['Asha', 'a@b.test', 'Gita'],
    ['Ravi', 'r@b.test', null],
    ['Uma', 'u@b.test', null],
  ];
  test.each<[string, Uint8Array, unknown]>([
    [
      'are filled down',
      one([head, ...three], 'C2:C4'),
      {
        header: head,
        rows: [
          [2, ...asha],
          [3, ...ravi],
          [4, 'Uma', 'u@b.test', 'Gita'],
        ],
      },
    ],
    [
      'fill no empty rows',
      one([head, asha, [], ['', '', '']], 'C2:C4'),
      { header: head, rows: [[2, ...asha]] },
    ],
    [
      'end with their range',
      one([head, ...three.slice(0, 2), ['Uma', 'u@b.test', null]], 'C2:C3'),
      {
        header: head,
        rows: [
          [2, ...asha],
          [3, ...ravi],
          [4, 'Uma', 'u@b.test'],
        ],
      },
    ],
    [
      'stand once to the right',
      one([head, ['Asha', null, 'Gita']], 'A2:B2'),
      { header: head, rows: [[2, 'Asha', '', 'Gita']] },
    ],
    [
      'of titles are no column names',
      one([['Students of 2026'], head, asha], 'A1:C1'),
      { header: head, rows: [[3, ...asha]] },
    ],
  ])('%s', (_, bytes, expected) => expect(opened(bytes)).toEqual(expected));
});

describe('column names', () => {
  test.each<[string, Uint8Array, readonly string[], number]>([
    ['below titles', one([['School'], ['Printed on', '5-Nov-2026'], [], head, asha]), head, 1],
    [
      'in two rows, one merged over the other',
      one(
        [
          ['S.No', 'Student', null, 'Class / Batch'],
          [null, 'First\nname', 'Last name', null],
          [1, 'Asha', 'Rao', 'Sat'],
        ],
        'A1:A2',
        'B1:C1',
        'D1:D2',
      ),
      ['S.No', 'First\nname', 'Last name', 'Class / Batch'],
      1,
    ],
    [
      'in two rows without merged cells',
      text('S.No,Student,,Class / Batch', ',First name,Last name,', '1,Asha,Rao,Sat'),
      ['S.No', 'First name', 'Last name', 'Class / Batch'],
      1,
    ],
    [
      'in two rows of several people',
      one(
        [
          ['Student', null, 'Mother', null],
          ['Name', 'Phone', 'Name', 'Phone'],
          ['Asha', 1, 'Uma', 2],
        ],
        'A1:B1',
        'C1:D1',
      ),
      ['Student Name', 'Student Phone', 'Mother Name', 'Mother Phone'],
      1,
    ],
    [
      'in two rows, of days below a month',
      one(
        [
          ['Name', 'November 2026', null],
          [null, 7, 14],
          ['Asha', 'P', 'A'],
        ],
        'A1:A2',
        'B1:C1',
      ),
      ['Name', '7 November 2026', '14 November 2026'],
      1,
    ],
    [
      'that nobody knows, below a title',
      one([['List'], ['నామం', 'మెయిల్'], ['ఆశ', 'a@b.test']]),
      ['నామం', 'మెయిల్'],
      1,
    ],
    ['that are not there', text('Asha,a@b.test', 'Ravi,r@b.test'), [], 2],
    [
      'that stand on every page',
      text('Name,Email', 'Asha,a@b.test', 'Name,Email', 'Ravi,r@b.test'),
      ['Name', 'Email'],
      2,
    ],
  ])('%s', (_, bytes, header, rows) => {
    const table = opened(bytes);
    expect(typeof table === 'string' ? table : [table.header, table.rows.length]).toEqual([header, rows]);
  });
});

describe('rows that add up others', () => {
  const money = [
    ['Name', 'Email', 'Amount', 'Fee'],
    ['Asha', 'a@b.test', 100, 2],
    ['Ravi', 'r@b.test', 50.5, 1],
  ] as const;
  test.each<[string, readonly Cell[], boolean]>([
    ['Total', ['Total', null, 150.5, 3], true],
    ['Grand Total:', [null, 'Grand Total:', '1,50.50 INR', 3], true],
    ['a total of another name', ['Total collected', null, 150.5, 3], true],
    ['a count', ['Total students: 2'], true],
    ['a count of things', ['Total 2 courses'], true],
    ['a count beside its word', ['Total', '2 courses', 150.5], true],
    ['a sum of things', ['Sum: 2 payments', null, 7], true],
    ['an average', ['Average', null, 75.25], true],
    ['कुल 2 पाठ्यक्रम', ['कुल 2 पाठ्यक्रम'], true],
    ['औसत', ['औसत', null, 75.25], true],
    ['మొత్తం 2 కోర్సులు', ['మొత్తం 2 కోర్సులు'], true],
    ['మొత్తం beside its count', ['మొత్తం', '2 కోర్సులు'], true],
    ['సగటు', ['సగటు', null, 75.25], true],
    ['a name that counts, and an address', ['Total 2 Yoga', 't@b.test', 150.5, 3], false],
    ['कुल', ['कुल', null, 150.5], true],
    ['మొత్తం', ['మొత్తం', null, '₹ 150.50'], true],
    ['योग', ['योग', null, 150.5], true],
    ['sums without a word', [null, null, 150.5, 3], true],
    ['a formula', [null, null, { f: 'SUM(C2:C3)', v: 7 }], false],
    ['other numbers without a word', [null, null, 99, 3], false],
    ['a phone beside a name that is a sum elsewhere', ['Suma', null, 9876543210], false],
    ['a course that is a sum elsewhere', ['योग', null, 3], false],
    ['one more entry', ['Sumitra', null, 150.5, 3], false],
    ['a name and an address', ['Total Yoga', 't@b.test', 150.5, 3], false],
  ])('%s', (_, cells, isTotal) => {
    const table = opened(one([...money, cells]));
    expect(table).toMatchObject(
      isTotal
        ? { leftOut: [4], rows: [[2], [3]].map(([row]) => expect.arrayContaining([row])) }
        : { rows: { length: 3 } },
    );
  });

  test('named so stand between the entries too, and can be put back', () => {
    const read = readLines(one([...money, ['Total 2 courses'], ...money.slice(1), ...money.slice(1)]), {
      rowsMax: 100,
    });
    const table =
      read.kind === 'fault' ? read.fault : takeTable({ ...read, file_name: 'x' }, 100, countKnown);
    if (typeof table === 'string') throw new Error(table);
    expect([table.lines.length, table.leftOut]).toEqual([6, [{ row: 4, cells: ['Total 2 courses'] }]]);
    expect(putBack(table).lines.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(putBack(table).leftOut).toEqual([]);
  });

  test('with formulas, and between the entries', () => {
    const table = opened(
      one([
        ...money,
        ['Total', null, { f: 'SUM(C2:C3)', v: 150.5 }],
        [],
        ['Uma', 'u@b.test', 10, 1],
        [null, null, { f: 'SUM(C6:C6)', v: 10 }],
      ]),
      { isExact: true },
    );
    expect(table).toMatchObject({ leftOut: [4, 7], rows: { length: 3 } });
  });
});

describe('cells', () => {
  const day = new Date(Date.UTC(2026, 4, 10));
  test('that are dates are told from those that look like one, also merged ones', () => {
    const read = readLines(
      one(
        [
          ['Name', 'Date'],
          ['A', day],
          ['B', '15/10/2026'],
          ['C', null],
        ],
        'B2:B4',
      ),
      { rowsMax: 9 },
    );
    expect(read.kind === 'sheets' && read.sheets[0]!.lines.map(({ dates }) => dates)).toEqual([
      undefined,
      [1],
      [1],
      [1],
    ]);
    const other = readLines(
      one([
        ['Name', 'Date'],
        ['A', day],
        ['B', '15/10/2026'],
      ]),
      { rowsMax: 9 },
    );
    expect(other.kind === 'sheets' && other.sheets[0]!.lines.map(({ dates }) => dates)).toEqual([
      undefined,
      [1],
      undefined,
    ]);
  });

  test.each<[string, Cell, Partial<SheetReading>, string]>([
    ['a time of day', { v: 0.75, z: 'hh:mm' }, { hasTimes: true }, '18:00'],
    ['a time with seconds', { v: 0.75 + 1 / 86_400, z: 'hh:mm:ss' }, { hasTimes: true }, '18:00:01'],
    [
      'a day with its time',
      new Date(Date.UTC(2026, 4, 10, 18, 30)),
      { hasTimes: true },
      '2026-05-10 18:30:00',
    ],
    ['a day without it', new Date(Date.UTC(2026, 4, 10, 18, 30)), {}, '2026-05-10'],
    ['the result of a formula', { f: '1+2', v: 3 }, { hasTimes: true }, '3'],
    ['0.1 + 0.2', 0.1 + 0.2, { isExact: true }, '0.3'],
    ['a phone as a number', 919876543210, {}, '919876543210'],
  ])('%s', (_, cell, reading, expected) => {
    expect(
      opened(
        one([
          ['Name', 'X'],
          ['Asha', cell],
        ]),
        reading,
      ),
    ).toMatchObject({ rows: [[2, 'Asha', expected]] });
  });
});

describe('texts and other files', () => {
  const lines = [head, asha, ravi];
  const joined = (sign: string, first = '') =>
    text(first + lines.map((cells) => cells.join(sign)).join('\r\n'));
  const html = `<html><body><table><tr><th>Name</th><th>Email</th><th>Course</th></tr>${[asha, ravi].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></body></html>`;
  test.each<[string, Uint8Array]>([
    ['commas', joined(',')],
    ['semicolons', joined(';')],
    ['tabs', joined('\t')],
    ['bars', joined('|')],
    ['the mark of UTF-8', joined(';', '\ufeff')],
    ['UTF-16 of Excel', utf16(lines.map((cells) => cells.join('\t')).join('\r\n'), true)],
    ['UTF-16, the other way round', utf16(lines.map((cells) => cells.join(',')).join('\n'), true, true)],
    ['UTF-16 without its mark', utf16(lines.map((cells) => cells.join(',')).join('\n'), false)],
    ['line ends of old Macs', text(lines.map((cells) => cells.join(',')).join('\r'))],
    ['all cells in quotes', text(...lines.map((cells) => cells.map((cell) => `"${cell}"`).join(';')))],
    ['a web page called .xls', new TextEncoder().encode(html)],
    ['Excel 97', xlsx({ S: { rows: lines } }, 'biff8')],
    ['OpenDocument', xlsx({ S: { rows: lines } }, 'ods')],
    ['XML of Excel 2003', xlsx({ S: { rows: lines } }, 'xlml')],
  ])('%s', (_, bytes) => expect(opened(bytes)).toEqual(plain));

  test.each<[string, Uint8Array, unknown]>([
    [
      'a line that names the separator is no row',
      text('sep=;', 'Name;Amount', 'Asha;1,5', 'Ravi;2,5'),
      {
        header: ['Name', 'Amount'],
        rows: [
          [2, 'Asha', '1,5'],
          [3, 'Ravi', '2,5'],
        ],
      },
    ],
    [
      'commas of numbers do not separate',
      text('Name;Amount;Fee', 'Asha;1,5;0,1', 'Ravi;2,5;0,2'),
      {
        header: ['Name', 'Amount', 'Fee'],
        rows: [
          [2, 'Asha', '1,5', '0,1'],
          [3, 'Ravi', '2,5', '0,2'],
        ],
      },
    ],
    [
      'nor those of a title',
      text('Students, teachers, helpers', 'Name;Email', 'Asha;a@b.test'),
      { header: ['Name', 'Email'], rows: [[3, 'Asha', 'a@b.test']] },
    ],
    [
      'line breaks in quotes end no row',
      text('Name,Email', '"Asha\nRao","a@b.test"', 'Ravi,r@b.test'),
      {
        header: ['Name', 'Email'],
        rows: [
          [2, 'Asha\nRao', 'a@b.test'],
          [3, 'Ravi', 'r@b.test'],
        ],
      },
    ],
    [
      'rows keep their numbers past empty ones',
      text('Name,Email', '', 'Asha,a@b.test', ',', 'Ravi,r@b.test'),
      {
        header: ['Name', 'Email'],
        rows: [
          [3, 'Asha', 'a@b.test'],
          [5, 'Ravi', 'r@b.test'],
        ],
      },
    ],
    ['column names alone', text('Name,Email'), 'empty'],
    ['too many rows', text('Name,Email', ...Array.from({ length: 101 }, () => 'Asha,a@b.test')), 'tooMany'],
  ])('%s', (_, bytes, expected) => expect(opened(bytes)).toEqual(expected));
});
