-- The hash of the agent's first key, where it has another one now: under that one the gateway keeps its visits.
alter table identity.agent add column first_key_hash text collate "C";
alter table identity.agent alter column first_key_hash set statistics 0;

-- `key_hash` stays what it was: where the agent's visits are. The key that it had at last stands beside it, where that is another one.
alter table identity.erasure add column present_key_hash text collate "C";
alter table identity.erasure alter column present_key_hash set statistics 0;
