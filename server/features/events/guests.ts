import type { PortalLanguage } from '@gurukul/contract/provider';
import { spokenName } from '@gurukul/contract/shared/person/spoken-languages';
import sql from 'sql-template-tag';
import { idRow } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, one, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownEvents } from '#server/http/identity/scope.ts';
import { namesOf } from '../students/update-student.ts';

/*
 * Guests of events: people without an account who do not study. They are rows like guardians, so that mails, their
 * languages, merging and erasing know them.
 */

export interface Guest {
  readonly fullname: string;
  /** '' for none; then there is a phone number. */
  readonly email_id: string;
  readonly phone_number: string;
  readonly language: PortalLanguage;
}

/**
 * The person of that address or, without one, that number; added where the caller knows none. One at a time, so that two
 * who add the same guest add one. Course admins know the guests of their own events.
 */
export async function findOrAddGuest(tx: Db, person: Person, guest: Guest): Promise<number> {
  const { email_id: email, phone_number: phone } = guest;
  await run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('guest ' || lower(${email || phone}::text), 0))`,
  );
  const known = await maybeOne(
    tx,
    idRow,
    sql`
      select g.id
      from people g
      where g.main_role = 'guardian' and g.deleted_at is null
        and case when ${email} <> '' then lower(g.email_id) = lower(${email}) else g.email_id = '' and g.phone_number = ${phone} end
        and exists (
          select from event_registrations r
          join events e on e.id = r.event_id
          left join courses c on c.id = e.course_id
          where r.student_id = g.id and ${ownEvents(person)}
        )
      order by g.id
      limit 1
    `,
  );
  if (known !== null) return known.id;
  const { first, last } = namesOf(guest.fullname);
  const { id } = await one(
    tx,
    idRow,
    sql`
      insert into people (main_role, first_name, last_name, email_id, phone_number, language)
      values ('guardian', ${first}, ${last}, ${email}, ${phone || null}, ${spokenName(guest.language)})
      returning id
    `,
  );
  return id;
}
