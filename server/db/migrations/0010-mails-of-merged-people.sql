-- A merge gives the mails of one person to another, and its undo gives them back.
create or replace trigger mails_audited after update of round, person_id on mails for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();
