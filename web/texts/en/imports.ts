/** What all uploads of spreadsheets say. */
export const imports = {
  steps: 'Steps',
  choose: 'Choose a spreadsheet',
  drop: 'Drop a spreadsheet here, or choose one.',
  reading: (file: string) => `Reading ${file}…`,
  another: 'Choose another file',
  changedTitle: 'Something changed since you looked',
  changed: 'Nothing was saved. Please look again and confirm once more.',
  toColumns: 'Change columns',
  back: 'The file that you chose is here again. Nothing of it is saved yet.',
  columns: {
    remembered: 'Chosen as for your last file with these headings.',
    none: 'Not in this file',
    unnamed: (letter: string) => `Column ${letter}`,
    named: (heading: string, letter: string) => `${heading} (column ${letter})`,
    and: (first: string, second: string) => `${first} and ${second}`,
    sample: (samples: string) => `Such as ${samples}`,
    emptyColumn: 'This column is empty.',
    taken: (column: string, other: string) => `${column} has its column now; ${other} has none.`,
    sheet: 'Sheet',
    more: 'More columns',
  },
  notTaken: {
    columns: (columns: string) => `Columns that are not used: ${columns}`,
    lines: (lines: string) => `Lines that are not taken: ${lines}`,
    sheets: (sheets: string) => `Sheets that are not taken: ${sheets}`,
    rows: (rows: string) => `Rows that only add up others, or repeat the column names, are left out: ${rows}`,
  },
  faults: {
    notASheet: 'This file is not a spreadsheet. Please choose an .xlsx, .xls or .csv file.',
    protected: 'This file is protected by a password. Save it without one and choose it again.',
    unreadable:
      'This file could not be read. Open it in your spreadsheet program, save it again as .xlsx and choose that.',
  },
} as const;
