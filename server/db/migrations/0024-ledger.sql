-- The ledger of a student in a course, per currency: charges, waivers, payments and refunds are rows, and what is open
-- follows from them. Nothing is stored about which payment pays which charge: the oldest charge is paid first.

-- Allowed: lock, because the tables that are referred to are locked in the order of the house, for a moment.
lock table courses, people, payments in share row exclusive mode;

-- A payment for several students, or for several courses: a row for each. They add up to the payment. Without any, the
-- whole payment is for its own student and course.
create table payment_shares (
  id bigint generated always as identity constraint payment_shares_pkey primary key,
  payment_id bigint not null constraint payment_shares_payment_fkey references payments on delete cascade,
  student_id bigint not null constraint payment_shares_student_fkey references people,
  course_id bigint not null constraint payment_shares_course_fkey references courses,
  amount numeric not null constraint payment_shares_amount_positive check (amount > 0)
);
-- after a merge of two people one payment may have two for one course
create index payment_shares_by_payment on payment_shares (payment_id);
create index payment_shares_by_student on payment_shares (student_id, course_id);
create index payment_shares_by_course on payment_shares (course_id);

-- Money that went back: by the provider, or by a dispute that the payer's bank decides.
create table refunds (
  id bigint generated always as identity constraint refunds_pkey primary key,
  -- the number that the payment service gave it
  refund_id text constraint refunds_refund_id_unique unique,
  payment_id bigint not null constraint refunds_payment_fkey references payments,
  -- of a payment with shares
  share_id bigint constraint refunds_share_fkey references payment_shares,
  kind text not null default 'refund' constraint refunds_kind_known check (kind in ('refund', 'dispute')),
  amount numeric not null constraint refunds_amount_positive check (amount > 0),
  reason text not null default '',
  refunded_at timestamptz not null,
  recorded_by bigint constraint refunds_recorded_by_fkey references people,
  -- a dispute that was won, or a refund that did not arrive
  reversed_at timestamptz,
  created_at timestamptz not null default now()
);
create index refunds_by_payment on refunds (payment_id);
create index refunds_by_share on refunds (share_id) where share_id is not null;

-- What a student owes for a course: the price, in 1 to 12 parts.
create table charges (
  id bigint generated always as identity constraint charges_pkey primary key,
  student_id bigint not null constraint charges_student_fkey references people,
  course_id bigint not null constraint charges_course_fkey references courses,
  part integer not null default 1,
  parts integer not null default 1,
  due_on date not null,
  amount numeric not null constraint charges_amount_positive check (amount > 0),
  currency text not null constraint charges_currency_iso check (currency ~ '^[A-Z]{3}$'),
  note text not null default '',
  canceled_at timestamptz,
  cancel_reason text,
  created_by bigint constraint charges_created_by_fkey references people,
  created_at timestamptz not null default now(),
  constraint charges_parts_sane check (parts between 1 and 12 and part between 1 and parts)
);
create index charges_by_student on charges (student_id, course_id, due_on);
create index charges_by_course on charges (course_id, due_on) where canceled_at is null;

create table waivers (
  id bigint generated always as identity constraint waivers_pkey primary key,
  charge_id bigint not null constraint waivers_charge_fkey references charges,
  amount numeric not null constraint waivers_amount_positive check (amount > 0),
  reason text not null
    constraint waivers_reason_known check (reason in ('exempted', 'sponsored', 'alternate', 'discount')),
  -- who pays in place of the student, where somebody does
  sponsor text not null default '',
  note text not null default '',
  canceled_at timestamptz,
  created_by bigint constraint waivers_created_by_fkey references people,
  created_at timestamptz not null default now()
);
create index waivers_by_charge on waivers (charge_id);

-- A mail asked for what a student owes in a currency: at most one a week.
create table reminders (
  id bigint generated always as identity constraint reminders_pkey primary key,
  student_id bigint not null constraint reminders_student_fkey references people,
  currency text not null constraint reminders_currency_iso check (currency ~ '^[A-Z]{3}$'),
  -- the mailbox, in lower case
  sent_to text not null,
  asked_by bigint constraint reminders_asked_by_fkey references people,
  asked_at timestamptz not null default now()
);
create index reminders_by_student on reminders (student_id, asked_at desc);
create index reminders_by_mailbox on reminders (sent_to, asked_at desc);

