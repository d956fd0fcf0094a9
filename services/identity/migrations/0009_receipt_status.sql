-- Which services have not confirmed the erasure that a receipt is for, for those who hold the receipt. Nothing here leads to an agent: the id
-- is random, and the erasure names it only until all have confirmed. It goes some weeks later, to the hour, so that its time says little.
create table identity.receipt (
  id uuid primary key,
  pending text[] not null,
  expires_at timestamptz not null
);
alter table identity.receipt alter column id set statistics 0;

create index receipt_expires_at on identity.receipt (expires_at);

alter table identity.erasure add column receipt uuid;
alter table identity.erasure alter column receipt set statistics 0;

-- A trigger, because the relay of a version before does not know of receipts. A row goes when nothing is pending.
create function identity.follow_erasure() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update identity.receipt
  set pending = case tg_op when 'DELETE' then '{}' else new.pending || case when new.journaled then '{}'::text[] else '{journal}' end end
  where id = old.receipt;
  return null;
end;
$$;

create trigger follow_erasure after update or delete on identity.erasure
for each row when (old.receipt is not null) execute function identity.follow_erasure();

-- Until when a key signed: null where it still does.
alter table identity.receipt_key add column retired_at timestamptz;
update identity.receipt_key set retired_at = later.created_at
from (select key_id, lead(created_at) over (order by created_at, key_id) as created_at from identity.receipt_key) as later
where receipt_key.key_id = later.key_id;
