/** One line of a table. Characters that would end a cell are escaped. */
export const lineOf = (cells: readonly string[], widths: readonly number[] = []): string =>
  `| ${cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(' | ')} |`;

/** Without line breaks, and with escaped pipes. */
export const cellOf = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** A table in the project's format: each column as wide as its widest cell. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, place) =>
    Math.max(3, ...[head, ...rows].map((row) => row[place]?.length ?? 0)),
  );
  return [
    lineOf(head, widths),
    lineOf(widths.map((width) => '-'.repeat(width))),
    ...rows.map((row) => lineOf(row, widths)),
  ].join('\n');
}

/** The cells of a table's line, as written. */
export const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