-- Numbered without a gap within a series and year, so nothing removes one. The content is what the document shows, and
-- what it is drawn from again.
create table receipts (
  id bigint generated always as identity constraint receipts_pkey primary key,
  series text not null,
  year text not null,
  number integer not null constraint receipts_number_positive check (number > 0),
  -- null: an undone upload took the payment away, and the receipt is void
  payment_id bigint constraint receipts_payment_fkey references payments on delete set null,
  payer_id bigint constraint receipts_payer_fkey references people,
  language text not null,
  content jsonb not null,
  issued_by bigint constraint receipts_issued_by_fkey references people,
  issued_at timestamptz not null default now(),
  -- when it first went out or was downloaded; from then on it is a copy
  given_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  constraint receipts_number_unique unique (series, year, number)
);
create unique index receipts_one_per_payment on receipts (payment_id) where voided_at is null;
create index receipts_by_payment on receipts (payment_id);
create index receipts_by_payer on receipts (payer_id, issued_at desc) where payer_id is not null;

-- One unit of the currency in units of the provider's reporting currency, as the office typed it in.
create table exchange_rates (
  id bigint generated always as identity constraint exchange_rates_pkey primary key,
  currency text not null constraint exchange_rates_currency_unique unique
    constraint exchange_rates_currency_iso check (currency ~ '^[A-Z]{3}$'),
  rate numeric not null constraint exchange_rates_rate_positive check (rate > 0),
  as_of date not null
);

-- Every amount that counts in a ledger. Only `success` is received money.
create view ledger_entries as
select c.student_id, c.course_id, c.currency, 'charge' as kind, c.id, c.amount, c.due_on as on_day
from charges c
where c.canceled_at is null
union all
select c.student_id, c.course_id, c.currency, 'waiver', w.id, w.amount, (w.created_at at time zone 'Asia/Kolkata')::date
from waivers w
join charges c on c.id = w.charge_id
where w.canceled_at is null and c.canceled_at is null
union all
select m.student_id, m.course_id, m.currency, 'payment', m.id, m.amount, (m.paid_at at time zone 'Asia/Kolkata')::date
from payments m
where lower(m.status) = 'success' and m.kind = 'fee' and m.currency is not null and m.student_id is not null
  and not exists (select from payment_shares s where s.payment_id = m.id)
union all
select s.student_id, s.course_id, m.currency, 'payment', m.id, s.amount, (m.paid_at at time zone 'Asia/Kolkata')::date
from payment_shares s
join payments m on m.id = s.payment_id
where lower(m.status) = 'success' and m.currency is not null
union all
select m.student_id, m.course_id, m.currency, 'refund', r.id, r.amount, (r.refunded_at at time zone 'Asia/Kolkata')::date
from refunds r
join payments m on m.id = r.payment_id
where r.reversed_at is null and r.share_id is null
  and lower(m.status) = 'success' and m.kind = 'fee' and m.currency is not null and m.student_id is not null
union all
select s.student_id, s.course_id, m.currency, 'refund', r.id, r.amount, (r.refunded_at at time zone 'Asia/Kolkata')::date
from refunds r
join payment_shares s on s.id = r.share_id
join payments m on m.id = s.payment_id
where r.reversed_at is null and r.share_id is not null and lower(m.status) = 'success' and m.currency is not null;

-- What a student owes for a course in each currency, or has too much.
create view balances as
select b.*, greatest(b.owed, 0) as open, greatest(-b.owed, 0) as credit
from (
  select t.*, t.charged - t.waived - t.received + t.refunded as owed
  from (
    select e.student_id, e.course_id, e.currency,
      coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0) as charged,
      coalesce(sum(e.amount) filter (where e.kind = 'waiver'), 0) as waived,
      coalesce(sum(e.amount) filter (where e.kind = 'payment'), 0) as received,
      coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0) as refunded
    from ledger_entries e
    group by e.student_id, e.course_id, e.currency
  ) t
) b;

-- The sums of the ledgers in which something was ever charged, so that lists and totals need not read every payment.
-- They follow from `balances`; the end of each change derives anew those that it wrote. Without
-- references, which would lock people and courses at the end of every change.
create table ledger_sums (
  student_id bigint not null,
  course_id bigint not null,
  currency text not null,
  charged numeric not null,
  waived numeric not null,
  received numeric not null,
  refunded numeric not null,
  open numeric not null,
  credit numeric not null,
  -- the day of the oldest charge that is not paid
  open_since date,
  constraint ledger_sums_pkey primary key (student_id, course_id, currency)
);
create index ledger_sums_by_course on ledger_sums (course_id);
create index ledger_sums_by_day on ledger_sums (open_since, student_id) where open > 0;

