-- Outside a transaction
create index concurrently if not exists reminders_by_mail on reminders (mail_id) where mail_id is not null;
