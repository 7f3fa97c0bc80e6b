/**
 * Spreadsheet programs run a text with such a start as a formula, in their full-width forms too. One that parts cells by
 * semicolons or tabs also finds a start behind each of them, within quotes as well.
 */
const startsFormula = /(?<=^|[;\t])(?= *[=+\-@＝＋－＠]|[\t\r\n])/g;

/** A telephone number with its country code: no program runs it. */
const isPhone = /^\+\d[\d ]*$/;

/** No XML may hold these two: one of them in a single name, and Excel calls the whole file broken. */
const breaksSheet = /[\uFFFE\uFFFF]/g;

const harmlessText = (text: string) => {
  const cell = text.replaceAll(breaksSheet, '');
  return isPhone.test(cell) ? cell : cell.replaceAll(startsFormula, "'");
};

/** A cell of a file to be saved: a quote in front makes it a text again. Numbers are numbers, also negative ones. */
export const harmlessCell = <Cell extends string | number | null>(cell: Cell): Cell | string =>
  typeof cell === 'string' ? harmlessText(cell) : cell;
