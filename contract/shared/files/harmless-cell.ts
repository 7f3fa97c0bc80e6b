/**
 * Spreadsheet programs run a text with such a start as a formula, also in full-width form. A program that splits cells
 * at semicolons or tabs finds a start after each of them too, even within quotes.
 */
const startsFormula = /(?<=^|[;\t])(?= *[=+\-@＝＋－＠]|[\t\r\n])/g;

/** A phone number with its country code: no program runs it. */
const isPhone = /^\+\d[\d ]*$/;

/** XML forbids these two characters. With one of them in a name, Excel calls the whole file broken. */
const breaksSheet = /[\uFFFE\uFFFF]/g;

const harmlessText = (text: string) => {
  const cell = text.replaceAll(breaksSheet, '');
  return isPhone.test(cell) ? cell : cell.replaceAll(startsFormula, "'");
};

/** A cell of a file, with a quote in front where a program would run it. Numbers stay numbers, also negative ones. */
export const harmlessCell = <Cell extends string | number | null>(cell: Cell): Cell | string =>
  typeof cell === 'string' ? harmlessText(cell) : cell;
