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
    await vi.waitFor(() => expect(isOver).toBe(true), { timeout: 60_000 });
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
