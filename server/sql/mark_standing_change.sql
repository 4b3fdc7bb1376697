-- Undoing a bulk action must not touch a membership that was changed later. Members who were asked to review their details
-- are marked by `mark_update_requirement` instead.
create or replace function mark_standing_change() returns trigger language plpgsql as $$
begin
  update bulk_standings b set is_changed_since = true from bulk_actions a
  where b.member_id = new.id and not b.is_changed_since and a.id = b.action_id and a.kind <> 'requireUpdate';
  return null;
end $$;
