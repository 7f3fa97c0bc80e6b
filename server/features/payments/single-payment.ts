import type { PaymentDetail, PaymentStep } from '@gurukul/contract/payments';
import { matchGrounds } from '@gurukul/contract/shared/payment-preview';
import { paymentSources } from '@gurukul/contract/payments';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { instant, int, object, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownCourses } from '#server/http/scope.ts';
import { paymentColumns, paymentRow } from './queries.ts';

const foundPayment = row({
  ...paymentRow.shape,
  recorded_at: instant,
  student: object({
    id: int,
    fullname: text,
    email_id: text,
    phone_number: text.nullable(),
  }).nullable(),
});

/** Null when there is none, or it is out of reach. */
const findPayment = (db: Db, person: Person, id: number) =>
  maybeOne(
    db,
    foundPayment,
    sql`
      select ${paymentColumns}, m.created_at as recorded_at,
        case when p.id is not null then json_build_object('id', p.id, 'fullname', p.fullname, 'email_id', p.email_id,
          'phone_number', p.phone_number) end as student
      from payments m
      left join courses c on c.id = m.course_id
      left join people p on p.id = m.student_id and p.deleted_at is null
      where m.id = ${id}
        and ${ownCourses(person)}
        and (c.deleted_at is null or ${person.role === 'admin'})
    `,
  );

/** The fields of the payment, with the names of its ids. */
const look = z.record(text, z.json());

const foundStep = row({
  source: oneOf(paymentSources),
  at: instant,
  by: text.nullable(),
  import_id: int.nullable(),
  file_name: text.nullable(),
  row: int.nullable(),
  matched_by: oneOf(matchGrounds).nullable(),
  key_name: text.nullable(),
  before: look.nullable(),
  after: look,
});
type FoundStep = RowOf<typeof foundStep>;

/** The names of the ids in a state. */
const named = (look: Sql) => sql`
  ${look} || jsonb_build_object('amount', ${look} ->> 'amount',
    'course', (select c.course_name from courses c where c.id = (${look} ->> 'course_id')::bigint),
    'student', (select p.fullname from people p where p.id = (${look} ->> 'student_id')::bigint))
`;

/**
 * Steps of uploads that were not undone and of intake keys, oldest first. For a key's update only the changed fields
 * are known.
 */
const listSteps = (db: Db, id: number) =>
  many(
    db,
    foundStep,
    sql`
      with steps as (
        select 'upload' as source, i.created_at as at, i.id as place, by.fullname as by, i.id as import_id, i.file_name,
          s.row_number as row, s.matched_by, null as key_name, s.before, s.after
        from imported_payments s
        join imports i on i.id = s.import_id and i.undone_at is null
        join people by on by.id = i.created_by
        where s.payment = ${id}
        union all
        select 'intake', a.at, a.id, null, null, null, null, null, k.name, a.before, a.after
        from audit_entries a
        join intake_keys k on k.id = a.intake_key_id
        where a.table_name = 'payments'
          and a.row_id = ${id}::text
          and a.action in ('insert', 'update')
      )
      select s.source, s.at, s.by, s.import_id, s.file_name, s.row, s.matched_by, s.key_name,
        case when s.before is not null then ${named(sql`s.before`)} end as before,
        ${named(sql`s.after`)} as after
      from steps s
      order by s.at, s.place, s.row
    `,
  );

/** Columns of the table by their names on the wire. */
const shownFields: Readonly<Record<string, string>> = {
  full_name: 'full_name',
  email_id: 'email_id',
  phone_number: 'phone_number',
  course: 'course_name',
  amount: 'amount',
  status: 'status',
  paid_at: 'created_at',
  student: 'student',
};

const textOf = (column: string, value: unknown): string => {
  if (typeof value !== 'string') return '';
  return column === 'paid_at' ? new Date(value).toISOString() : value;
};

function changesOf({ before, after }: FoundStep): PaymentStep['changes'] {
  if (before === null) return [];
  return Object.entries(shownFields)
    .map(([column, field]) => ({
      field,
      from: textOf(column, before[column]),
      to: textOf(column, after[column]),
    }))
    .filter(({ from, to }) => from !== to);
}

function stepOf(found: FoundStep): PaymentStep {
  const { before, after: _after, ...step } = found;
  return {
    ...step,
    deed: before === null ? 'created' : 'updated',
    changes: changesOf(found),
  };
}

const noOrigin = { by: null, import_id: null, file_name: null, row: null, key_name: null, matched_by: null };

export async function singlePayment(db: Db, person: Person, id: number): Promise<PaymentDetail | null> {
  const found = await findPayment(db, person, id);
  if (found === null) return null;
  const { recorded_at, ...payment } = found;
  const steps = (await listSteps(db, id)).map(stepOf);
  const [first] = steps;
  if (first?.deed === 'created') return { ...payment, source: first.source, steps };
  // No upload or key brought it: it was there when the portal started.
  const start: PaymentStep = { ...noOrigin, deed: 'created', source: 'demo', at: recorded_at, changes: [] };
  return { ...payment, source: 'demo', steps: [start, ...steps] };
}
