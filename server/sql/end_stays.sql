-- Ends the stay of suspended members at meetings, whichever way they were suspended.
create or replace function end_stays() returns trigger language plpgsql as $$
begin
  update meeting_attendance set left_at = greatest(arrived_at, new.suspended_at)
  where member_id = new.id and left_at is null;
  return null;
end $$;
create or replace trigger members_end_stays after update of suspended_at on members
  for each row when (old.suspended_at is null and new.suspended_at is not null)
  execute function end_stays();
