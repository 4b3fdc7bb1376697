create or replace function tell_callers_of_member() returns trigger language plpgsql as $$
begin
  perform tell_callers(old.id);
  return null;
end $$;
