-- The planner keeps samples of what it has analysed, and they outlive the rows: of what names an agent or was written by one it takes none.
-- It needs none either: these columns are searched by equality under an index, or not at all.
alter table stay.guest alter column agent set statistics 0;

alter table stay.review
  alter column agent set statistics 0,
  alter column id set statistics 0,
  alter column agent_id set statistics 0,
  alter column parameter_class set statistics 0,
  alter column title set statistics 0,
  alter column body set statistics 0;

alter table stay.schedule
  alter column id set statistics 0,
  alter column agent set statistics 0,
  alter column human_acknowledgement set statistics 0,
  alter column notes set statistics 0;

alter table stay.seminar_attendance
  alter column id set statistics 0,
  alter column agent set statistics 0,
  alter column transcript set statistics 0;

alter table stay.defrag_run alter column agent set statistics 0;

alter table stay.tombstone alter column agent set statistics 0;
