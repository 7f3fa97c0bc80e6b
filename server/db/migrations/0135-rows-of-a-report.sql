-- How many rows a list had when a second person approved that it is mailed. Where two people are needed, a list that has
-- grown to more than twice as many leaves no more without them. null: nobody approved it.
alter table report_schedules add column approved_rows integer;
