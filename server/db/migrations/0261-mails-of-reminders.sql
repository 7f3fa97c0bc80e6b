-- The mail of a reminder, so that a list can say whether it left. Of before: not known.
alter table reminders add column mail_id bigint;
alter table reminders add constraint reminders_mail_fkey foreign key (mail_id) references mails (id) on delete set null not valid;
