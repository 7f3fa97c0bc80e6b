-- Where the recording of a meeting that has begun is watched; null for none. Only people of the class may read it.
alter table meetings add column recording_link text;
