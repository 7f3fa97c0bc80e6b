import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { readBringFile } from './read-file.ts';

test('each of the nine sheets of a workbook is a file of its own, with all of its marks', async () => {
  const book = utils.book_new();
  const marks = Array.from({ length: 12 }, (_, n) => (n % 4 === 0 ? 'A' : 'P'));
  for (let month = 1; month <= 9; month += 1) {
    const days = marks.map((_, n) => `2026-0${month}-${String(2 * n + 1).padStart(2, '0')}`);
    const rows = Array.from({ length: 10 }, (_, n) => [`Student ${n}`, `s${n}@home.test`, ...marks]);
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([['Name', 'Email', ...days], ...rows]),
      `2026-0${month}`,
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the library answers that type
  const bytes = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
  const read = await readBringFile(new File([bytes], 'registers.xlsx'), () => undefined);
  if (typeof read === 'string') throw new Error(read);
  expect(read.map(({ file }) => file.file_name)).toEqual(
    Array.from({ length: 9 }, (_, n) => `registers.xlsx · 2026-0${n + 1}`),
  );
  const all = read.flatMap(({ file }) => file.lines.flatMap(({ cells }) => cells));
  expect(all.filter((cell) => cell === 'A' || cell === 'P')).toHaveLength(1080);
});
