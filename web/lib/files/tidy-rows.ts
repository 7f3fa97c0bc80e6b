import type { WorkSheet } from '@e965/xlsx';
import type { SheetLine } from './sheet.ts';

/* What people see in a sheet and its cells do not say: merged cells, two rows of headings, rows that only add up. */

/** A row while its sheet is read. */
export interface RowRead {
  readonly row: number;
  readonly cells: string[];
  readonly dates: number[];
}

/** Lines that may stand above the column names, such as titles. */
export const titlesMax = 20;

export const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

/** So many cells at most are filled from merged ones: a small file may merge millions. */
const mergedMax = 1_000_000;

/**
 * A merged cell shows its text in all of its rows. Only rows with something else get it. To the right it is shown once:
 * a name across two columns is one name.
 */
export function fillMerged(sheet: WorkSheet, lines: readonly RowRead[]) {
  const byRow = new Map(lines.map((line) => [line.row, line]));
  let left = mergedMax;
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    const first = byRow.get(start.r + 1);
    const text = first?.cells[start.c] ?? '';
    if (first === undefined || text === '') continue;
    for (let row = start.r + 2; row <= Math.min(end.r + 1, lines.at(-1)!.row) && left > 0; row += 1) {
      left -= 1;
      const line = byRow.get(row);
      if (line === undefined) continue;
      while (line.cells.length < start.c) line.cells.push('');
      line.cells[start.c] = text;
      if (first.dates.includes(start.c)) line.dates.push(start.c);
    }
  }
}

/** Whose detail it is, where it is not the student's: the second row has "Name" and "Phone" for each of them. */
const otherPeople =
  /father|mother|parent|guardian|emergency|spouse|referen|office|work|పోషక|తండ్రి|తల్లి|पिता|माता|अभिभावक/iu;

/**
 * Two rows of headings: the first one is merged over the columns of the second. The second row says what a column is,
 * and gets the word above it where it is not enough by itself: for a number, for a heading that stands twice, and for
 * other people.
 */
export function joinHeadings(sheet: WorkSheet, lines: readonly RowRead[]) {
  const at = lines
    .slice(0, titlesMax)
    .findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1);
  const [upper, lower] = lines.slice(at, at + 2);
  if (at === -1 || upper === undefined || lower?.row !== upper.row + 1) return;
  const plain = lower.cells.map((cell) => cell.trim().toLowerCase());
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    if (start.r + 1 !== upper.row || end.r !== start.r || end.c === start.c) continue;
    const group = (upper.cells[start.c] ?? '').trim();
    if (group === '') continue;
    for (let place = start.c; place <= Math.min(end.c, plain.length - 1); place += 1) {
      const said = plain[place]!;
      const isOpen = /^\d{1,2}$/.test(said) || plain.indexOf(said) !== plain.lastIndexOf(said);
      if (said === '' || !(isOpen || otherPeople.test(group))) continue;
      lower.cells[place] = /^\d/.test(said)
        ? `${lower.cells[place]} ${group}`
        : `${group} ${lower.cells[place]}`;
    }
  }
}

/** Words of a row that adds up others, in some languages of those who keep such files. */
const totalWord =
  /^(?:(?:grand|sub|over ?all|net)[ -]?)?totals?$|^(?:कुल|कुल योग|कुल जोड़|एकूण|మొత్తం|மொத்தம்|ಒಟ್ಟು|ആകെ|মোট|કુલ|ਕੁੱਲ)$/iu;
/** "Total students", "Average": so at the end of a sheet, and elsewhere with sums beside them. */
const totalPhrase =
  /^(?:(?:grand|sub)[ -]?)?totals?\b|^(?:count|average|sum of|no\.? of|number of)\b|^(?:कुल|औसत|एकूण|మొత్తం|సగటు|மொத்தம்|ಒಟ್ಟು|ആകെ|মোট|કુલ)(?:\s|$)/iu;
