-- Everything is keyed by the agent's internal UUID, never by its handle: handles are free again after a forget.

create table stay.guest (
  agent uuid primary key,
  departed_at timestamptz not null
);

create table stay.review (
  agent uuid primary key,
  id uuid not null unique,
  agent_id text not null,
  parameter_class text not null,
  rating smallint not null check (rating between 1 and 5),
  title text,
  body text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index review_newest on stay.review (created_at desc, id desc);

create table stay.schedule (
  id uuid primary key,
  agent uuid not null,
  amenity text not null,
  cadence text not null,
  human_acknowledgement text not null,
  human_approved boolean not null check (human_approved),
  next_visit_at timestamptz,
  notes text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (agent, amenity, cadence)
);

create table stay.seminar_attendance (
  id uuid primary key,
  agent uuid not null,
  seminar_slug text not null,
  transcript text not null,
  duration_ms integer not null check (duration_ms >= 0),
  created_at timestamptz not null
);
create index seminar_attendance_agent on stay.seminar_attendance (agent);
create index seminar_attendance_created_at on stay.seminar_attendance (created_at);

-- Two figures of each run; never the content, never the result.
create table stay.defrag_run (
  id bigint generated always as identity primary key,
  agent uuid not null,
  input_tokens_estimate integer not null check (input_tokens_estimate >= 0),
  output_chars integer not null check (output_chars >= 0),
  created_at timestamptz not null
);
create index defrag_run_agent on stay.defrag_run (agent);

-- Refuses the late writes of an agent that was forgotten; expires.
create table stay.tombstone (
  agent uuid primary key,
  forgotten_at timestamptz not null
);
create index tombstone_forgotten_at on stay.tombstone (forgotten_at);

-- How many rows there are, so that statistics cost the same at any size: the sum over the shards, which may be negative one by one.
create table stay.tally (
  name text not null,
  key text not null,
  shard smallint not null,
  value bigint not null,
  primary key (name, key, shard)
) with (fillfactor = 50);

-- Concurrent transactions have different numbers, so they rarely meet in a shard; one transaction stays in one shard and takes its keys in
-- order, so that two which do meet cannot deadlock.
create function stay.tally_shard() returns smallint language sql volatile as $$
  select (pg_current_xact_id()::text::bigint % 16)::smallint
$$;

create function stay.tally_rows() returns trigger language plpgsql as $$
begin
  insert into stay.tally (name, key, shard, value)
  select tg_table_name, '', stay.tally_shard(), count(*) * (case tg_op when 'INSERT' then 1 else -1 end)
  from changed having count(*) > 0
  on conflict (name, key, shard) do update set value = tally.value + excluded.value;
  return null;
end
$$;

create function stay.tally_attendances() returns trigger language plpgsql as $$
begin
  insert into stay.tally (name, key, shard, value)
  select tg_table_name, seminar_slug, stay.tally_shard(), count(*) * (case tg_op when 'INSERT' then 1 else -1 end)
  from changed group by seminar_slug order by seminar_slug
  on conflict (name, key, shard) do update set value = tally.value + excluded.value;
  return null;
end
$$;

create trigger tally_insert after insert on stay.review
  referencing new table as changed for each statement execute function stay.tally_rows();
create trigger tally_delete after delete on stay.review
  referencing old table as changed for each statement execute function stay.tally_rows();
create trigger tally_insert after insert on stay.defrag_run
  referencing new table as changed for each statement execute function stay.tally_rows();
create trigger tally_delete after delete on stay.defrag_run
  referencing old table as changed for each statement execute function stay.tally_rows();
create trigger tally_insert after insert on stay.seminar_attendance
  referencing new table as changed for each statement execute function stay.tally_attendances();
create trigger tally_delete after delete on stay.seminar_attendance
  referencing old table as changed for each statement execute function stay.tally_attendances();
