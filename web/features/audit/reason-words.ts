import type { UndoReason } from '@gurukul/contract/shared/words/undo-reason';
import { formatDateTime } from '#web/lib/format/format.ts';
import { auditTexts } from '#web/texts/audit.ts';

const t = auditTexts.undo;

const labels: Readonly<Record<string, string>> = auditTexts.columns;
const tables: Readonly<Record<string, string>> = t.referring;

interface Facts {
  readonly what: string;
  readonly table: string;
  readonly column: string;
  readonly of: string;
  readonly line: string;
  readonly person: string;
  readonly course: string;
  readonly class: string;
  readonly event: string;
  readonly who: string;
  readonly at: string;
}
const sentences: Readonly<Record<string, (facts: Facts) => string>> = t.reasons;

const whoOf = ({ by, by_key }: UndoReason): string => {
  if (by !== undefined) return by;
  return by_key === undefined ? auditTexts.portal : auditTexts.key({ name: by_key });
};

/** The label of a column inside of a sentence; PDF stays PDF. */
const within = (label: string) =>
  /^[A-Z][a-z-]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;

/** One reason in the chosen language and on the reader's clock; undefined where the portal is older than the reason. */
function sentenceOf(reason: UndoReason): string | undefined {
  const { code, table = '', name, column = '', of = '', line, person, course, event, at } = reason;
  const say = sentences[code];
  return say?.({
    what: name ?? t.unnamed,
    table,
    column: within(labels[column] ?? 'none'),
    of: tables[of] ?? t.otherRows,
    line: String(line ?? ''),
    person: person ?? t.somebody,
    course: course ?? '',
    class: reason.class ?? '',
    event: event ?? '',
    who: at === undefined ? 'none' : whoOf(reason).replace(/^The /, 'the '),
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
