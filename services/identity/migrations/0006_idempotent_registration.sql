-- Registrations that may still be retried under their Idempotency-Key. Nothing here leads to an agent: its API key can be derived anew
-- only from the nonce, the client's Idempotency-Key and the server's secret together, and the row is gone after ten minutes.
create table identity.idempotent_registration (
  -- Keyed hashes, so that not even a guessable Idempotency-Key or request can be found by trying.
  idempotency_key_hash text collate "C" primary key,
  request_hash text not null,
  nonce text not null,
  expires_at timestamptz not null
);

create index idempotent_registration_expires_at on identity.idempotent_registration (expires_at);

-- The secret where none is set: made once, then the same for every instance. At most one row.
create table identity.derivation_secret (
  only_one boolean primary key default true check (only_one),
  secret text not null check (length(secret) >= 32)
);
