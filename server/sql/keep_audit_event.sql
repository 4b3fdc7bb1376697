-- The audit is append-only, with one exception that this rule alone decides: 90 days after a member closed their account,
-- the details of events about them are emptied. That they happened, when and by which actor stays. Events of bookings keep
-- theirs: they are a part of the books.
create or replace function keep_audit_event() returns trigger language plpgsql as $$
begin
  if new.data = '{"erased": true}'
    and (new.id, new.at, new.event, new.actor_kind, new.actor_id, new.subject_kind, new.subject_id, new.request_id)
      is not distinct from
      (old.id, old.at, old.event, old.actor_kind, old.actor_id, old.subject_kind, old.subject_id, old.request_id)
    and old.subject_kind = 'member'
    and not is_booking_event(old.event)
    and exists (select from members where id = old.subject_id and closed_at < now() - interval '90 days')
  then
    return new;
  end if;
  raise exception 'audit_events is append-only';
end $$;
