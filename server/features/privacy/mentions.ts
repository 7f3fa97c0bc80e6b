import type { MentionChoice, MentionGroup, MentionLine } from '@gurukul/contract/privacy';
import { mentionChoices } from '@gurukul/contract/privacy';
import sql, { join, raw } from 'sql-template-tag';
import * as z from 'zod';
import type { Config } from '#server/config.ts';
import { instant, int, list, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import { createSeal } from '#server/seal.ts';
import { columnsByReason } from './columns.ts';
import { places } from './places.ts';
import type { Who } from './places.ts';
import { escaped, wholeWords } from './sought.ts';
import type { SearchTerms } from './sought.ts';

/*
 * An erasure empties what the portal knows to be about a person. What people wrote elsewhere may still name them: a note
 * about a brother, a saved view, a reason. Those texts are found by the name, and the office decides about each.
 */

export const mentionPurpose = 'gurukul mention of an erased person';

/** Where a text is, and what names the person there. */
interface MentionPlace {
  readonly table: string;
  readonly column: string;
  readonly row_id: string;
  readonly whose: string | null;
  readonly words: readonly string[];
  readonly line: MentionLine;
}

/** A decision about one text, or without `row_id` about all of a column. */
export interface MentionDecision {
  readonly table: string;
  readonly column: string;
  readonly row_id?: string | undefined;
  readonly choice: MentionChoice;
}

/** Of one table. A name that stands in more texts is that of somebody whom the office looks for itself. */
const mostFound = 1000;
/** Of one column. The others are counted. */
const mostShown = 5;
const aroundExcerpt = 60;

const wordTables = Object.entries(columnsByReason).flatMap(([table, { words = [], few = [] }]) =>
  words.length > 0 ? [{ table, words, hasVersion: few.includes('version') }] : [],
);
const wordTable = (name: string) => wordTables.find(({ table }) => table === name);

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((each) => stringsIn(each))
    : [];
};

const replaceIn = (value: unknown, words: RegExp): unknown => {
  if (typeof value === 'string') return value.replaceAll(words, 'Erased');
  if (Array.isArray(value)) return value.map((each) => replaceIn(each, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceIn(each, words)]));
};

const plain = (html: string) => html.replaceAll(/<[^>]*>?/gu, ' ').replaceAll(/\s+/gu, ' ');

/** The first place of a text that names them; null: none does. */
function excerptOf(value: unknown, words: RegExp): Pick<MentionLine, 'before' | 'found' | 'after'> | null {
  for (const text of stringsIn(value)) {
    const [match] = text.matchAll(words);
    if (match === undefined) continue;
    const end = match.index + match[0].length;
    return {
      before: plain(text.slice(Math.max(0, match.index - aroundExcerpt), match.index)),
      found: match[0],
      after: plain(text.slice(end, end + aroundExcerpt)),
    };
  }
  return null;
}

/** Whom a row is about, or who wrote it. */
const whose = sql`
  (
    select p.fullname from people p
    where p.id = coalesce(
      r.value ->> 'student_id', r.value ->> 'person_id', r.value ->> 'payer_id', r.value ->> 'about_person_id',
      r.value ->> 'teacher_id', r.value ->> 'author_id', r.value ->> 'receiver_id', r.value ->> 'asked_by',
      r.value ->> 'created_by', r.value ->> 'saved_by'
    )::bigint
  )
`;

const foundRow = row({
  row_id: text,
  column: text,
  value: z.json(),
  whose: text.nullable(),
  of: text.nullable(),
});

/** What an erasure of `who` empties by itself is not searched. Null: it is done, and what is left is. */
function notTheirs(table: string, who: Who | null) {
  if (who === null) return sql`true`;
  if (table === 'people') return sql`t.id <> all(${[...who.ids]}::bigint[])`;
  if (table === 'audit_entries') return sql`(t.about_person_id = any(${[...who.ids]}::bigint[])) is not true`;
  const place = places.find((each) => each.table === table);
  return place === undefined || place.erase === 'law' ? sql`true` : sql`(${place.about(who)}) is not true`;
}

