-- The office named a payer who is neither the student nor the guardian who pays.
alter table payments add by_another boolean not null default false;
