-- Undoing a bulk action must not touch what was changed later, whatever changed it, so the tables themselves say so.
create or replace function mark_grant_changes() returns trigger language plpgsql as $$
begin
  update bulk_grants b set is_changed_since = true from changed c
  where b.member_id = c.member_id and b.device_id = c.device_id and not b.is_changed_since;
  return null;
end $$;
