-- Allowed: rewrite, because `provider` has one row.

-- Whether owners of open cases get a mail of them every Monday, and the next Monday for it on the provider's clock.
alter table provider
  add column weekly_cases boolean not null default true,
  add column weekly_cases_on date not null default date_trunc('week', current_date)::date + 7;
