/** The keys of a list that goes through its rows by letters. */
export const listKeys = {
  title: 'Keys of this list',
  close: 'Close',
  rows: {
    next: 'Next line',
    previous: 'Line before',
    select: 'Select the line',
    open: 'Open the line',
    menu: 'What can be done with the line',
    help: 'These keys',
  },
  or: 'or',
} as const;
