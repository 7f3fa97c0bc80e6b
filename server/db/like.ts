/** Pattern for `lower(column) like …` that finds the text anywhere. Wildcards in the text are escaped. */
export const likeText = (search: string): string => `%${escaped(search)}%`;

/** The same for values that begin with the text. */
export const likeStart = (search: string): string => `${escaped(search)}%`;

const escaped = (search: string) => search.toLowerCase().replaceAll(/[\\%_]/gu, String.raw`\$&`);
