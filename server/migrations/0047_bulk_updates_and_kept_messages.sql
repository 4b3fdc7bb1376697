-- Members are asked in bulk to review their details. Only a change of that mark counts as a change since, and a change
-- of a membership only for bulk changes of memberships.
alter table bulk_actions drop constraint bulk_actions_kind_check;
alter table bulk_actions add constraint bulk_actions_kind_check
  check (kind in ('grant', 'revoke', 'makeMember', 'activate', 'suspend', 'requireUpdate'));

create or replace function mark_standing_change() returns trigger language plpgsql as $$
begin
  update bulk_standings b set is_changed_since = true from bulk_actions a
  where b.member_id = new.id and not b.is_changed_since and a.id = b.action_id and a.kind <> 'requireUpdate';
  return null;
end $$;

create function mark_update_requirement() returns trigger language plpgsql as $$
begin
  update bulk_standings b set is_changed_since = true from bulk_actions a
  where b.member_id = new.id and not b.is_changed_since and a.id = b.action_id and a.kind = 'requireUpdate';
  return null;
end $$;
create trigger members_update_requirement_changed after update of profile_update_required on members
  for each row when (old.profile_update_required is distinct from new.profile_update_required)
  execute function mark_update_requirement();

-- Staff undo a bulk change only for members they may change; staff with more rights undo it for the rest.
alter table bulk_actions add column undone_count integer not null default 0;
update bulk_actions a set undone_count = coalesce(
  (select (e.data ->> 'count')::integer from audit_events e
   where e.event = 'members.bulkUndone' and (e.data ->> 'bulkActionId')::integer = a.id limit 1),
  a.member_count)
where a.undone_at is not null;

-- Messages that were kept while there was nothing to send them with are counted and sent together.
create index messages_kept on messages (id) where state = 'kept';

-- The list of members is sorted as names are shown: first name first.
create index members_shown_name on members (lower(first_name), lower(last_name), id);
