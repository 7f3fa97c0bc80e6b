import { cleanNodes } from '#web/ui/document/rich-text.tsx';

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Typed text as HTML that says the same. */
export const htmlOf = (text: string): string =>
  text.replaceAll(/[&<>]/g, (sign) => signs[sign] ?? sign).replaceAll('\n', '<br>');

/** What HTML says, line by line, for a field without formatting. */
export function linesOf(html: string): string {
  const nodes = cleanNodes(html);
  for (const line of nodes.querySelectorAll('br, p, li, blockquote, h2, h3, h4')) line.after('\n');
  return nodes.textContent.trimEnd();
}
