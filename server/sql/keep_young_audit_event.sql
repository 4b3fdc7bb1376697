create or replace function keep_young_audit_event() returns trigger language plpgsql as $$
begin
  if old.at < now() - audit_event_kept_for(old.event) then
    return old;
  end if;
  raise exception 'audit_events is append-only';
end $$;
