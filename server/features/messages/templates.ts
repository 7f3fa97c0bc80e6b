import { mostTemplates } from '@gurukul/contract/messages';
import type { MessageTemplate } from '@gurukul/contract/messages';
import { portalLanguages } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import { idRow, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { readTextOf } from './plan.ts';

const templateRow = row({
  template_id: int,
  name: text,
  language: oneOf(portalLanguages),
  subject: text,
  body: text,
});

export const listTemplates = (db: Db): Promise<MessageTemplate[]> =>
  many(
    db,
    templateRow,
    sql`
      select t.id as template_id, t.name, t.language, t.subject, t.body
      from message_templates t
      order by lower(t.name), t.language
    `,
  );

interface TemplateInput {
  readonly name: string;
  readonly language: PortalLanguage;
  readonly subject: string;
  readonly body: string;
}

const countRow = row({ n: int });

/** Saves it over one of the same name and language. */
export async function saveTemplate({ db, person }: Ctx, wanted: TemplateInput): Promise<number> {
  const { subject, body } = await readTextOf(db, person, { ...wanted, newsletter: false });
  const { n } = await one(
    db,
    countRow,
    sql`
      select count(*) as n from message_templates t
      where not (lower(t.name) = lower(${wanted.name}) and t.language = ${wanted.language})
    `,
  );
  if (n >= mostTemplates) throw fail('templates_full');
  const { id } = await one(
    db,
    idRow,
    sql`
      insert into message_templates as t (name, language, subject, body)
      values (${wanted.name}, ${wanted.language}, ${subject}, ${body})
      on conflict (lower(name), language) do update
      set name = excluded.name, subject = excluded.subject, body = excluded.body
      returning t.id
    `,
  );
  return id;
}

export async function deleteTemplate(db: Db, id: number): Promise<void> {
  if ((await run(db, sql`delete from message_templates where id = ${id}`)) === 0) throw fail('not_found');
}
