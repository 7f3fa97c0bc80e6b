import { likeReasons } from '@gurukul/contract/shared/person/person-behind';
import type { PersonLike } from '@gurukul/contract/shared/person/person-behind';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { date, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { PersonValues } from '#server/db/person.ts';
import { many } from '#server/db/rows.ts';
import { isStudent, studies } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownStudents } from '#server/http/identity/scope.ts';
import { isNearEmail, phoneKey } from '../likeness/contacts.ts';
import { readPhones } from '../likeness/written-phone.ts';
import { fitsOf } from '../likeness/skeleton.ts';

type Reason = (typeof likeReasons)[number];

const foundLike = row({
  user_id: int,
  fullname: text,
  other_names: list(text),
  dob: date.nullable(),
  email_id: text,
  phone_number: text.nullable(),
  reasons: list(oneOf(likeReasons)),
});

interface PersonInput extends Pick<PersonValues, 'email_id' | 'phone_number' | 'dob'> {
  readonly fullname: string;
  readonly courseId: number;
  /** Null: they are in no class yet. */
  readonly classId: number | null;
  /** Works here, and has the address and the name. */
  readonly colleague: { readonly id: number } | undefined;
}

const mostShown = 20;

/**
 * The students whom the caller may see and who may be the written one: behind the address or the number, of the same
 * name at another provider of mail, or of nearly that name with the same birthday. In the course also a misspelt
 * address, and where one of the two has no birthday, exactly that name. A colleague comes first. Says of each whether
 * they teach the class.
 */
export async function peopleLike(db: Db, person: Person, written: PersonInput): Promise<PersonLike[]> {
  const { email_id: email, phone_number: phone, dob, courseId, classId, colleague } = written;
  const numbers = readPhones(phone ?? '') ?? [];
  const keys = numbers.map(phoneKey);
  const endOf = (column: 'phone_number' | 'value') =>
    column === 'value'
      ? sql`right(regexp_replace(value, '[^0-9]', '', 'g'), 9) = any(${keys}::text[])`
      : sql`right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9) = any(${keys}::text[])`;
  // "ravi@", as addresses of one name begin.
  const local = email.toLowerCase().slice(0, email.indexOf('@') + 1);
  const found = await many(
    db,
    foundLike,
    sql`
      with called as (
        select id from people
        where ${studies('people')} and deleted_at is null and phone_number is not null and ${endOf('phone_number')}
        union select person_id from contacts where kind = 'phone' and ${endOf('value')}
      ),
      guarded as (
        select g.id from people g
        where g.id in (select guardian_id from guardians)
          and g.deleted_at is null and phone_number is not null and ${endOf('phone_number')}
        union select id from called
      ),
      alike as (
        select b.person_id as id, 'email' as reason from people_behind_emails b where b.email = lower(${email})
        union select id, 'phone' from called
        union select r.student_id, 'phone' from guardians r where r.guardian_id in (select id from guarded)
        union select id, 'name' from people where dob = ${dob}::date and ${studies('people')} and deleted_at is null
        union
        select id, 'name' from people
        where lower(email_id) >= ${local} and lower(email_id) < ${`${local}\u{10ffff}`} and ${local} <> ''
        union
        select e.student_id, 'name' from enrolments e where e.course_id = ${courseId} and e.ended_on is null
        union select ${colleague?.id ?? null}::bigint, 'works'
        union
        select t.teacher_id, 'teaches'
        from slot_teachers t
        join class_slots s on s.id = t.slot_id and s.deleted_at is null
        where s.class_id = ${classId}::bigint and t.ended_at is null
      )
      select p.id as user_id, p.fullname, p.other_names, p.dob, p.email_id, p.phone_number,
        array_agg(a.reason order by a.reason) as reasons
      from alike a
      join people p on p.id = a.id
      where p.id = ${colleague?.id ?? null}::bigint or ${isStudent} and ${ownStudents(person)}
      group by p.id
      order by p.id is distinct from ${colleague?.id ?? null}::bigint, p.id
    `,
  );
  return found
    .map(({ other_names: others, reasons, ...each }): PersonLike => {
      const isBirthday = dob !== null && each.dob === dob;
      const isOtherBirthday = !isBirthday && dob !== null && each.dob !== null;
      const kept: Reason[] = reasons.filter((reason) => reason !== 'name');
      if (
        !kept.includes('email') &&
        email !== '' &&
        isNearEmail(each.email_id.toLowerCase(), email.toLowerCase())
      ) {
        kept.unshift('near_email');
      }
      const fits = [each.fullname, ...others].flatMap((text) => fitsOf(text, written.fullname));
      const isNamed = isBirthday ? fits.some((one) => one !== null) : fits.includes('same');
      // Somebody of that name and another birthday is somebody else, unless more speaks for it.
      return {
        ...each,
        reasons: isNamed && (!isOtherBirthday || kept.length > 0) ? [...kept, 'name'] : kept,
      };
    })
    .filter(({ reasons }) => reasons.some((reason) => reason !== 'teaches'))
    .slice(0, mostShown);
}
