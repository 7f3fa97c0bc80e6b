import type { UndoReason } from '@gurukul/contract/shared/words/undo-reason';
import { formatDateTime } from '#web/lib/format/format.ts';
import { auditTexts } from '#web/texts/audit.ts';

const t = auditTexts.undo;

const labels: Readonly<Record<string, string>> = auditTexts.columns;
const tables: Readonly<Record<string, string>> = t.referring;

type Facts = Parameters<typeof t.reasons.column_changed>[0];
const sentences: Readonly<Record<string, (facts: Facts) => string>> = t.reasons;

const whoOf = ({ by, by_key }: UndoReason): string => {
  if (by !== undefined) return by;
  return by_key === undefined ? auditTexts.portal : auditTexts.key(by_key);
};

/** One reason in the chosen language and on the reader's clock; undefined where the portal is older than the reason. */
function sentenceOf(reason: UndoReason): string | undefined {
  const { code, table = '', name, column = '', of = '', line, person, course, event, at } = reason;
  const say = sentences[code];
  return say?.({
    what: name ?? t.unnamed,
    table,
    column: labels[column] ?? '',
    of: tables[of] ?? t.otherRows,
    line: String(line ?? ''),
    person: person ?? t.somebody,
    course: course ?? '',
    class: reason.class ?? '',
    event: event ?? '',
    who: at === undefined ? '' : whoOf(reason),
    at: formatDateTime(at),
  });
}

/** Why it cannot be undone, each once: columns that nobody has a word for all say that the row was changed. */
export const reasonsOf = (
  reasons: readonly UndoReason[],
  problems: Readonly<Record<string, string>>,
): string[] =>
  reasons.length === 0
    ? Object.values(problems)
    : [...new Set(reasons.flatMap((reason) => sentenceOf(reason) ?? problems[reason.place] ?? []))];
