import english from '@gurukul/contract/texts/values.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';
import { isEnglish } from './language.ts';

const words = await translated('values', english);

type Kind = keyof typeof english;

/** A value of the data in the chosen language; as it is where there are no words for it, and in English. */
export function valueText(kind: Kind, value: string): string {
  if (isEnglish) return value;
  const known: Readonly<Record<string, string>> = words[kind];
  return known[value] ?? known[value.toLowerCase()] ?? value;
}
