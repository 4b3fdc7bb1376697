create or replace function mark_update_requirement() returns trigger language plpgsql as $$
begin
  update bulk_standings b set is_changed_since = true from bulk_actions a
  where b.member_id = new.id and not b.is_changed_since and a.id = b.action_id and a.kind = 'requireUpdate';
  return null;
end $$;
