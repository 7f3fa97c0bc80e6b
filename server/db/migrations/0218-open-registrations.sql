-- Who registered and has no place: a question for the office, or a student in the course without a class. Where they
-- stand is in their enrolment alone, so one who is placed anywhere is open no more.
create view open_registrations as
select r.id, r.course_id, r.student_id, r.asked_at
from registrations r
join courses c on c.id = r.course_id and c.deleted_at is null
where r.decided_at is null and (
  r.student_id is null or exists (
    select from enrolments e
    join people p on p.id = e.student_id and p.deleted_at is null
    where e.student_id = r.student_id and e.course_id = r.course_id and e.ended_on is null
      and e.class_id is null and e.waits_for_class_id is null
  )
);
