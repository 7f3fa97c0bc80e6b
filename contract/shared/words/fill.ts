/** Facts that are codes: their own text goes into the sentence. */
export const codedFacts = ['column', 'decision', 'problem'] as const;

const isCoded = (name: string) => codedFacts.some((coded) => coded === name);

export type Facts = Readonly<Record<string, string | number>>;

/** The text of a code in one language, with its facts in place of `{name}`. */
export function fill(texts: Readonly<Record<string, string>>, code: string, facts: Facts = {}): string {
  return (texts[code] ?? code).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = String(facts[name] ?? '');
    return isCoded(name) ? fill(texts, fact, facts) : fact;
  });
}
