import { soundQuery } from '@gurukul/contract/shared/person/sound';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** SQL: a name sounds like the typed text. Only for the expression of an index: `sounds_of` takes 0.1 ms a name. */
export function soundsLike(name: Sql, search: string): Sql {
  const query = soundQuery(search);
  return query === null ? sql`false` : sql`sounds_of(${name}) @@ ${query}::tsquery`;
}

/** SQL: the text of a person `p` in which a search looks, as the index `people_search` has it. */
export const textOfPerson = raw(
  `lower(p.fullname || ' ' || p.email_id || ' ' || coalesce(p.phone_number, ''))`,
);

/** SQL: the person `p` has the text in name, address or number, or a name that sounds like it. Both have an index. */
export const isNamed = (search: string): Sql =>
  sql`(${textOfPerson} like ${likeText(search)} or ${soundsLike(sql`p.fullname`, search)})`;

/** SQL: the name of the person of that id sounds like the typed text. With `offset 0` the index is read first. */
export const personSoundsLike = (id: Sql, search: string): Sql =>
  sql`${id} in (select heard.id from people heard where ${soundsLike(sql`heard.fullname`, search)} offset 0)`;

/** SQL: the name in the payment of that id sounds like the typed text. */
export const paymentSoundsLike = (id: Sql, search: string): Sql =>
  sql`${id} in (select heard.id from payments heard where ${soundsLike(sql`heard.full_name`, search)} offset 0)`;

/** Pattern for `lower(column) like …` that finds the text anywhere. Wildcards in the text are escaped. */
export const likeText = (search: string): string => `%${escaped(search)}%`;

/** The same for values that begin with the text. */
export const likeStart = (search: string): string => `${escaped(search)}%`;

const escaped = (search: string) => search.toLowerCase().replaceAll(/[\\%_]/gu, String.raw`\$&`);
