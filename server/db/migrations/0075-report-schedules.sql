-- Lists that are mailed as a spreadsheet every Monday or on the first of a month. The rows are read when the mail leaves,
-- with the reach that its receiver has then.
create table report_schedules (
  id bigint generated always as identity constraint report_schedules_pkey primary key,
  author_id bigint not null constraint report_schedules_author_fkey references people,
  receiver_id bigint not null constraint report_schedules_receiver_fkey references people,
  -- the role in which the receiver reads the rows
  role text not null constraint report_schedules_role_known check (role in ('admin', 'courseadmin', 'teacher')),
  name text not null constraint report_schedules_name_present check (name <> ''),
  -- the list and its filter, as the contract has them
  report jsonb not null,
  rhythm text not null constraint report_schedules_rhythm_known check (rhythm in ('weekly', 'monthly')),
  -- on the provider's clock
  next_on date not null,
  is_paused boolean not null default false,
  -- the receiver has the role no more
  stopped_at timestamptz
);
create index report_schedules_by_receiver on report_schedules (receiver_id);
create index report_schedules_next on report_schedules (next_on) where not is_paused and stopped_at is null;

create trigger report_schedules_audited after insert or update or delete on report_schedules for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