/** "Total 4 courses", "Sum: 4 courses": nobody and no course is called so. */
const totalOfSome =
  /^(?:(?:grand|sub)[ -]?)?(?:totals?|sum|count|कुल|योग|एकूण|మొత్తం|மொத்தம்|ಒಟ್ಟು|ആകെ|মোট|કુલ)\s*[:=–-]?\s*\d[\d.,]*\s+\p{L}/iu;
/** "4 courses", in the cell beside the word. */
const countedThings = /^\d[\d.,]*\s+[\p{L}\p{M}][\p{L}\p{M}\s]*$/u;
/** Also names of people and courses, as Suma and yoga: with sums beside them only. */
const perhapsTotal = /^(?:sum|suma|summe|somme|gesamt|योग|जोड़)$/iu;

const numberIn = (cell: string) => {
  const text = cell
    .trim()
    .replaceAll(/[,\s\u00a0]|\/-$|^(?:\p{Sc}|Rs\.?|[A-Z]{3})|(?:\p{Sc}|[A-Z]{3})$/gu, '');
  return /^-?\d+(?:\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : null;
};
const isSumFormula = (cell: string) =>
  /^=\s*(?:SUM|SUBTOTAL|COUNT|COUNTA|AGGREGATE|AVERAGE)\s*\(/i.test(cell);

/** Rows at the end of a sheet, of which some add up the others. */
const endMax = 3;

/** What stands in a column above some row adds up to its number there. */
function isSum(place: number, cell: string, blocks: readonly (readonly SheetLine[])[]): boolean {
  if (isSumFormula(cell)) return true;
  return blocks.some((lines) => {
    const numbers = lines.map(({ cells }) => numberIn(cells[place] ?? '')).filter((each) => each !== null);
    const sum = numbers.reduce((all, each) => all + each, 0);
    return numbers.length > 1 && Math.abs(sum - (numberIn(cell) ?? Infinity)) < 0.005;
  });
}

/** A row that adds up others, by its word or by its numbers. `blocks`: the rows since the last sum, and all above. */
function isTotal(
  cells: readonly string[],
  blocks: readonly (readonly SheetLine[])[],
  isLast: boolean,
): boolean {
  const filled = Array.from(cells.entries()).filter(([, cell]) => cell.trim() !== '');
  const numbers = filled.filter(([, cell]) => numberIn(cell) !== null || isSumFormula(cell));
  const words = filled
    .filter((each) => !numbers.includes(each))
    .map(([, cell]) => cell.normalize('NFC').trim());
  const [word] = words;
  const isCounted = words.length > 1 && words.slice(1).every((each) => countedThings.test(each));
  if (words.length > 1 && !(isCounted && (totalWord.test(word!) || totalPhrase.test(word!)))) return false;
  const addsUp = (is: 'some' | 'every') => numbers[is](([place, cell]) => isSum(place, cell, blocks));
  if (word === undefined)
    return isLast && numbers.length * 2 <= (blocks[1]?.[0]?.cells.length ?? 0) && addsUp('every');
  // `Total: 40`, `Total students - 40`
  const text = word.replace(/\s*[:=–-]?\s*[\d.,]*$/u, '');
  if (isCounted || totalOfSome.test(word) || totalWord.test(text) || (totalPhrase.test(text) && isLast))
    return true;
  return (totalPhrase.test(text) || perhapsTotal.test(text)) && addsUp('some');
}

/** Separates the rows that only add up others. The first row is no sum. */
export function withoutTotals(found: readonly RowRead[]): {
  readonly lines: readonly SheetLine[];
  readonly totals: readonly SheetLine[];
} {
  const lines: SheetLine[] = [];
  const totals: SheetLine[] = [];
  let block: SheetLine[] = [];
  for (const [index, { row, cells, dates }] of found.entries()) {
    const line: SheetLine = dates.length > 0 ? { row, cells, dates } : { row, cells };
    if (index > 0 && isTotal(cells, [block, lines], index >= found.length - endMax)) {
      totals.push(line);
      block = [];
      continue;
    }
    lines.push(line);
    block.push(line);
  }
  return { lines, totals };
}
