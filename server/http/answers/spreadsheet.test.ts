import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { read, utils } from '@e965/xlsx';
import { expect, test, vi } from 'vitest';
import { spreadsheet } from './spreadsheet.ts';

async function* linesOf(...lines: string[][]) {
  yield* lines;
}

test.each(['csv', 'xlsx'] as const)(
  'as %s an endless table is read no further once nobody takes it',
  async (format) => {
    let isOver = false;
    async function* endless() {
      try {
        for (let line = 1; ; line += 1) {
          if (line % 100 === 0) await new Promise(setImmediate);
          yield ['a', 'b', line];
        }
      } finally {
        isOver = true;
      }
    }
    const sheet = { name: 'endless', title: 'Endless', headers: ['A', 'B', 'Line'], format };
    const reader = Readable.from(spreadsheet(sheet, endless()).bytes, { objectMode: false });
    for await (const _ of reader) break;
    await vi.waitFor(() => expect(isOver).toBe(true), { timeout: 600_000 });
  },
);

test.each(['csv', 'xlsx'] as const)('as %s no name breaks the file, or its line', async (format) => {
  const lines = linesOf(['A\uFFFEnu\uFFFF', '\uFFFE=1+1'], ['two\nlines', '"; </t> & ]]>'], ['🙏', 'end']);
  const sheet = { name: 'names', title: 'Names', headers: ['Name', 'Note'], format };
  const bytes = await buffer(Readable.from(spreadsheet(sheet, lines).bytes, { objectMode: false }));
  const book = read(bytes, { raw: true });
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
  expect(rows).toEqual([
    ['Name', 'Note'],
    ['Anu', "'=1+1"],
    ['two\nlines', '"; </t> & ]]>'],
    ['🙏', 'end'],
  ]);
});

test('in a workbook a day is a date, and a text that looks like one stays', async () => {
  const lines = linesOf(['2026-11-28', '2026-02-30'], ['', 'on 2026-11-28']);
  const sheet = { name: 'days', title: 'Days', headers: ['Day', 'Note'], format: 'xlsx' } as const;
  const bytes = await buffer(Readable.from(spreadsheet(sheet, lines).bytes, { objectMode: false }));
  const { Sheets, SheetNames } = read(bytes, { cellDates: true, UTC: true });
  const [first] = utils.sheet_to_json<object>(Sheets[SheetNames[0]!]!, { UTC: true });
  expect(first).toEqual({ Day: new Date('2026-11-28T00:00:00Z'), Note: '2026-02-30' });
});
