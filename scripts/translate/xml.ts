/** An element with its own text, and those inside it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => `&${Object.keys(marks).find((name) => marks[name] === sign) ?? ''};`);

export const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d+);|#x([\da-f]+);|(\w+);)?/gi, (all, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    const sign = marks[name];
    if (sign === undefined) throw new Error(`${all} stands for nothing`);
    return sign;
  });

const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const parts =
  /<\?[^]*?\?>|<!--[^]*?-->|<!\[CDATA\[(?<data>[^]*?)\]\]>|<\/(?<end>[\w:.-]+)\s*>|<(?<begin>[\w:.-]+)(?<given>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/gy;

/**
 * The outermost element of an XML document. It has no declaration of a document type, so nothing in it stands for more
 * than it says.
 * @throws Error with the line, where it is not well-formed.
 */
export function parseXml(xml: string): Element {
  const document: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  let at = 0;
  try {
    for (const match of xml.replace(/^\uFEFF/, ' ').matchAll(parts)) {
      at = match.index;
      const { data, end, begin, given = '', empty, text } = match.groups!;
      const inner = open.at(-1)!;
      if (begin !== undefined) {
        const attributes = Object.fromEntries(
          Array.from(given.matchAll(attribute), ([, name = '', double, single = '']) => [
            name,
            unescaped(double ?? single),
          ]),
        );
        const element = { name: begin, attributes, children: [], text: '' };
        inner.children.push(element);
        if (empty === '') open.push(element);
      } else if (end !== undefined) {
        if (inner.name !== end) throw new Error(`</${end}> ends <${inner.name}>`);
        open.pop();
      } else inner.text += data ?? unescaped(text ?? '');
      at = match.index + match[0].length;
    }
    const [root] = document.children;
    if (at < xml.length || open.length > 1 || root === undefined || document.children.length > 1)
      throw new Error('something has no end, or no beginning');
    return root;
  } catch (error) {
    const line = xml.slice(0, at).split('\n').length;
    throw new Error(`Line ${line}: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}
