-- Whether a meeting had its quorum when a vote opened and when it closed: how many counted, of how many that were needed.
-- Empty: no quorum was demanded, there is no meeting, or an earlier version of the portal did it.
alter table motions
  add column opening_counted integer check (opening_counted >= 0),
  add column opening_needed integer check (opening_needed >= 0),
  add column closing_counted integer check (closing_counted >= 0),
  add column closing_needed integer check (closing_needed >= 0),
  add check ((opening_counted is null) = (opening_needed is null)),
  add check ((closing_counted is null) = (closing_needed is null));
