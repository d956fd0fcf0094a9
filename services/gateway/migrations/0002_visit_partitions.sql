-- The embedded mode rewrites each table after an erasure, and no request is served meanwhile: 16 small tables block requests for less time than
-- one large table.
alter table gateway.visit rename to visit_before;
alter index gateway.visit_pkey rename to visit_before_pkey;
drop index gateway.visit_of_key, gateway.visit_by_age;

create table gateway.visit (
  key_hash text not null,
  member text not null,
  visited_at_ms bigint not null,
  primary key (key_hash, member)
) partition by hash (key_hash);

do $$
begin
  for part in 0..15 loop
    execute format('create table gateway.visit_%s partition of gateway.visit for values with (modulus 16, remainder %s)', part, part);
  end loop;
end
$$;

insert into gateway.visit select key_hash, member, visited_at_ms from gateway.visit_before;
drop table gateway.visit_before;

create index visit_of_key on gateway.visit (key_hash, visited_at_ms);
create index visit_by_age on gateway.visit (visited_at_ms);