-- What is open of each charge: the oldest one of a student, a course and a currency is paid first.
create view open_charges as
select n.charge_id, n.student_id, n.course_id, n.currency, n.part, n.parts, n.due_on, n.amount, n.waived,
  least(n.owed, greatest(n.up_to - coalesce(l.received - l.refunded, 0), 0)) as open
from (
  select c.id as charge_id, c.student_id, c.course_id, c.currency, c.part, c.parts, c.due_on, c.amount,
    coalesce(w.amount, 0) as waived, c.amount - coalesce(w.amount, 0) as owed,
    sum(c.amount - coalesce(w.amount, 0)) over (
      partition by c.student_id, c.course_id, c.currency order by c.due_on, c.id
    ) as up_to
  from charges c
  left join lateral (
    select sum(w.amount) as amount from waivers w where w.charge_id = c.id and w.canceled_at is null
  ) w on true
  where c.canceled_at is null
) n
left join ledger_sums l
  on l.student_id = n.student_id and l.course_id = n.course_id and l.currency = n.currency;

-- The payment status that follows from a ledger. Where nothing is charged, none does.
create view ledger_statuses as
select b.student_id, b.course_id,
  case
    when bool_or(b.open > 0) then case when bool_or(b.refunded > 0) and bool_and(b.received = b.refunded) then 'Refunded' end
    when bool_or(b.received > b.refunded) then 'Successful'
    else coalesce((
      select case w.reason when 'sponsored' then 'Sponsored' when 'alternate' then 'Alternate arrangements made'
        else 'Exempted' end
      from waivers w
      join charges c on c.id = w.charge_id
      where c.student_id = b.student_id and c.course_id = b.course_id and w.canceled_at is null and c.canceled_at is null
      order by w.reason = 'discount', w.amount desc, w.id
      limit 1
    ), 'Successful')
  end as payment_status
from ledger_sums b
group by b.student_id, b.course_id
having sum(b.charged) > 0;

-- Derives the sums and the payment status of a student in a course. The status follows where something is charged, and
-- nobody chose it. The indexes are taken also while the tables are small: plans are kept while thousands are charged.
create function settle_ledger(student bigint, course bigint) returns void language plpgsql set enable_seqscan = off as $$
begin
  -- Of two changes of one ledger the second waits here, and then sees the first.
  perform from enrolments e
  where e.student_id = student and e.course_id = course and e.ended_on is null
  for no key update;
  perform from ledger_sums l where l.student_id = student and l.course_id = course order by l.currency for update;
  delete from ledger_sums l where l.student_id = student and l.course_id = course;
  if not exists (select from charges c where c.student_id = student and c.course_id = course) then
    return;
  end if;
  insert into ledger_sums (student_id, course_id, currency, charged, waived, received, refunded, open, credit)
  select b.student_id, b.course_id, b.currency, b.charged, b.waived, b.received, b.refunded, b.open, b.credit
  from balances b
  where b.student_id = student and b.course_id = course
  on conflict on constraint ledger_sums_pkey do update
  set charged = excluded.charged, waived = excluded.waived, received = excluded.received, refunded = excluded.refunded,
    open = excluded.open, credit = excluded.credit;
  update ledger_sums l
  set open_since = (
    select min(o.due_on) from open_charges o
    where o.student_id = student and o.course_id = course and o.currency = l.currency and o.open > 0
  )
  where l.student_id = student and l.course_id = course and l.open > 0;
  update enrolments e
  set payment_status = s.payment_status
  from ledger_statuses s
  where s.student_id = student and s.course_id = course
    and e.student_id = student and e.course_id = course and e.ended_on is null and not e.payment_by_hand
    and e.payment_status is distinct from s.payment_status;
end
$$;

