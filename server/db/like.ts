/** Pattern for `lower(column) like …` that finds the text anywhere; its own signs of patterns stand for themselves. */
export const likeText = (search: string): string => `%${escaped(search)}%`;

/** The same for texts that begin with it. */
export const likeStart = (search: string): string => `${escaped(search)}%`;

const escaped = (search: string) => search.toLowerCase().replaceAll(/[\\%_]/gu, String.raw`\$&`);
