import type { WrittenPayment } from '@gurukul/contract/payments';
import { toMils, writtenIn } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import { idRow } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownStudents, scope } from '#server/http/identity/scope.ts';
import { officeDay } from '#server/time/office-clock.ts';
import { payerOf } from './payer.ts';
import { wrong } from './wrong.ts';

export type PaymentInput = Omit<WrittenPayment, 'reference' | 'again'>;

/** One student in one course. */
export interface Share {
  readonly user_id: number;
  readonly course_id: number;
  readonly amount: string;
}

/** What is stored of a payment, after all checks. */
export interface Checked {
  readonly values: Omit<PaymentInput, 'shares' | 'knowing'>;
  /** Empty for a payment that is whole for one student and course. */
  readonly shares: readonly Share[];
  /** The students and courses whose balances it changes. */
  readonly pairs: readonly Share[];
}

/**
 * Locks the students, so that nobody is deleted meanwhile. A course admin also reaches those who have left their course:
 * they may still owe something.
 */
async function holdStudents(tx: Db, person: Person, shares: readonly Share[]): Promise<void> {
  const ids = [...new Set(shares.map(({ user_id }) => user_id))];
  const found = await many(
    tx,
    idRow,
    sql`
      select p.id
      from people p
      where p.id = any(${ids}::bigint[]) and ${isStudent}
        and (
          ${ownStudents(person)}
          or exists (
            select from enrolments e
            where e.student_id = p.id and e.course_id = any(${shares.map(({ course_id }) => course_id)}::bigint[])
          )
        )
      order by p.id
      for share of p
    `,
  );
  if (found.length < ids.length) throw fail('not_found');
}

/** Asks whether it is meant where a course has prices, but none in this currency. */
async function refuseUnpriced(db: Db, courseIds: readonly number[], currency: string): Promise<void> {
  const isUnpriced = await exists(
    db,
    sql`
      select from course_prices p
      where p.course_id = any(${courseIds}::bigint[])
      group by p.course_id
      having not bool_or(p.currency_code = ${currency})
    `,
  );
  if (isUnpriced) throw fail('currency_without_price');
}

/** The amount with the decimals of its currency. Throws where it has more of them. */
export function amountIn(currency: string, field: string, amount: string): string {
  const text = writtenIn(amount, currency);
  if (text === null) throw wrong(field, 'amount_finer');
  return text;
}

function sharesOf({ shares, currency, amount, kind }: PaymentInput): Share[] {
  if (!shares) return [];
  if (kind === 'donation') throw wrong('shares', 'no_choice');
  const whole = shares.reduce((sum, share) => sum + toMils(share.amount), 0n);
  if (whole !== toMils(amount)) throw wrong('amount', 'amount_not_the_sum');
  const named = new Set(shares.map(({ user_id, course_id }) => `${user_id} ${course_id}`));
  if (named.size < shares.length) throw wrong('shares', 'share_twice');
  return shares.map((share, index) => ({
    ...share,
    amount: amountIn(currency, `shares.${index}.amount`, share.amount),
  }));
}

/** Checks everything that does not depend on a payment that is there. Locks the students. Throws a refusal. */
export async function checkWritten({ db, person }: Ctx, written: PaymentInput): Promise<Checked> {
  const { kind, currency, knowing, shares: _, ...rest } = written;
  if (kind === 'donation' && person.role !== 'admin') throw fail('not_allowed');
  if (kind === 'fee' && written.campaign !== '') throw wrong('campaign', 'no_choice');
  if (written.paid_at > (await officeDay(db))) throw wrong('paid_at', 'date_in_future');
  const amount = amountIn(currency, 'amount', written.amount);
  const shares = sharesOf({ ...written, amount });
  const [first] = shares;
  const student_id = first?.user_id ?? written.student_id;
  const course_id = first?.course_id ?? written.course_id;
  if (kind === 'fee' && student_id === null) throw wrong('student_id', 'fill_in');
  if (kind === 'fee' && course_id === null) throw wrong('course_id', 'fill_in');

  const whole = student_id === null || course_id === null ? [] : [{ user_id: student_id, course_id, amount }];
  const pairs = shares.length > 0 ? shares : whole;
  const courseIds = [...new Set([...pairs.map((pair) => pair.course_id), ...(course_id ? [course_id] : [])])];
  for (const id of courseIds) await scope(db, person).course(id);
  if (student_id !== null) {
    await holdStudents(
      db,
      person,
      pairs.length > 0 ? pairs : [{ user_id: student_id, course_id: 0, amount }],
    );
  }
  if (knowing !== true) await refuseUnpriced(db, courseIds, currency);

  const isNamed = written.full_name !== '';
  const payer = isNamed || student_id === null ? rest : await payerOf(db, person, student_id);
  if (payer.full_name === '') throw wrong('full_name', 'payer_missing');
  const { full_name, email_id, phone_number } = payer;
  return {
    values: {
      ...rest,
      kind,
      currency,
      amount,
      student_id,
      course_id,
      full_name,
      email_id,
      phone_number,
    },
    // A single share is the whole payment.
    shares: shares.length > 1 ? shares : [],
    pairs: kind === 'fee' ? pairs : [],
  };
}
