import { newKey, type DraftRow } from '#web/lib/draft-rows.ts';
import { textKeys } from './changes.ts';
import type { CourseText, Draft } from './draft.ts';

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** My row if I changed it, otherwise theirs. Rows that they added come last. */
function mergeRows<Row extends DraftRow>(
  base: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
): Row[] {
  const before = new Map(base.map((row) => [row.key, row]));
  const now = new Map(theirs.map((row) => [row.key, row]));
  const kept = mine.flatMap((row) => {
    const old = before.get(row.key);
    const other = now.get(row.key);
    const isMine = !old || !isSame(old, row);
    if (other) return [isMine ? row : other];
    // They removed the row: my text in it comes back as a new row.
    return isMine ? [{ ...row, id: null, key: old ? newKey() : row.key }] : [];
  });
  return [...kept, ...theirs.filter(({ key }) => !before.has(key))];
}

function mergeTexts(base: Draft, mine: Draft, theirs: Draft): CourseText {
  const pick = <K extends keyof CourseText>(key: K): CourseText[K] =>
    mine[key] === base[key] ? theirs[key] : mine[key];
  return {
    course_name: pick('course_name'),
    course_duration: pick('course_duration'),
    start_date: pick('start_date'),
    course_image: pick('course_image'),
    type: pick('type'),
    description: pick('description'),
    what_we_learn: pick('what_we_learn'),
    note: pick('note'),
  };
}

/** My changes on top of the newer version. */
export function merge(base: Draft, mine: Draft, theirs: Draft): Draft {
  const weeks = new Set([base, mine, theirs].flatMap(({ topics }) => Object.keys(topics).map(Number)));
  return {
    ...mergeTexts(base, mine, theirs),
    prices: mergeRows(base.prices, mine.prices, theirs.prices),
    glimpses: mergeRows(base.glimpses, mine.glimpses, theirs.glimpses),
    topics: Object.fromEntries(
      [...weeks].map((week) => [
        week,
        mergeRows(base.topics[week] ?? [], mine.topics[week] ?? [], theirs.topics[week] ?? []),
      ]),
    ),
  };
}

export type Compared = (typeof textKeys)[number] | 'prices' | 'glimpses' | 'topics';

/** Links to PDFs are signed anew with every read, and rows that came back have another key. */
const comparable = (value: unknown) =>
  JSON.stringify(value, (name, part: unknown) => {
    if (name === 'key' || name === 'id') return undefined;
    return name === 'pdf' && typeof part === 'string' ? part.split('?')[0] : part;
  });

/** The fields in which the newer version differs from mine. */
export function differences(mine: Draft, theirs: Draft): Compared[] {
  const texts = textKeys.filter((key) => mine[key] !== theirs[key]);
  const lists = (['prices', 'glimpses', 'topics'] as const).filter(
    (key) => comparable(mine[key]) !== comparable(theirs[key]),
  );
  return [...texts, ...lists];
}
