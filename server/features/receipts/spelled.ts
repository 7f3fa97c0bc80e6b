import type { Spelling } from '@gurukul/contract/receipts';
import type { Unprintable } from '@gurukul/contract/shared/words/errors';
import { fail } from '#server/http/answers/problem.ts';

/** The document, with the texts that the office spells otherwise. Refuses what has letters that cannot be printed. */
export async function spelled<Document>(
  document: Document,
  spellings: readonly Spelling[] = [],
): Promise<Document> {
  // What knows the typefaces is loaded by the first document.
  const { printable } = await import('#server/pdf/shaping.ts');
  const written = new Map(spellings.map(({ text, as }) => [text, as]));
  const unprintable = new Map<string, Unprintable>();
  const write = (text: string) => {
    const as = written.get(text) ?? text;
    const said = printable(as);
    if (!said.isWhole) unprintable.set(text, { text, printable: said.text });
    return as;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts change, and stay texts
  const whole = JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string' ? write(value) : value,
  ) as Document;
  if (unprintable.size === 0) return whole;
  const texts = [...unprintable.keys()].join(', ');
  throw fail('receipt_letters', { facts: { texts }, unprintable: [...unprintable.values()] });
}
