-- A place may be given when it is paid. Until then it is held for who begins to pay.
alter table provider add column place_when_paid boolean not null default false;

-- set: the class is given once it is paid; until this moment its place is held
alter table registrations add column held_until timestamptz;

-- whom a form has registered, for its button Pay now
alter table registration_forms add column students bigint[] not null default '{}';

-- A held place is no change that the trail tells.
drop trigger registrations_audited on registrations;
create trigger registrations_audited after insert or delete
  or update of course_id, class_id, contact_name, email_id, phone_number, page_language, is_self, learner_name, birth_year,
    language, timezone, asked_at, student_id, decision, reason, decided_by, decided_at on registrations for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- As before. Who is paying right now waits for nobody in the office.
create or replace view open_registrations as
select r.id, r.course_id, r.student_id, r.asked_at
from registrations r
join courses c on c.id = r.course_id and c.deleted_at is null
where r.decided_at is null and (r.held_until is null or r.held_until <= now()) and (
  r.student_id is null or exists (
    select from enrolments e
    join people p on p.id = e.student_id and p.deleted_at is null
    where e.student_id = r.student_id and e.course_id = r.course_id and e.ended_on is null
      and e.class_id is null and e.waits_for_class_id is null
  )
);
