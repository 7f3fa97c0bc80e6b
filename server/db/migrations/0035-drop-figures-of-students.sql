-- Outside a transaction. Nobody has read it since counts are kept.
drop index concurrently if exists people_student_figures;
