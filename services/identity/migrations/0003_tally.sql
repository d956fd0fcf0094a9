-- How many rows there are, without counting them. Each change lands on one of 16 shards, so that registrations do not queue for one row.
create table identity.tally (
  name text not null,
  shard smallint not null,
  value bigint not null,
  primary key (name, shard)
)
with (fillfactor = 50);

insert into identity.tally (name, shard, value)
select 'agent', shard, case shard when 0 then (select count(*) from identity.agent) else 0 end
from generate_series(0, 15) as shard;

-- One change per statement, not per row: a bulk insert costs one update.
create function identity.tally_agents() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  rows bigint := (select count(*) from changed);
  -- Drawn once: in the WHERE clause it would be drawn anew for every row.
  drawn smallint := floor(random() * 16)::smallint;
begin
  if rows > 0 then
    update identity.tally
    set value = value + case tg_op when 'INSERT' then rows else -rows end
    where name = 'agent' and shard = drawn;
  end if;
  return null;
end;
$$;

create trigger tally_inserted_agents after insert on identity.agent
referencing new table as changed for each statement execute function identity.tally_agents();

create trigger tally_deleted_agents after delete on identity.agent
referencing old table as changed for each statement execute function identity.tally_agents();
