/** Cells that were copied from a spreadsheet bring tabs along; the server takes one line, and no longer one. */
export const searchText = (typed: string, max: number) => typed.replaceAll(/\p{Cc}+/gu, ' ').slice(0, max);
