-- A session of an app has no cookie: it is used by short-lived access tokens, and lengthened by refresh tokens. The app's
-- name is what members read in the list of their logins.
alter table sessions
  alter column token_hash drop not null,
  add column app_name text check (length(app_name) between 1 and 100),
  add check ((app_name is null) = (token_hash is not null));

-- Tokens of apps, by hash only. Each refresh token is exchanged for a new pair, whose rows name it as their parent. What
-- was used stays for some days, so that a second use is noticed.
create table app_tokens (
  id bigint generated always as identity primary key,
  session_id bigint not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  token_hash bytea not null unique,
  parent_id bigint references app_tokens on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The answer with it never arrived, so a use of it is that of a thief.
  is_lost boolean not null default false
);
create index app_tokens_session on app_tokens (session_id);
create index app_tokens_parent on app_tokens (parent_id);
create index app_tokens_expiry on app_tokens (expires_at);

-- A token taken back before its time is news for every process, as the end of a session is.
create function tell_callers_of_app_token() returns trigger language plpgsql as $$
begin
  perform tell_callers(member_id) from sessions where id = old.session_id;
  return null;
end $$;
create trigger app_tokens_tell_callers_of_end after delete on app_tokens for each row
  when (old.kind = 'access' and old.expires_at > now() - interval '1 day')
  execute function tell_callers_of_app_token();

-- Keys of scripts: what they may do is what their owner may, within the chosen areas, until they end.
alter table api_keys
  add column is_script boolean not null default false,
  add column end_told_at timestamptz,
  add check (not is_script or (owner_id is not null and expires_at is not null
    and device_kind is null and device_ids is null));
create index api_keys_end on api_keys (expires_at) where revoked_at is null and end_told_at is null;
