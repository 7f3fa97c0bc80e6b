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
});

/** A number to which texts for a student may go if its holder agreed. */
export interface StudentNumber extends Pick<RowOf<typeof phoneRow>, 'student_id' | 'holder_id' | 'holder'> {
  readonly number: string;
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
        ) as barred
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
  return found.flatMap(({ phone, country, barred, ...rest }) => {
    const number = internationalNumber(phone, country);
    // One number may be written in several ways, and one that nobody can read whole is compared by its end.
    const isBarred = barred.some((other) => {
      const digits = other.normalize('NFKC').replaceAll(/\D/g, '').replace(/^0+/, '');
      return number !== null && digits !== '' && (number.endsWith(digits) || digits.endsWith(number));
    });
    return number === null || isBarred ? [] : [{ ...rest, number }];
  });
}

const consentRow = row({ person_id: int, number: text });

export const consentKey = (holderId: number, number: string): string => `${holderId} ${number}`;

/** The present consents of these people. */
export async function listConsentsOf(db: Db, holders: readonly number[]): Promise<ReadonlySet<string>> {
  const found = await many(
    db,
    consentRow,
    sql`
      select c.person_id, c.number
      from whatsapp_consents c
      where c.ended_at is null and c.person_id = any(${[...holders]}::bigint[])
    `,
  );
  return new Set(found.map(({ person_id: id, number }) => consentKey(id, number)));
}

/** The number of each student whose holder has agreed and not ended it; the best where there are several. */
export async function listAgreed(db: Db, students: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const numbers = await listNumbers(db, students);
  const agreed = await listConsentsOf(
    db,
    numbers.map(({ holder_id: id }) => id),
  );
  const best = numbers
    .filter(({ holder_id: id, number }) => agreed.has(consentKey(id, number)))
    // The best comes last, and stays.
    .toReversed();
  return new Map(best.map(({ student_id: id, number }) => [id, number]));
}
