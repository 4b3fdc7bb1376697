-- A token taken back before its time is news for every process, as the end of a session is.
create or replace function tell_callers_of_app_token() returns trigger language plpgsql as $$
begin
  perform tell_callers(member_id) from sessions where id = old.session_id;
  return null;
end $$;
