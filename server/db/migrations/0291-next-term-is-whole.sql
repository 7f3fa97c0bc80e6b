alter table courses validate constraint courses_follows_fkey;
alter table courses validate constraint courses_level_after_fkey;
alter table courses validate constraint courses_level_of_another;
