-- Takes the agent's lock until the transaction ends, and tells whether the agent may be written. A statement in a volatile function sees
-- what was committed before that statement began, so the second sees what the last holder of the lock has done.
create function stay.lock_agent(locked uuid) returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(locked::text, 0));
  return not exists (select from stay.tombstone where agent = locked);
end
$$;
