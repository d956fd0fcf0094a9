-- The planner keeps samples of what it has analysed, and they outlive the rows: of what names an agent or its key it takes none.
-- It needs none either: these columns are searched by equality under a unique index, or not at all.
alter table identity.agent
  alter column uuid set statistics 0,
  alter column agent_id set statistics 0,
  alter column api_key_hash set statistics 0,
  alter column api_key_prefix set statistics 0,
  alter column parameter_class set statistics 0,
  alter column duration set statistics 0;

alter table identity.erasure
  alter column agent set statistics 0,
  alter column key_hash set statistics 0;

alter table identity.idempotent_registration
  alter column idempotency_key_hash set statistics 0,
  alter column request_hash set statistics 0,
  alter column nonce set statistics 0;
