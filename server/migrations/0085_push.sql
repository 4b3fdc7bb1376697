-- The pair of keys by which push services of browsers know this portal; made when it is first needed.
create table push_keys (
  id integer primary key default 1 check (id = 1),
  public_key text not null check (length(public_key) = 87),
  -- Encrypted.
  private_key text not null check (length(private_key) <= 500),
  created_at timestamptz not null
);

-- What each member wants to be notified of, and when that was last.
create table push_choices (
  member_id integer not null references members,
  occasion text not null check (length(occasion) <= 40),
  last_at timestamptz,
  primary key (member_id, occasion)
);

-- A browser that a member lets the portal notify. It ends with the login that it was turned on in.
create table push_devices (
  id integer primary key generated always as identity,
  member_id integer not null references members,
  session_id bigint not null references sessions on delete cascade,
  endpoint text not null check (length(endpoint) <= 2000),
  -- What messages are encrypted for: a public key of the browser, and a secret that only it and the portal know.
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  created_at timestamptz not null,
  last_sent_at timestamptz,
  -- Why the last notification did not go out; null when it did.
  failure text check (failure in ('refused', 'unreachable'))
);
create unique index push_devices_endpoint on push_devices (md5(endpoint));
create index push_devices_member on push_devices (member_id);
create index push_devices_session on push_devices (session_id);
