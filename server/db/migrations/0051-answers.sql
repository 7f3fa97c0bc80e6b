-- What students and guardians say on their page: that they cannot come to a meeting, or a short reply.

create table answers (
  id bigint generated always as identity constraint answers_pkey primary key,
  student_id bigint not null constraint answers_student_fkey references people,
  course_id bigint not null,
  class_id bigint not null,
  kind text not null constraint answers_kind_known check (kind in ('cannot_come', 'reply')),
  body text not null default '',
  -- the meeting, as of `meetings`, and the day on which it was to take place then
  slot_id bigint,
  on_date date,
  is_extra boolean,
  held_on date,
  -- the student, or the guardian whose mailbox it is
  said_by bigint not null constraint answers_said_by_fkey references people,
  said_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint answers_class_fkey foreign key (class_id, course_id) references classes (id, course_id),
  constraint answers_slot_fkey foreign key (slot_id, course_id) references class_slots (id, course_id),
  constraint answers_meeting_whole check (
    num_nonnulls(slot_id, on_date, is_extra, held_on) = case kind when 'cannot_come' then 4 else 0 end
  ),
  constraint answers_reply_present check (kind = 'cannot_come' or body <> '')
);
create unique index answers_one_per_meeting on answers (student_id, slot_id, on_date, is_extra)
  where kind = 'cannot_come' and withdrawn_at is null;
create index answers_by_class on answers (class_id, said_at desc);
create index answers_by_student on answers (student_id, said_at desc);

-- Who of the staff has seen it.
create table answers_seen (
  answer_id bigint not null constraint answers_seen_answer_fkey references answers on delete cascade,
  person_id bigint not null constraint answers_seen_person_fkey references people,
  seen_at timestamptz not null default now(),
  constraint answers_seen_pkey primary key (answer_id, person_id)
);

create trigger answers_audited after insert or update or delete on answers for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
