-- Sites where members log in with their account here. The secret of a site is known to that site alone.
create table openid_clients (
  id integer generated always as identity primary key,
  client_id text not null unique check (client_id ~ '^[a-z0-9-]{3,64}$'),
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('mediawiki', 'nextcloud', 'mattermost', 'discourse', 'grafana', 'outline', 'other')),
  address text not null check (length(address) <= 500),
  -- Null for programs that cannot keep a secret.
  secret_hash bytea,
  requires_pkce boolean not null,
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  logout_uris text[] not null check (cardinality(logout_uris) <= 10),
  -- Where the site hears that a member is logged out.
  backchannel_uri text check (length(backchannel_uri) <= 500),
  is_trusted boolean not null,
  may_refresh boolean not null,
  -- The states of members who may log in there.
  states text[] not null,
  created_at timestamptz not null,
  check (secret_hash is not null or requires_pkce)
);
create unique index openid_clients_name on openid_clients (lower(name));

-- What a member agreed that a site may learn, and whether they are logged in there.
create table openid_logins (
  member_id integer not null references members,
  client_id integer not null references openid_clients on delete cascade,
  scopes text[] not null,
  consented_at timestamptz not null,
  logged_in_at timestamptz,
  last_used_at timestamptz not null,
  -- Of the password there was: with another one the login is over.
  password_mark text not null,
  ended_at timestamptz,
  primary key (member_id, client_id)
);
create index openid_logins_client on openid_logins (client_id, last_used_at desc);
create index openid_logins_standing on openid_logins (last_used_at) where ended_at is null;

-- Codes, tokens, grants and sessions of the protocol. Each is found by a hash; what it holds is encrypted.
create table openid_records (
  kind text not null,
  id_hash bytea not null,
  payload text not null,
  grant_hash bytea,
  uid_hash bytea,
  member_id integer,
  client_id text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id_hash)
);
create index openid_records_grant on openid_records (grant_hash) where grant_hash is not null;
create index openid_records_uid on openid_records (uid_hash) where uid_hash is not null;
create index openid_records_member on openid_records (member_id, client_id) where member_id is not null;
create index openid_records_expiry on openid_records (expires_at);

-- Keys that sign what sites are told. The private part is encrypted.
create table openid_keys (
  id integer generated always as identity primary key,
  kid text not null unique,
  state text not null check (state in ('next', 'current', 'old')),
  sealed text not null,
  changed_at timestamptz not null
);
create unique index openid_keys_one on openid_keys (state) where state in ('next', 'current');
