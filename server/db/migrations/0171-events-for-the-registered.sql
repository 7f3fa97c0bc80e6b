-- Its mails and reminders go to everybody registered, and not to the rest of the course.
alter table events add column is_for_registered boolean not null default false;
