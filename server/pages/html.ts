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

/** HTML in which every text between is escaped. Attributes must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, index) => text + written(parts[index] ?? null)).join(''));
