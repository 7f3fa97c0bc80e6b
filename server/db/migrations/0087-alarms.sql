-- Alarms of every kind are in one table. Its first kind was one password tried on many accounts; `accounts` counts what
-- the kind is about: accounts, rows, refusals, or the first wrong entry of the security log.
alter table sign_in_alarms add column kind text not null default 'spraying';
-- whose exports or refusals they are; without a reference, as in the log
alter table sign_in_alarms add column person_id bigint;

-- The last entry of the security log that went out to the process's log: a log whose end is missing is found.
create table security_stream (
  only_row boolean constraint security_stream_pkey primary key default true
    constraint security_stream_one_row check (only_row),
  entry_id bigint not null,
  hash bytea not null
);
insert into security_stream (entry_id, hash) values (0, '');
