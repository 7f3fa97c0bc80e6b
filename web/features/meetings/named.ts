import { formatList } from '#web/lib/format/format.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';

/** How many names a line has. */
const namedAtMost = 6;

/** Names in one line, after other words of the same list: "3 students, Asha and Ravi". Of many, the first and a count. */
export const namedAfter = (first: readonly string[], names: readonly string[]): string =>
  formatList([
    ...first,
    ...names.slice(0, namedAtMost),
    ...(names.length > namedAtMost ? [meetingsTexts.form.more({ count: names.length - namedAtMost })] : []),
  ]);
