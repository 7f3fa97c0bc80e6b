import type { ConsentPurpose, Said } from '@gurukul/contract/privacy';
import type { GivenConsent } from '@gurukul/contract/shared/consent';
import { consentPurposes, privacy } from '@gurukul/contract/privacy';
import type { PortalLanguage } from '@gurukul/contract/provider';
import type * as z from 'zod';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { namedWith } from '#server/channels/mail/behind.ts';
import { bool, date, instant, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { presentTerms } from '#server/db/terms.ts';
import { exists, many, maybeOne, run } from '#server/db/rows.ts';

type Consents = z.input<typeof privacy.get_consents.output>['data'];

const { said } = privacy.get_consents.output.shape.data.shape.consents.element.shape;
const { how, text_language: textLanguage } = said.element.shape;
const ways = how.options;

/** The last word of a person `p` about a purpose comes first. */
const lastFirst = sql`c.said_at desc, c.id desc`;

const saidRow = row({
  person_id: int,
  purpose: oneOf(consentPurposes),
  agreed: bool,
  how: oneOf(ways),
  said_at: instant,
  said_by: text.nullable(),
  terms_id: int.nullable(),
  version: int.nullable(),
  text_language: oneOf(textLanguage.unwrap().options).nullable(),
  recorded_by: text.nullable(),
});

/** All that was said for these people, the last word first. */
export const listSaid = (db: Db, people: readonly number[]) =>
  many(
    db,
    saidRow,
    sql`
      select c.person_id, c.purpose, c.agreed, c.how, c.said_at, coalesce(s.fullname, nullif(c.said_name, '')) as said_by,
        c.terms_id, t.version, c.text_language, by.fullname as recorded_by
      from consents c
      left join people s on s.id = c.said_by
      left join terms t on t.id = c.terms_id
      left join people by on by.id = c.recorded_by
      where c.person_id = any(${[...people]}::bigint[])
      order by ${lastFirst}
    `,
  );

/** Those of these people who are under 18, as far as anybody said. */
export async function childrenOf(db: Db, people: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await many(
    db,
    row({ student_id: int }),
    sql`select k.student_id from children k where k.student_id = any(${[...people]}::bigint[])`,
  );
  return new Set(found.map(({ student_id: id }) => id));
}

/** Who begins no course before a guardian agrees to their data. */
export interface Needs {
  /** By a birthday that somebody writes, yyyy-mm-dd. */
  readonly isChild: (dob: string | null) => boolean;
  /** Of the students who are there. */
  readonly without: ReadonlySet<number>;
  /** Of these, for whom somebody said no. */
  readonly refused: ReadonlySet<number>;
}

const needsRow = row({ born_after: date, without: list(int), refused: list(int) });

/** Null: nobody needs a consent to begin. */
export async function readNeeds(db: Db, students: readonly number[] = []): Promise<Needs | null> {
  const found = await maybeOne(
    db,
    needsRow,
    sql`
      select (today_in_kolkata() - interval '18 years')::date as born_after,
        array(select k.student_id from children_without_consent k where k.student_id = any(${[...students]}::bigint[])) as without,
        array(
          select k.student_id from children_without_consent k
          where k.student_id = any(${[...students]}::bigint[])
            and exists (select from consents c where c.person_id = k.student_id and c.purpose = 'child_data')
        ) as refused
      from provider v
      where v.child_consent = 'need'
    `,
  );
  if (found === null) return null;
  return {
    isChild: (dob) => dob !== null && dob > found.born_after,
    without: new Set(found.without),
    refused: new Set(found.refused),
  };
}

const speakerRow = row({ user_id: int, fullname: text, is_guardian: bool });

/** Who may say what a student allows: they themselves, and guardians who may see them. */
export const listSpeakers = (db: Db, studentId: number) =>
  many(
    db,
    speakerRow,
    sql`
      select p.id as user_id, p.fullname, p.id <> ${studentId} as is_guardian
      from people p
      where p.deleted_at is null and (p.id = ${studentId} or p.id in (
        select g.guardian_id from guardians g where g.student_id = ${studentId} and g.may_see
      ))
      order by p.id <> ${studentId}, p.id
    `,
  );

export async function readConsents(db: Db, personId: number): Promise<Consents> {
  const all = await listSaid(db, [personId]);
  const consents = consentPurposes.map((purpose) => {
    const words = all.flatMap(({ person_id: _person, purpose: of, ...word }): Said[] =>
      of === purpose ? [word] : [],
    );
    const { agreed = null, how = null, said_at = null, recorded_by = null } = words[0] ?? {};
    return { purpose, agreed, how, said_at, recorded_by, said: words };
  });
  const children = await childrenOf(db, [personId]);
  return { consents, is_child: children.has(personId), people: await listSpeakers(db, personId) };
}

export interface ConsentAnswer {
  readonly person: number;
  readonly purpose: ConsentPurpose;
  readonly agreed: boolean;
  readonly how: (typeof ways)[number];
  /** Who writes it down. */
  readonly by: number;
  readonly saidBy?: number | undefined;
  readonly saidName?: string | undefined;
  /** In which they read the text, as far as it is known. */
  readonly language?: PortalLanguage;
}

/** The text of `t` that a reader of this language has before them: where it has none in theirs, it is the English one. */
const readIn = (language: PortalLanguage) => sql`
  case when ${language} = 'te' and t.body_te <> '' then 'te' when ${language} = 'hi' and t.body_hi <> '' then 'hi' else 'en' end
`;

/** Notes what was said about the present version, unless it is what was said last. */
export const saveConsent = (tx: Db, answer: ConsentAnswer): Promise<number> => {
  const { person, purpose, agreed, how, by, saidBy, saidName = '', language } = answer;
  const isRead = agreed && language !== undefined;
  return run(
    tx,
    sql`
      insert into consents (person_id, purpose, agreed, how, terms_id, text_language, said_by, said_name, recorded_by)
      select ${person}::bigint, ${purpose}::text, ${agreed}::boolean, ${how}::text, n.id, n.language,
        ${saidBy ?? null}::bigint, ${saidName}::text, ${by}::bigint
      from (
        select max(t.id) as id, max(t.language) as language from (
          select t.id, t.body, ${isRead ? readIn(language) : sql`null`} as language
          from terms t where t.kind = ${purpose} order by t.version desc limit 1
        ) t
        where t.body <> ''
      ) n
      where not ${isLastWord(sql`${person}`, sql`${purpose}`, sql`${agreed}::boolean`, sql`n.id`)}
    `,
  );
};

/** Of somebody who is added: of a child, with terms to agree to. */
export async function saveChildConsent(
  tx: Db,
  person: number,
  by: number,
  { said_name: saidName, how }: GivenConsent,
): Promise<void> {
  const isAsked = (await presentTerms(tx)).child_data !== undefined;
  if (!isAsked || !(await childrenOf(tx, [person])).has(person)) return;
  await saveConsent(tx, { person, purpose: 'child_data', agreed: true, how, by, saidName });
}

/** One word of a paper. */
export interface PaperWord {
  readonly studentId: number;
  readonly purpose: ConsentPurpose;
  readonly agreed: boolean;
  /** yyyy-mm-dd; null: nobody knows when, so it counts as of now. */
  readonly day: string | null;
  /** Who signed for a child; '' for nobody. */
  readonly guardian: string;
}

/**
 * Notes what papers say, the first word of each student and purpose. Who has a word in the portal already keeps it: no file
 * undoes what was withdrawn since. A day before the first text has no version.
 */
export const savePaperConsents = (tx: Db, by: number, words: readonly PaperWord[]): Promise<number> =>
  run(
    tx,
    sql`
      insert into consents (person_id, purpose, agreed, how, terms_id, said_by, said_name, said_at, recorded_by)
      select distinct on (w.student_id, w.purpose) w.student_id, w.purpose, w.agreed, 'paper_form', (
          select case when t.body <> '' then t.id end from terms t
          where t.kind = w.purpose and (w.day is null or t.saved_at < (w.day + 1)::timestamp at time zone 'Asia/Kolkata')
          order by t.version desc limit 1
        ), case when k.student_id is null then w.student_id end, case when k.student_id is null then '' else w.guardian end,
        least(now(), coalesce((w.day + time '12:00') at time zone 'UTC', now())), ${by}::bigint
      from unnest(
        ${words.map(({ studentId }) => studentId)}::bigint[], ${words.map(({ purpose }) => purpose)}::text[],
        ${words.map(({ agreed }) => agreed)}::boolean[], ${words.map(({ day }) => day)}::date[],
        ${words.map(({ guardian }) => guardian)}::text[]
      ) with ordinality as w (student_id, purpose, agreed, day, guardian, at)
      left join children k on k.student_id = w.student_id
      where (k.student_id is null and w.purpose <> 'child_data' or k.student_id is not null and w.guardian <> '')
        and not exists (select from consents c where c.person_id = w.student_id and c.purpose = w.purpose)
      order by w.student_id, w.purpose, w.at
    `,
  );

/** Condition: it was said last already. A no is about all versions. */
const isLastWord = (person: Sql, purpose: Sql, agreed: Sql, terms: Sql) => sql`coalesce((
  select c.agreed = ${agreed} and (not c.agreed or c.terms_id is not distinct from ${terms})
  from consents c where c.person_id = ${person} and c.purpose = ${purpose} order by ${lastFirst} limit 1
), false)`;

/** What a registration agreed to, once it is known who the learner is. */
export interface Registered {
  readonly studentId: number;
  readonly isSelf: boolean;
  /** Who registered. */
  readonly name: string;
  readonly mailbox: string;
  readonly agreed: readonly number[];
  /** Of the form. */
  readonly language: PortalLanguage;
  /** Null: now. */
  readonly saidAt: string | null;
}

/** A guardian who may not see the learner agrees to nothing, and for a child's data nobody speaks of themselves. */
export async function saveRegistered(tx: Db, registered: Registered): Promise<void> {
  const { studentId, isSelf, name, mailbox, agreed, language, saidAt } = registered;
  if (agreed.length === 0) return;
  const named = sql`select g.guardian_id from guardians g
    where g.student_id = ${studentId} and g.guardian_id in (${namedWith(sql`${mailbox}`)})`;
  if (await exists(tx, sql`${named} and not g.may_see`)) return;
  await run(
    tx,
    sql`
      insert into consents (person_id, purpose, agreed, how, terms_id, text_language, said_by, said_name, said_at)
      select ${studentId}, t.kind, true, 'registration', t.id, ${readIn(language)}, s.id, case when s.id is null then ${name}::text else '' end,
        coalesce(${saidAt}::timestamptz, now())
      from terms t
      cross join (
        select case when ${isSelf} then ${studentId}::bigint else (${named} order by g.id limit 1) end as id
      ) s
      where t.id = any(${[...agreed]}::bigint[])
        and (t.kind <> 'child_data' or not ${isSelf} and exists (select from children k where k.student_id = ${studentId}))
        and not ${isLastWord(sql`${studentId}`, sql`t.kind`, sql`true`, sql`t.id`)}
    `,
  );
}

/** Condition: `people p` allows that others see their picture. */
export const allowsPhotos = sql`
  coalesce((
    select c.agreed from consents c where c.person_id = p.id and c.purpose = 'photos' order by ${lastFirst} limit 1
  ), false)
`;
