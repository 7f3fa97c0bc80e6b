import { pick } from './catalogue.ts';
import { values as english } from './en/values.ts';

const words = pick('values', english);

type Kind = keyof typeof english;

/** A value of the data in the chosen language; as it is where there are no words for it, and in English. */
export function valueText(kind: Kind, value: string): string {
  const known: Readonly<Record<string, string>> = words[kind];
  if (words === english) return value;
  return known[value] ?? known[value.toLowerCase()] ?? value;
}
