-- Proofs of identity. Only hashes are stored: whoever reads the table can use none of them.
create table sessions (
  id bigint generated always as identity primary key,
  member_id integer not null references members,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ip_address text not null,
  user_agent text not null default ''
);
create index sessions_member on sessions (member_id);
create index sessions_expiry on sessions (expires_at);

create table email_links (
  id bigint generated always as identity primary key,
  member_id integer not null references members,
  purpose text not null check (purpose in ('verifyEmail', 'resetPassword')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_links_member on email_links (member_id, purpose);

create table api_keys (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 50),
  prefix text not null unique,
  secret_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

-- Counters of rate-limiter-flexible, whose own layout this is.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
