-- How many erasures were ever recorded here. The journal, which is kept outside of the database, holds each with its number:
-- a journal that is ahead of this number means that the database was restored from before those erasures.
create table identity.journal_position (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into identity.journal_position (position) values (0);

alter table identity.erasure
  add column position bigint not null default 0,
  add column journaled boolean not null default false;

-- A counted row and not a sequence: a sequence may come back from a crash or a restore ahead of what was really recorded.
create function identity.number_erasure() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update identity.journal_position set position = journal_position.position + 1 returning journal_position.position into new.position;
  return new;
end;
$$;

-- A replayed erasure brings the number that it had.
create trigger number_erasure before insert on identity.erasure
for each row when (new.position = 0) execute function identity.number_erasure();
