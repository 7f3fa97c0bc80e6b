import { plainHeading } from '@gurukul/contract/shared/files/find-columns';
import { statementFields, type StatementChoice } from './statement-columns.ts';

/**
 * What was chosen for former statements, by their headings: the same bank sends the same file every month. A line each,
 * the newest first: headings, a tab, the currency, and the place of each of `statementFields`.
 */
const key = 'statement columns';
const kindsMax = 8;

const kindOf = (header: readonly string[]) => header.map(plainHeading).join('|');

const linesKept = () => (localStorage.getItem(key) ?? '').split('\n').filter((line) => line.includes('\t'));

function parse(text: string, width: number): StatementChoice | null {
  const [currency = '', ...parts] = text.split(',');
  if (!/^[A-Z]{3}$/.test(currency) || parts.length !== statementFields.length) return null;
  const places = statementFields.flatMap((field, index) => {
    const part = parts[index] ?? '';
    return /^\d+$/.test(part) && Number(part) < width ? [[field, Number(part)] as const] : [];
  });
  return { currency, places: new Map(places) };
}

export const rememberedStatement = {
  /** Null: no statement with these headings came before. */
  of(header: readonly string[]): StatementChoice | null {
    const kind = kindOf(header);
    const line = linesKept().find((kept) => kept.startsWith(`${kind}\t`));
    return line === undefined ? null : parse(line.slice(kind.length + 1), header.length);
  },
  keep(header: readonly string[], { currency, places }: StatementChoice) {
    const kind = kindOf(header);
    const line = `${kind}\t${[currency, ...statementFields.map((field) => places.get(field) ?? '')].join(',')}`;
    const others = linesKept().filter((kept) => !kept.startsWith(`${kind}\t`));
    localStorage.setItem(key, [line, ...others].slice(0, kindsMax).join('\n'));
  },
};
