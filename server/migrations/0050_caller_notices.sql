-- Whatever changes who is behind a session tells every process, also where no code thought of it: an edit by hand, a
-- delete that follows another. It says the same text as the portal's own notice, so that within one transaction each is
-- told once.
create function tell_callers(of_member integer) returns void language sql as
  $$ select pg_notify('spacekeeper', format('["callers",{"memberId":%s}]', of_member)) $$;

create function tell_callers_of_member() returns trigger language plpgsql as $$
begin
  perform tell_callers(old.id);
  return null;
end $$;

create function tell_callers_of_session() returns trigger language plpgsql as $$
begin
  perform tell_callers(old.member_id);
  return null;
end $$;

create function tell_callers_at_kiosk() returns trigger language plpgsql as $$
begin
  perform tell_callers(member_id) from (select distinct member_id from sessions where kiosk_id = old.id) s;
  return null;
end $$;

create trigger members_tell_callers after update on members for each row
  when (row (old.is_admin, old.permissions, old.state, old.suspended_at is null, old.email_verified_at is null)
    is distinct from row (new.is_admin, new.permissions, new.state, new.suspended_at is null, new.email_verified_at is null))
  execute function tell_callers_of_member();

-- A session that ran out long ago lets no one in, so its end is no news. A day: the portal's clock may be another.
create trigger sessions_tell_callers_of_end after delete on sessions for each row
  when (old.expires_at > now() - interval '1 day')
  execute function tell_callers_of_session();
create trigger sessions_tell_callers_of_change after update on sessions for each row
  when (new.expires_at < old.expires_at or new.member_id <> old.member_id or new.token_hash <> old.token_hash
    or new.kiosk_id is distinct from old.kiosk_id)
  execute function tell_callers_of_session();

create trigger kiosks_tell_callers after update on kiosks for each row
  when ((old.authorised_at is null) <> (new.authorised_at is null) or old.claim_hash is distinct from new.claim_hash)
  execute function tell_callers_at_kiosk();
