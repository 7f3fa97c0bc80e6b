import { texts } from '#web/texts/texts.ts';

interface FirstNames {
  readonly count: number;
  readonly names: readonly string[];
}

/** The names of the first people, and whether there are more. */
export const firstNames = ({ count, names }: FirstNames): string =>
  names.length > 0 && count > names.length
    ? texts.ui.namesAndOthers({ names: names.join(', ') })
    : names.join(', ');