/** All texts that name them. Of a row whose text names them the trail is not listed beside it: it goes with it. */
export async function findMentions(
  db: Db,
  { rough, exact }: SearchTerms,
  who: Who | null,
): Promise<{ readonly found: MentionPlace[]; readonly isMore: boolean }> {
  const found: MentionPlace[] = [];
  let isMore = false;
  for (const { table, words } of wordTables.toSorted((a) => (a.table === 'audit_entries' ? 1 : -1))) {
    const isTrail = table === 'audit_entries';
    const rows = await many(
      db,
      foundRow,
      sql`
        select t.id::text as row_id, v.name as "column", r.value -> v.name as value, ${whose} as whose,
          ${isTrail ? sql`t.table_name || '/' || t.row_id` : sql`null::text`} as of
        from ${raw(table)} t
        cross join lateral (
          values ${join(words.map((column) => sql`(${column}::text, t.${raw(`"${column}"`)}::text)`))}
        ) v (name, value)
        cross join lateral (select to_jsonb(t) as value) r
        where v.value ~* ${rough} and ${notTheirs(table, who)}
        order by t.id desc
        limit ${mostFound + 1}
      `,
    );
    isMore ||= rows.length > mostFound;
    const listed = new Set(found.map((each) => `${each.table}/${each.row_id}`));
    for (const { row_id: id, column, value, whose: name, of } of rows.slice(0, mostFound)) {
      if (of !== null && listed.has(of)) continue;
      const excerpt = excerptOf(value, exact);
      if (excerpt === null) continue;
      found.push({
        table,
        column,
        row_id: id,
        whose: name,
        words: [...new Set(stringsIn(value).flatMap((each) => each.match(exact) ?? []))],
        line: { row_id: id, whose: name, ...excerpt },
      });
    }
  }
  return { found, isMore };
}

/** By column, with the first texts of each. */
export const groupsOf = (found: readonly Pick<MentionPlace, 'table' | 'column' | 'line'>[]): MentionGroup[] =>
  [...Map.groupBy(found, ({ table, column }) => `${table}.${column}`).values()].map((some) => ({
    table: some[0]!.table,
    column: some[0]!.column,
    count: some.length,
    lines: some.slice(0, mostShown).map(({ line }) => line),
  }));

const choiceFor = (
  chosen: readonly MentionDecision[],
  { table, column, row_id: id }: Pick<MentionPlace, 'table' | 'column' | 'row_id'>,
) => {
  const ofColumn = chosen.filter((each) => each.table === table && each.column === column);
  return (ofColumn.find((each) => each.row_id === id) ?? ofColumn.find((each) => each.row_id === undefined))
    ?.choice;
};

interface Decided {
  readonly secretKey: Config['secretKey'];
  readonly personId: number;
  readonly chosen: readonly MentionDecision[];
  /** Null: repeated after a restore. */
  readonly by: number | null;
}

/** After an erasure: lists what still names them, and does what was decided about it. */
export async function storeMentions(tx: Db, sought: SearchTerms, decided: Decided): Promise<void> {
  await run(tx, sql`select set_config('statement_timeout', '120s', true)`);
  const { found } = await findMentions(tx, sought, null);
  const seal = createSeal(decided.secretKey, mentionPurpose);
  for (const { table, column, row_id: id, words } of found) {
    await run(
      tx,
      sql`
        insert into erasure_mentions (person_id, table_name, column_name, row_id, sealed)
        values (${decided.personId}, ${table}, ${column}, ${id}, ${seal.close(words, `${decided.personId}`)})
        on conflict (person_id, table_name, column_name, row_id) do nothing
      `,
    );
  }
  await decideMentions(tx, decided);
}

const mentionRow = row({ id: int, person_id: int, table: text, column: text, row_id: text, sealed: text });
type Mention = RowOf<typeof mentionRow>;

const undecided = (db: Db, personId: number | null, lock: boolean) =>
  many(
    db,
    mentionRow,
    sql`
      select m.id, m.person_id, m.table_name as "table", m.column_name as "column", m.row_id, m.sealed
      from erasure_mentions m
      where m.sealed is not null and m.person_id = coalesce(${personId}::bigint, m.person_id)
      order by m.person_id, m.id
      ${lock ? sql`for update` : sql``}
    `,
  );

const wordsIn = (secretKey: Config['secretKey'], { sealed, person_id: id }: Mention) =>
  z.array(z.string()).parse(createSeal(secretKey, mentionPurpose).open(sealed, `${id}`));
const patternOf = (words: readonly string[]) => wholeWords(words.map((word) => escaped(word)).join('|'));

/** Does what was decided about texts that name somebody who is erased. */
export async function decideMentions(tx: Db, { secretKey, personId, chosen, by }: Decided): Promise<void> {
  if (chosen.length === 0) return;
  for (const mention of await undecided(tx, personId, true)) {
    const choice = choiceFor(chosen, mention);
    if (choice === undefined) continue;
    if (choice === 'remove') await removeWords(tx, mention, wordsIn(secretKey, mention));
    // Apart, so that the trail of the decision does not have the words.
    await run(tx, sql`update erasure_mentions set sealed = null where id = ${mention.id}`);
    await run(
      tx,
      sql`
        update erasure_mentions set choice = ${choice}, decided_by = ${by}::bigint, decided_at = now()
        where id = ${mention.id}
      `,
    );
  }
}

