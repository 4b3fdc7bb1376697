-- Whether a session was started or confirmed with a passkey or a second factor, and when its member last proved who they are.
alter table sessions add column is_strong boolean not null default false;
alter table sessions add column confirmed_at timestamptz;
create trigger sessions_tell_callers_of_proof after update on sessions for each row
  when (new.is_strong <> old.is_strong or new.confirmed_at is distinct from old.confirmed_at)
  execute function tell_callers_of_session();

-- Keys that members log in with. Only the public half is here.
create table passkeys (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key bytea not null,
  -- How often it was used, as it says itself; 0 for those that do not count.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  -- Whether it is copied to the member's other devices.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_member on passkeys (member_id);

-- Secrets of authenticator apps, encrypted with the portal's key.
create table totp_secrets (
  member_id integer primary key references members,
  -- The one that counts; null until the member has shown a code of their first app.
  secret text,
  confirmed_at timestamptz,
  -- One that is being set up: it counts once a code of it was shown.
  next_secret text,
  created_at timestamptz not null,
  -- The step of the last code that was accepted, so that each works once.
  last_step bigint not null default 0,
  check ((secret is null) = (confirmed_at is null))
);

-- Codes for when the phone is lost. Only keyed hashes are here.
create table recovery_codes (
  id bigint generated always as identity primary key,
  member_id integer not null references members,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  unique (member_id, code_hash)
);

-- Each challenge for a passkey is answered once, within minutes.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'logIn', 'confirm')),
  -- Null where it is the passkey that says who logs in.
  member_id integer references members,
  expires_at timestamptz not null
);
create index passkey_challenges_member on passkey_challenges (member_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
