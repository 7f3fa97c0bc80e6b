import { countryNamed } from '@gurukul/contract/shared/countries';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { int, list, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';

/** With its country code, digits only: WhatsApp takes no other. Null: nobody can tell the country. */
export function internationalNumber(phone: string, country: string): string | null {
  const packed = phone.normalize('NFKC').replaceAll(/[\s().\-/\u2010-\u2015]/gu, '');
  const whole = /^(?:\+|00)([1-9]\d{7,14})$/.exec(packed)?.[1];
  if (whole !== undefined) return whole;
  const code = countryNamed(country)?.calling_code;
  const local = /^0?([1-9]\d{6,12})$/.exec(packed)?.[1];
  if (code === undefined || local === undefined || code.length + local.length > 15) return null;
  // A number of India has ten digits. A longer one that begins with the code has it already.
  return local.startsWith(code) && local.length > 10 ? local : `${code}${local}`;
}

const phoneRow = row({
  student_id: int,
  holder_id: int,
  holder: text,
  phone: text,
  country: text,
  /** Of guardians who may not see the student. */
  barred: list(text),
  /** Numbers for which the holder has a present consent. */
  agreed: list(text),
});

/** A number to which texts for a student may go if its holder has agreed. */
export interface StudentNumber extends Pick<RowOf<typeof phoneRow>, 'student_id' | 'holder_id' | 'holder'> {
  readonly number: string;
  readonly has_agreed: boolean;
}

/**
 * The numbers of these students, best first for each of them: their own, then those of guardians who may see; never that
 * of one who may not, also where others have it.
 */
export async function listNumbers(db: Db, students: readonly number[]): Promise<StudentNumber[]> {
  const found = await many(
    db,
    phoneRow,
    sql`
      select p.id as student_id, n.holder_id, n.holder, n.phone, coalesce(nullif(p.country, ''), p.region) as country,
        array(
          select barred.phone_number
          from guardians r
          join people barred on barred.id = r.guardian_id and barred.deleted_at is null
          where r.student_id = p.id and not r.may_see and barred.phone_number <> ''
        ) as barred,
        array(
          select c.number from whatsapp_consents c where c.person_id = n.holder_id and c.ended_at is null
        ) as agreed
      from people p
      cross join lateral (
        select p.id as holder_id, p.fullname as holder, p.phone_number as phone, 0 as rank, 0::bigint as id
        union all
        select g.id, g.fullname, g.phone_number, 1, r.id
        from guardians r
        join people g on g.id = r.guardian_id and g.deleted_at is null
        where r.student_id = p.id and r.may_see
      ) n
      where p.id = any(${[...students]}::bigint[]) and p.deleted_at is null and n.phone <> ''
      order by p.id, n.rank, n.id
    `,
  );
  return found.flatMap(({ phone, country, barred, agreed, ...rest }) => {
    const number = internationalNumber(phone, country);
    // One number may be written in several ways, and one that nobody can read whole is compared by its end.
    const isBarred = barred.some((other) => {
      const digits = other.normalize('NFKC').replaceAll(/\D/g, '').replace(/^0+/, '');
      return number !== null && digits !== '' && (number.endsWith(digits) || digits.endsWith(number));
    });
    return number === null || isBarred ? [] : [{ ...rest, number, has_agreed: agreed.includes(number) }];
  });
}

/** The number of each student whose holder has agreed and not ended it; the best where there are several. */
export async function listAgreed(db: Db, students: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const numbers = await listNumbers(db, students);
  // The best comes last, and stays.
  const agreed = numbers.filter((one) => one.has_agreed).toReversed();
  return new Map(agreed.map(({ student_id: id, number }) => [id, number]));
}
