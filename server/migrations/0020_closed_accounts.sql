-- Whoever closed his account stays as a number, so that swipes, visits and bookings keep an owner. The marks are keyed
-- pseudonyms of the address and phone of somebody who was suspended: by them his return is noticed.
alter table members add column closed_at timestamptz;
alter table members add column return_marks text[] not null default '{}';
create index members_return_marks on members using gin (return_marks) where closed_at is not null;
create index members_closed on members (closed_at) where closed_at is not null;
alter table members add constraint members_closed_for_good check (
  closed_at is null
  or (password_hash is null and email_verified_at is null and not is_admin and membership_state = 'inactive')
);

-- A screen name is free again once its owner has left.
drop index members_screen_name;
create unique index members_screen_name on members (lower(screen_name)) where closed_at is null;

-- The audit stays append-only, with one exception that this rule alone decides: of events about somebody who closed his
-- account 90 days ago, the details are emptied. That they happened, when and by whom stays.
drop trigger audit_events_append_only on audit_events;
create trigger audit_events_append_only before delete or truncate on audit_events
  for each statement execute function refuse_change();

create function keep_audit_event() returns trigger language plpgsql as $$
begin
  if new.data = '{"erased": true}'
    and (new.id, new.at, new.event, new.actor_kind, new.actor_id, new.subject_kind, new.subject_id, new.request_id)
      is not distinct from
      (old.id, old.at, old.event, old.actor_kind, old.actor_id, old.subject_kind, old.subject_id, old.request_id)
    and old.subject_kind = 'member'
    and exists (select from members where id = old.subject_id and closed_at < now() - interval '90 days')
  then
    return new;
  end if;
  raise exception 'audit_events is append-only';
end $$;
create trigger audit_events_keep before update on audit_events for each row execute function keep_audit_event();
