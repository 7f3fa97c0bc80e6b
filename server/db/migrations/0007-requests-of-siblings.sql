-- Allowed: index, because few requests wait.
-- Two children at one address are two requests.
drop index access_requests_once;
create unique index access_requests_once
  on access_requests (course_id, (coalesce(event_id, 0)), (lower(email_id)), (lower(fullname)))
  where decided_at is null;