const valueRow = row({ value: z.json() });

const textOf = (db: Db, { table, column, row_id: id }: Mention) =>
  maybeOne(
    db,
    valueRow,
    sql`select to_jsonb(t) -> ${column}::text as value from ${raw(table)} t where t.id = ${id}::${raw(idType(table))}`,
  );

const idType = (table: string) => (table === 'files' ? 'uuid' : 'bigint');

async function removeWords(tx: Db, mention: Mention, words: readonly string[]): Promise<void> {
  const { table, column, row_id: id } = mention;
  const known = wordTable(table);
  if (known !== undefined && table !== 'audit_entries') {
    const stored = await textOf(tx, mention);
    const value = stored === null ? null : replaceIn(stored.value, patternOf(words));
    if (value !== null) {
      await run(
        tx,
        sql`
          update ${raw(table)} set ${raw(`"${column}"`)} = ${typeof value === 'string' ? value : JSON.stringify(value)}
            ${known.hasVersion ? sql`, version = version + 1` : sql``}
          where id = ${id}::${raw(idType(table))}
        `,
      );
    }
  }
  // In the trail values stand as JSON.
  const inTrail = [...new Set(words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]))];
  await run(tx, sql`select erase_words(${mention.id}::bigint, ${inTrail}::text[])`);
}

const erasedRow = row({ id: int, erased_at: instant });

/** What waits for a decision, by the person whom it names. */
export async function listMentions(db: Db, { secretKey }: Pick<Config, 'secretKey'>) {
  const waiting = Map.groupBy(await undecided(db, null, false), ({ person_id: id }) => id);
  const people = await many(
    db,
    erasedRow,
    sql`
      select p.id, p.erased_at from people p
      where p.id = any(${[...waiting.keys()]}::bigint[]) and p.erased_at is not null
      order by p.erased_at desc, p.id
    `,
  );
  const shown = [];
  for (const { id, erased_at: erasedAt } of people) {
    const groups: MentionGroup[] = [];
    for (const some of Map.groupBy(waiting.get(id)!, ({ table, column }) => `${table}.${column}`).values()) {
      const lines: MentionLine[] = [];
      for (const mention of some.slice(0, mostShown)) {
        const stored = await textOf(db, mention);
        // Somebody wrote the text anew, or deleted its row.
        const excerpt = excerptOf(stored?.value ?? null, patternOf(wordsIn(secretKey, mention)));
        lines.push({
          row_id: mention.row_id,
          whose: null,
          ...(excerpt ?? { before: '', found: '', after: '' }),
        });
      }
      groups.push({ table: some[0]!.table, column: some[0]!.column, count: some.length, lines });
    }
    shown.push({ user_id: id, erased_at: erasedAt, groups });
  }
  return shown;
}

const factsRow = row({ id: int, facts: text });

/**
 * The line of each erasure outside the database. Nothing in it is personal: it has the numbers of rows whose texts the
 * office decided about, so that a restored database gets the same decisions.
 */
export const readFacts = (db: Db, ids: readonly number[]) =>
  many(
    db,
    factsRow,
    sql`
      select p.id, json_build_object(
        'registered_at', extract(epoch from p.registered_at)::text,
        'erased_at', p.erased_at,
        'choices', coalesce((
          select json_agg(json_build_object('table', m.table_name, 'column', m.column_name, 'row_id', m.row_id,
            'choice', m.choice) order by m.id)
          from erasure_mentions m
          where m.person_id = p.id and m.choice is not null
        ), '[]')
      )::text as facts
      from people p
      where p.id = any(${[...ids]}::bigint[])
      order by p.id
    `,
  );

export const factsShape = z.object({
  registered_at: z.string(),
  choices: z
    .array(
      z.object({ table: z.string(), column: z.string(), row_id: z.string(), choice: z.enum(mentionChoices) }),
    )
    .default([]),
});

const personRow = row({ ids: list(int) });

/** People with texts that wait for a decision. */
export async function peopleWithMentions(db: Db): Promise<readonly number[]> {
  const found = await maybeOne(
    db,
    personRow,
    sql`select array(select distinct person_id from erasure_mentions where sealed is not null order by 1) as ids`,
  );
  return found?.ids ?? [];
}
