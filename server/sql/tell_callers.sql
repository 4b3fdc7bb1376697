-- Changes of a member or a session tell every process, also where no code thought of it: an edit by hand, a delete that
-- follows another. It says the same text as the portal's own notice, so that within one transaction each is told once.
create or replace function tell_callers(of_member integer) returns void language sql as
  $$ select pg_notify('spacekeeper', format('["callers",{"memberId":%s}]', of_member)) $$;
