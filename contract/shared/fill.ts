/** Facts that are codes themselves: their own text is what stands in the sentence. */
export const codedFacts = ['column', 'decision', 'problem'] as const;

const isCoded = (name: string) => codedFacts.some((coded) => coded === name);

export type Facts = Readonly<Record<string, string | number>>;

/** The text of a code in one language, with its facts where `{name}` stands. */
export function fill(texts: Readonly<Record<string, string>>, code: string, facts: Facts = {}): string {
  return (texts[code] ?? code).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = String(facts[name] ?? '');
    return isCoded(name) ? fill(texts, fact, facts) : fact;
  });
}
