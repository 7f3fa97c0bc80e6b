-- The staff who are here: neither deleted, suspended nor erased. Every query asks it that lets somebody of the staff
-- act, mails them, asks them, offers them or counts them as being there. Somebody who is invited is here too.
create view present_staff as
select id, email_id, fullname, main_role, as_role, password_hash, registered_at
from people
where deleted_at is null and suspended_at is null and erased_at is null and main_role not in ('student', 'guardian');
