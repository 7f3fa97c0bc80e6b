-- What would remove data sooner counts a day after it was saved, unless an account admin stops it before.
-- Days by kind, as in `retention`; null: nothing waits.
alter table provider add column retention_waits jsonb;
alter table provider add column retention_from timestamptz;
alter table provider add constraint provider_retention_waits_until
  check (num_nonnulls(retention_waits, retention_from) in (0, 2)) not valid;
