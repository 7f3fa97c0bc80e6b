/** The keys of the portal. */
export const listKeys = {
  title: 'Keys',
  anywhere: 'Anywhere',
  inLists: 'In lists',
  close: 'Close',
  rows: {
    find: 'Search of this list, or find anything',
    bar: 'Find or do anything',
    next: 'Next line',
    previous: 'Line before',
    select: 'Select the line',
    open: 'Open the line',
    menu: 'What can be done with the line',
    help: 'These keys',
  },
  or: 'or',
  letters: 'Single-letter keys on this device',
  lettersOff: 'Off: letters, / and ? do nothing. "Show all keys" on the page Help opens this list.',
} as const;