-- The ledgers that a change wrote, when it is complete. Of enrolments only those with charges: an import of 20,000
-- students need not look for 20,000 ledgers.
create function settle_changed_ledgers() returns trigger language plpgsql as $$
begin
  perform settle_ledger(t.student_id, t.course_id)
  from (
    select a.about_person_id as student_id, a.course_id, a.table_name <> 'enrolments' as is_money
    from audit_entries a
    where a.change_id = new.id
      and a.table_name in ('charges', 'waivers', 'payments', 'payment_shares', 'refunds', 'enrolments')
    union
    select coalesce((a.before ->> 'student_id')::bigint, a.about_person_id),
      coalesce((a.before ->> 'course_id')::bigint, a.course_id), a.table_name <> 'enrolments'
    from audit_entries a
    where a.change_id = new.id and a.table_name in ('charges', 'payments', 'payment_shares', 'enrolments')
    union
    -- those for whom a payment of several is
    select s.student_id, s.course_id, true
    from audit_entries a
    join payment_shares s on s.payment_id = case when a.table_name = 'payments' then a.row_id::bigint end
    where a.change_id = new.id
    union
    -- whose the whole payment was before it had shares, or is again without them
    select m.student_id, m.course_id, true
    from audit_entries a
    join payments m
      on m.id = case when a.table_name = 'payment_shares' then (coalesce(a.after, a.before) ->> 'payment_id')::bigint end
    where a.change_id = new.id
  ) t
  where t.student_id is not null and t.course_id is not null
  group by t.student_id, t.course_id
  having bool_or(t.is_money)
    or exists (select from charges c where c.student_id = t.student_id and c.course_id = t.course_id)
  order by t.student_id, t.course_id;
  return null;
end
$$;

-- As before, and waivers, refunds and receipts are about the student and the course of their charge or payment.
create or replace function record_audit() returns trigger language plpgsql as $$
declare
  before_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole_row jsonb := coalesce(after_row, before_row);
  new_password boolean := tg_op = 'UPDATE' and before_row -> 'password_hash' is distinct from after_row -> 'password_hash';
  change bigint := nullif(current_setting('gurukul.change', true), '');
  course bigint := whole_row ->> 'course_id';
  person bigint := coalesce(whole_row ->> 'student_id', whole_row ->> 'teacher_id', whole_row ->> 'person_id');
begin
  before_row := before_row - array['password_hash', 'hash'];
  after_row := after_row - array['password_hash', 'hash'];
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, after_row -> b.key)
      into before_row, after_row
      from jsonb_each(before_row) b
      where b.value is distinct from after_row -> b.key
      -- that something was saved as it was before is no change
      having bool_or(b.key not in ('updated_at', 'version'));
    if new_password then
      before_row := coalesce(before_row, '{}');
      after_row := coalesce(after_row, '{}') || '{"password_changed": true}';
    end if;
    if before_row is null then
      return null;
    end if;
  end if;
  if change is null then
    change := current_change();
  end if;
  if tg_table_name = 'people' then
    person := whole_row ->> 'id';
  elsif tg_table_name = 'courses' then
    course := whole_row ->> 'id';
  elsif course is null and whole_row ? 'event_id' then
    select e.course_id into course from events e where e.id = (whole_row ->> 'event_id')::bigint;
  elsif tg_table_name = 'waivers' then
    select c.course_id, c.student_id into course, person
    from charges c where c.id = (whole_row ->> 'charge_id')::bigint;
  elsif tg_table_name in ('refunds', 'receipts') then
    select coalesce(s.course_id, m.course_id), coalesce(s.student_id, m.student_id) into course, person
    from payments m
    left join payment_shares s on s.id = (whole_row ->> 'share_id')::bigint
    where m.id = (whole_row ->> 'payment_id')::bigint;
  end if;
  insert into audit_entries (change_id, person_id, intake_key_id, call, request_id, table_name, row_id, action, before,
    after, course_id, about_person_id)
  values (
    change,
    nullif(current_setting('gurukul.person', true), '')::bigint,
    nullif(current_setting('gurukul.key', true), '')::bigint,
    nullif(current_setting('gurukul.call', true), ''),
    nullif(current_setting('gurukul.request', true), ''),
    tg_table_name,
    coalesce(whole_row ->> 'id', concat_ws('/', whole_row ->> 'course_id', whole_row ->> 'teacher_id')),
    lower(tg_op),
    before_row,
    after_row,
    course,
    person
  );
  return null;
end
$$;

create trigger payment_shares_audited after insert or update or delete on payment_shares for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger refunds_audited after insert or update or delete on refunds for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger charges_audited after insert or update or delete on charges for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger waivers_audited after insert or update or delete on waivers for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger receipts_audited after insert or update or delete on receipts for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger exchange_rates_audited after insert or update or delete on exchange_rates for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
create trigger reminders_audited after insert or update or delete on reminders for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
