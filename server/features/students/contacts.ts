import type { Contact } from '@gurukul/contract/shared/person/about-person';
import { said } from '@gurukul/contract/shared/words/messages';
import { readMail } from '@gurukul/contract/shared/written/mail';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { oneOf, row, text } from '#server/db/columns.ts';
import { many, run } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import { phoneCountriesOf } from '../likeness/phone-countries.ts';
import { phoneIn } from './written-person.ts';

const contactRow = row({ kind: oneOf(['email', 'phone']), value: text });

/** The contacts of a person after the first address and number. */
export const listContacts = (db: Db, personId: number) =>
  many(
    db,
    contactRow,
    sql`select c.kind, c.value from contacts c where c.person_id = ${personId} order by c.id`,
  );

/** Replaces them. `country` decides how a number without a country code is read. Throws `bad_input`. */
export async function saveContacts(
  db: Db,
  id: number,
  contacts: readonly Contact[],
  country: string,
): Promise<void> {
  const countries = await phoneCountriesOf(db, id, country);
  const read = contacts.map(({ kind, value }, index) => {
    const mail = readMail(value);
    const number = kind === 'phone' ? phoneIn(value, countries) : mail.others.length === 0 && mail.email;
    if (!number) {
      const path = `contacts.${index}.value`;
      throw fail('bad_input', {
        details: { [path]: said(kind === 'phone' ? 'phone_wrong' : 'email_wrong') },
      });
    }
    return { kind, value: number };
  });
  await run(
    db,
    sql`
      delete from contacts c
      where c.person_id = ${id}
        and not exists (
          select from unnest(${read.map(({ kind }) => kind)}::text[], ${read.map(({ value }) => value)}::text[]) g (kind, value)
          where g.kind = c.kind and g.value = c.value
        )
    `,
  );
  await run(
    db,
    sql`
      insert into contacts (person_id, kind, value)
      select ${id}, g.kind, g.value
      from unnest(${read.map(({ kind }) => kind)}::text[], ${read.map(({ value }) => value)}::text[])
        with ordinality g (kind, value, position)
      order by g.position
      on conflict (person_id, kind, lower(value)) do nothing
    `,
  );
}
