-- What a family chose to pay, so that a place that is given later is charged as one that is given at once.
alter table registrations add column price jsonb;
