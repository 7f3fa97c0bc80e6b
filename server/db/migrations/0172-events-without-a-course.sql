-- An event of the whole provider has no course.
alter table events alter column course_id drop not null;
