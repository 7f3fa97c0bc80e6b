alter table provider
  add column address text not null default '',
  -- of the organisation, for tax
  add column registration text not null default '',
  add column receipt_template text not null default 'plain',
  add column receipt_wording text not null default '',
  -- the month in which the year of receipts begins
  add column receipt_year_start integer not null default 4,
  add column reporting_currency text,
  add constraint provider_template_known check (receipt_template in ('plain', '80g', 'us')) not valid,
  add constraint provider_year_start_sane check (receipt_year_start between 1 and 12) not valid,
  add constraint provider_currency_iso check (reporting_currency ~ '^[A-Z]{3}$') not valid;
