import { portalLanguages } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { spokenName } from '@gurukul/contract/shared/person/spoken-languages';
import { finishedLanguages, languageRows } from '@gurukul/contract/shared/words/languages';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { oneOf, row } from '../../db/columns.ts';
import type { Db } from '../../db/pool.ts';
import { many } from '../../db/rows.ts';

const byName = JSON.stringify(Object.fromEntries(finishedLanguages.map((code) => [spokenName(code), code])));

/**
 * The portal's language of people who speak `language`; null for Sanskrit, which the portal has not, and where nobody
 * said it.
 */
export const portalLanguageOf = (language: Sql): Sql => sql`(${byName}::jsonb ->> ${language})`;

/** Where a mail goes. */
export interface Reader {
  /** In any case. */
  readonly recipient: string;
  /** Whom the mail is about or for; null: nobody known. */
  readonly person_id: number | null;
}

const languageRow = row({ language: oneOf(portalLanguages).nullable() });

/**
 * The languages in which people read, in the same order: as chosen on their page, else as the guardian of the mailbox
 * speaks, else its other people, else the person, else the children of the guardian; English in place of a draft. Null
 * where none of them is known, or the provider does not offer it.
 */
async function knownLanguages(db: Db, readers: readonly Reader[]): Promise<(PortalLanguage | null)[]> {
  const rows = await many(
    db,
    languageRow,
    sql`
      select case when known.language = any((select v.languages from provider v)::text[]) then known.language end as language
      from unnest(
        ${readers.map(({ recipient }) => recipient.toLowerCase())}::text[],
        ${readers.map(({ person_id }) => person_id)}::bigint[]
      ) with ordinality as mail (mailbox, person_id, position)
      cross join lateral (
        select array(
          select q.id from people q where lower(q.email_id) = mail.mailbox and q.email_id <> '' and q.deleted_at is null
          union
          select c.person_id from contacts c
          join people q on q.id = c.person_id and q.deleted_at is null
          where c.kind = 'email' and lower(c.value) = mail.mailbox
        ) as ids
      ) box
      cross join lateral (
        select coalesce(
          (select g.language from personal_pages g where g.mailbox = mail.mailbox),
          (
            select ${portalLanguageOf(sql`spoken.language`)}
            from (
              select q.id, q.language, case when q.main_role = 'guardian' then 1 else 2 end as rank
              from people q
              where q.id = any(box.ids) and (
                mail.person_id is null or q.id = mail.person_id
                or exists (select from guardians g where g.guardian_id = q.id and g.student_id = mail.person_id)
              )
              union all
              select p.id, p.language, 3 from people p where p.id = mail.person_id
              union all
              select s.id, s.language, 4
              from guardians g
              join people s on s.id = g.student_id and s.deleted_at is null
              where (g.guardian_id = any(box.ids) or g.guardian_id = mail.person_id) and g.may_see
            ) spoken
            where ${portalLanguageOf(sql`spoken.language`)} is not null
            order by spoken.rank, spoken.id
            limit 1
          )
        ) as language
      ) known
      order by mail.position
    `,
  );
  return rows.map(({ language }) => language && written(language));
}

const written = (language: PortalLanguage): PortalLanguage =>
  languageRows[language].isDraft ? 'en' : language;

/** The languages in which people read their mails, in the same order; `otherwise` where none is known. */
export const readerLanguages = async (
  db: Db,
  readers: readonly Reader[],
  otherwise: PortalLanguage = 'en',
): Promise<PortalLanguage[]> =>
  (await knownLanguages(db, readers)).map((language) => language ?? written(otherwise));

/** In which language the people of a mailbox read; null: nobody knows. */
export async function mailboxLanguage(db: Db, mailbox: string): Promise<PortalLanguage | null> {
  const [language = null] = await knownLanguages(db, [{ recipient: mailbox, person_id: null }]);
  return language;
}

export async function readerLanguage(
  db: Db,
  reader: Reader,
  otherwise?: PortalLanguage,
): Promise<PortalLanguage> {
  const [language = 'en'] = await readerLanguages(db, [reader], otherwise);
  return language;
}
