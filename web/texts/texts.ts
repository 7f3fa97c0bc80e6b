import { en } from './en.ts';

/** Same keys and same functions, any words: what another language has to provide. */
type Translated<T> = T extends string
  ? string
  : T extends (...input: infer I) => string
    ? (...input: I) => string
    : { readonly [K in keyof T]: Translated<T[K]> };

export type Texts = Translated<typeof en>;

export const texts: Texts = en;
