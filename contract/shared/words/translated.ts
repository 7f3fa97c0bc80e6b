/** The same keys and the same functions, with any words: a translation must provide them all. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [K in keyof T]: Translated<T[K]> };
