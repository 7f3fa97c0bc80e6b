import { tokensOf } from '@gurukul/contract/shared/person/name-words';
import sql from 'sql-template-tag';
import { list, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { one } from '#server/db/rows.ts';
import type { Who } from './places.ts';

/** What texts are searched for: for the database, which finds too much rather than too little, and exactly. */
export interface SearchTerms {
  /** A regular expression of PostgreSQL, for `~*`. */
  readonly rough: string;
  readonly exact: RegExp;
}

export const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** Texts of addresses are percent-encoded. */
const written = (text: string) => {
  const encoded = encodeURIComponent(text);
  return encoded === text ? escaped(text) : `(?:${escaped(text)}|${escaped(encoded)})`;
};

/** The pattern where no other letter or digit touches it. In an address the blank before a word is `%20`. */
export const wholeWords = (pattern: string) =>
  new RegExp(
    String.raw`(?:(?<![\p{L}\p{M}\p{N}])|(?<=%[0-9a-f]{2}))(?:${pattern})(?![\p{L}\p{M}\p{N}])`,
    'giu',
  );

const soughtRow = row({ names: list(text), phones: list(text) });

/** A shorter word is too often something else. */
const shortestWord = 3;
/** Of a number: without the country, which people leave out. */
const digitsOfNumber = 10;
const fewestDigits = 7;

/**
 * The names of these people, words of a name that nobody else has, and addresses and numbers that are theirs alone. Read
 * before they are erased. Null: nothing that one could search for.
 */
export async function readSought(db: Db, { ids, emails }: Who): Promise<SearchTerms | null> {
  const { names, phones } = await one(
    db,
    soughtRow,
    sql`
      with theirs (name) as (
        select p.fullname from people p where p.id = any(${[...ids]}::bigint[])
        union
        select other.name from people p cross join unnest(p.other_names) other (name) where p.id = any(${[...ids]}::bigint[])
      ),
      numbers (number, is_theirs) as (
        select regexp_replace(p.phone_number, '[^0-9]', '', 'g'), p.id = any(${[...ids]}::bigint[])
        from people p where p.phone_number <> '' and p.erased_at is null
        union all
        select regexp_replace(c.value, '[^0-9]', '', 'g'), c.person_id = any(${[...ids]}::bigint[])
        from contacts c where c.kind = 'phone'
      )
      select array(select name from theirs) as names,
        array(
          select right(n.number, ${digitsOfNumber}) from numbers n
          where length(n.number) >= ${fewestDigits}
          group by 1 having bool_and(n.is_theirs)
        ) as phones
    `,
  );
  // As it is written, and without accents and titles.
  const words = names
    .flatMap((name) => [
      name
        .toLowerCase()
        .split(/[\s.]+/u)
        .filter(Boolean),
      tokensOf(name),
    ])
    .filter((tokens) => tokens.length > 0);
  const parts = [...new Set(words.flat())].filter((word) => word.length >= shortestWord);
  const alone = parts.length === 0 ? [] : await wordsOfNobodyElse(db, ids, parts);
  const gap = '{1,4}';
  const inOrder = (between: string) =>
    words.flatMap((tokens) => {
      // A name of one word that others have too says nothing about who.
      const orders = tokens.length > 1 ? [tokens, [tokens.at(-1)!, ...tokens.slice(0, -1)]] : [];
      return orders.map((order) => order.map((token) => written(token)).join(`${between}${gap}`));
    });
  const texts = [...emails, ...alone].map((each) => written(each));
  const number = (between: string) =>
    phones.map((digits) => String.raw`\+?\d{0,4}${between}{0,3}` + digits.split('').join(`${between}{0,3}`));
  const all = (between: string, noDigit: string) =>
    [...inOrder(between), ...texts, ...number(noDigit)].join('|');
  const rough = all('(?:[^[:alnum:]]|%[0-9a-f]{2})', '[^[:alnum:]]');
  if (rough === '') return null;
  const exact = all(String.raw`(?:[^\p{L}\p{M}\p{N}]|%[0-9a-f]{2})`, String.raw`[^\p{L}\p{N}]`);
  return {
    rough: String.raw`(?:^|[^[:alnum:]]|%[0-9a-f]{2}|\\[nrtbf])(?:${rough})(?:$|[^[:alnum:]])`,
    exact: wholeWords(exact),
  };
}

const wordRow = row({ words: list(text) });

/** Which of these words no other person has in a name. */
async function wordsOfNobodyElse(
  db: Db,
  ids: readonly number[],
  words: readonly string[],
): Promise<readonly string[]> {
  const { words: alone } = await one(
    db,
    wordRow,
    sql`
      select array(
        select w.word from unnest(${[...words]}::text[]) w (word)
        where not exists (
          select from people p
          where p.id <> all(${[...ids]}::bigint[]) and p.erased_at is null
            and position(w.word in lower(p.fullname || ' ' || array_to_string(p.other_names, ' '))) > 0
        )
      ) as words
    `,
  );
  return alone;
}
