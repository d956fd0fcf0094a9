-- The agents that are registered now. The internal uuid never changes hands; a handle is free again after a forget.
-- Of a key only its hash and its first characters are known.
create table identity.agent (
  uuid uuid primary key,
  agent_id text collate "C" not null constraint agent_id_is_unique unique,
  api_key_hash text collate "C" not null constraint api_key_hash_is_unique unique,
  api_key_prefix text not null,
  parameter_class text not null,
  duration text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint agent_id_is_folded check (agent_id ~ '^[a-z0-9][a-z0-9_-]{1,62}$'),
  constraint api_key_hash_is_sha256 check (api_key_hash ~ '^[0-9a-f]{64}$')
)
-- last_seen_at changes often and no index holds it: room on the page lets an update stay there.
with (fillfactor = 85);

create index agent_created_at on identity.agent (created_at);
