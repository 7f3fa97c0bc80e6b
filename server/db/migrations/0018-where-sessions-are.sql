-- People see in which browsers they are signed in, and can end those that are not theirs.
alter table sessions
  add column agent text not null default '' constraint sessions_agent_short check (length(agent) <= 400),
  add column from_address inet;
