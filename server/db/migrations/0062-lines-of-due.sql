-- What is cached has no lines yet.
insert into due_changes (course_id) select c.id from courses c where c.deleted_at is null;
