create or replace function tell_callers_at_kiosk() returns trigger language plpgsql as $$
begin
  perform tell_callers(member_id) from (select distinct member_id from sessions where kiosk_id = old.id) s;
  return null;
end $$;
