/** Spreadsheet programs run a text with such a start as a formula, in their full-width forms too. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell of a file to be saved: a quote in front makes it a text again. Numbers are numbers, also negative ones. */
export const harmlessCell = <Cell extends string | number | null>(cell: Cell): Cell | string =>
  typeof cell === 'string' && startsFormula.test(cell) ? `'${cell}` : cell;
