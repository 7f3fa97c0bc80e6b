import compile from 'icu-minify/compile';
import { isGroup, type Catalogue } from './catalogue.ts';

/**
 * A catalogue as `textsOf` takes it: its messages are compiled, under keys such as "rows(" without their parameters. Its
 * plain texts are as they were.
 */
export function compiled(catalogue: Catalogue): object {
  const entries = Object.entries(catalogue).map(([key, value]) => {
    if (isGroup(value)) return [key, compiled(value)] as const;
    const end = key.indexOf('(') + 1;
    return end > 0 && typeof value === 'string'
      ? ([key.slice(0, end), compile(value)] as const)
      : ([key, value] as const);
  });
  return Object.fromEntries(entries);
}
