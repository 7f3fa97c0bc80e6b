-- Whom an invitation is for: their row is made with it, without a password. Null: it was sent before that.
alter table invites add column person_id bigint constraint invites_person_fkey references people;
