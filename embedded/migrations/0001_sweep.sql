-- How many erasures the sweep of the data folder has covered, by their number in identity.journal_position. No row: none.
create table embedded.sweep (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
