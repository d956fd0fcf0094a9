-- Whether the agent's key was ever used: an agent that never did is ended after a while. Who registered before this column was there counts as
-- one that did: it is not known of them all.
alter table identity.agent add column used boolean not null default true;
alter table identity.agent alter column used set default false, alter column used set statistics 0;

-- Holds those alone that may be ended, so that finding them does not depend on how many agents there are.
create index agent_unused on identity.agent (created_at) where not used;

-- Also where an instance of a version before writes when an agent was seen.
create function identity.mark_used() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.used := true;
  return new;
end;
$$;

create trigger seen_agent_is_used before update of last_seen_at on identity.agent
for each row when (not old.used) execute function identity.mark_used();
