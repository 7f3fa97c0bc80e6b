import sql from 'sql-template-tag';
import { studentsBehind } from '#server/channels/mail/behind.ts';
import { myPageLink } from '#server/channels/mail/my-page-link.ts';
import type { Config } from '#server/config.ts';
import { idRow, instant, int, money, row, text } from '#server/db/columns.ts';
import { dues } from '#server/db/due-money.ts';
import { listServices, serviceFor } from '#server/db/pay-services.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import type { KeptForm } from './forms.ts';
import type { ToPay } from './view.ts';

/* What is to be paid for those whom a form has registered. Its mailbox is proved. */

const payerRow = row({ student_id: int, reader_id: int });

/** Of these students those for whom the reader of the mailbox pays. */
const listPaid = (db: Db, { mailbox, students }: KeptForm) =>
  many(
    db,
    payerRow,
    sql`
      select b.student_id, b.reader_id from (${studentsBehind(sql`${mailbox}`)}) b
      where b.pays and b.student_id = any(${students}::bigint[])
    `,
  );

const dueRow = row({
  currency: text,
  due: money,
  held: int,
  held_until: instant.nullable(),
  lapsed: int,
  zone: text,
});

export async function listToPay(db: Db, form: KeptForm): Promise<readonly ToPay[]> {
  if (form.students.length === 0) return [];
  const paid = (await listPaid(db, form)).map(({ student_id }) => student_id);
  const [found, services] = [
    await many(
      db,
      dueRow,
      sql`
        select l.currency, sum(dues.due) as due, count(*) filter (where h.is_held)::integer as held,
          min(h.held_until) filter (where h.is_held) as held_until,
          count(*) filter (where not h.is_held)::integer as lapsed, coalesce(max(h.timezone), '') as zone
        from ledger_sums l
        cross join ${dues}
        left join lateral (
          select r.held_until, r.held_until > now() as is_held, r.timezone
          from registrations r
          join enrolments e on e.student_id = r.student_id and e.course_id = r.course_id and e.ended_on is null
            and e.class_id is null
          where r.student_id = l.student_id and r.course_id = l.course_id and r.decided_at is null
            and r.held_until is not null
          limit 1
        ) h on true
        where l.student_id = any(${paid}::bigint[]) and l.course_id = ${form.course_id} and dues.due > 0
        group by l.currency
        order by l.currency
      `,
    ),
    await listServices(db),
  ];
  return found.flatMap(({ held_until: heldUntil, ...due }) => {
    const serving = serviceFor(services, due.currency);
    if (serving === null) return [];
    return [{ ...due, service: serving.service, isTest: serving.is_test, heldUntil }];
  });
}

/** For `beginCheckout`. Null: the mailbox pays for none of them any more. */
export async function payersOf(db: Db, config: Config, form: KeptForm) {
  const paid = await listPaid(db, form);
  // A page of the mailbox is made where there is none yet.
  const link = paid.length === 0 ? null : await myPageLink(db, config, form.mailbox);
  const page =
    link === null
      ? null
      : await maybeOne(db, idRow, sql`select g.id from personal_pages g where g.mailbox = ${form.mailbox}`);
  if (page === null) return null;
  return {
    pageId: page.id,
    readerId: paid[0]!.reader_id,
    students: paid.map(({ student_id }) => student_id),
    courseId: form.course_id,
  };
}
