-- The record of erasures that some service has not confirmed yet. A row is written in the statement that deletes the agent
-- and goes when `pending` is empty; until then the relay announces it again and again.
create table identity.erasure (
  agent uuid primary key,
  key_hash text not null,
  pending text[] not null,
  requested_at timestamptz not null,
  next_try_at timestamptz not null
);

create index erasure_next_try_at on identity.erasure (next_try_at);
