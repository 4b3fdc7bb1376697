create or replace function tell_callers_of_session() returns trigger language plpgsql as $$
begin
  perform tell_callers(old.member_id);
  return null;
end $$;
