-- The visit log: one row for each counted request, kept for the length of the rate-limit window.
-- Times are milliseconds since the epoch, as in the Redis visit log: the limit is exact to the millisecond.
create table gateway.visit (
  key_hash text not null,
  member text not null,
  visited_at_ms bigint not null,
  primary key (key_hash, member)
);

create index visit_of_key on gateway.visit (key_hash, visited_at_ms);
create index visit_by_age on gateway.visit (visited_at_ms);
