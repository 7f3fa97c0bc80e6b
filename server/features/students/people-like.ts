import { likeReasons } from '@gurukul/contract/shared/person-behind';
import type { PersonLike } from '@gurukul/contract/shared/person-behind';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { date, int, list, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownStudents } from '#server/http/scope.ts';
import { phoneKey, readPhones } from '../likeness/contacts.ts';
import { fit, nameOf } from '../likeness/names.ts';

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

interface Written {
  readonly email: string;
  readonly phone: string | null;
  readonly fullname: string;
  /** yyyy-mm-dd */
  readonly dob: string | null;
  readonly courseId: number;
}

const mostShown = 20;

/**
 * The students whom the caller may see and who may be the written one: behind the address or the number, or of nearly
 * that name with the same birthday. Where one of the two has no birthday, exactly that name in the course.
 */
export async function peopleLike(db: Db, person: Person, written: Written): Promise<PersonLike[]> {
  const { email, phone, dob, courseId } = written;
  const numbers = readPhones(phone ?? '') ?? [];
  const keys = numbers.map(phoneKey);
  const endOf = (column: 'phone_number' | 'value') =>
    column === 'value'
      ? sql`right(regexp_replace(value, '[^0-9]', '', 'g'), 9) = any(${keys}::text[])`
      : sql`right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9) = any(${keys}::text[])`;
  const found = await many(
    db,
    foundLike,
    sql`
      with called as (
        select id from people
        where main_role = 'student' and deleted_at is null and phone_number is not null and ${endOf('phone_number')}
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
        union select id, 'name' from people where dob = ${dob}::date and main_role = 'student' and deleted_at is null
        union
        select e.student_id, 'name'
        from enrolments e
        join people n on n.id = e.student_id and (n.dob is null or ${dob}::date is null)
        where e.course_id = ${courseId} and e.ended_on is null
      )
      select p.id as user_id, p.fullname, p.other_names, p.dob, p.email_id, p.phone_number,
        array_agg(a.reason order by a.reason) as reasons
      from alike a
      join people p on p.id = a.id and p.main_role = 'student' and p.deleted_at is null
      where ${ownStudents(person)}
      group by p.id
      order by p.id
    `,
  );
  const name = nameOf(written.fullname);
  const hasName = (names: readonly string[], theirs: string | null) => {
    const fits = names.map((each) => fit(nameOf(each), name));
    return dob !== null && theirs === dob ? fits.some((each) => each !== null) : fits.includes('same');
  };
  return found
    .map(({ other_names: others, reasons, ...each }): PersonLike => {
      const isNamed = hasName([each.fullname, ...others], each.dob);
      const kept: Reason[] = reasons.filter((reason) => reason !== 'name');
      return { ...each, reasons: isNamed ? [...kept, 'name'] : kept };
    })
    .filter(({ reasons }) => reasons.length > 0)
    .slice(0, mostShown);
}
