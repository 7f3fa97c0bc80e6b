-- Outside a transaction
-- Whether somebody owes what is due is looked up for each line of the kind, so the count needs the student too.
create index concurrently if not exists due_in_order on due (kind, rank, tie) include (course_id, student_id);
drop index concurrently if exists due_by_rank;
