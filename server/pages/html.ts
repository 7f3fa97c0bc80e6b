import { escapeHtml } from '#server/html.ts';

/** A piece of HTML that is safe as it stands. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = string | number | Html | false | null | readonly Part[];

const written = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object' && part !== null) return part.map(written).join('');
  return part === false || part === null ? '' : escapeHtml(String(part));
};

const known = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Without the indents of the code: on a page of many rows they weigh more than the words. */
function plainOf(strings: TemplateStringsArray): readonly string[] {
  const found = known.get(strings) ?? strings.map((text) => text.replaceAll(/\s*\n\s*/g, ' '));
  known.set(strings, found);
  return found;
}

/** HTML in which every text between is escaped. Attributes must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(
    plainOf(strings)
      .map((text, index) => text + written(parts[index] ?? null))
      .join(''),
  );
