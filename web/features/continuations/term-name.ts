import { locale } from '#web/texts/language.ts';

const longest = 200;

const monthIn = (language: string) =>
  new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
    numberingSystem: 'latn',
  });

const isMonth = (words: string) =>
  ['en', locale].some((language) =>
    Array.from({ length: 12 }, (_, month) =>
      monthIn(language).format(Date.UTC(Number(words.slice(-4)), month)),
    ).includes(words),
  );

/** The name of the next run: the old one with the month in which it starts, in place of an older month. */
export function nextName(name: string, start: string): string {
  if (start === '') return name;
  const [, before, words] = /^(.+), (\D+ \d{4})$/u.exec(name) ?? [];
  const base = before !== undefined && words !== undefined && isMonth(words) ? before : name;
  const suffix = `, ${monthIn(locale).format(Date.parse(start))}`;
  return base.slice(0, longest - suffix.length).trimEnd() + suffix;
}
