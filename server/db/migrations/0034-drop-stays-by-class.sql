-- Outside a transaction. The version before finds the same in enrolments_of_class.
drop index concurrently if exists enrolments_by_class;
