-- Why a meeting is not as planned stays with the staff, unless who wrote it wants families to know.
alter table meetings add column tells_reason boolean not null default false;
