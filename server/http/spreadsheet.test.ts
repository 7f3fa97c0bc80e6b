import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { spreadsheet } from './spreadsheet.ts';

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
    await vi.waitFor(() => expect(isOver).toBe(true));
  },
);
