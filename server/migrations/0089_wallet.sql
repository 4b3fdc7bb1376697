-- A digital ID that the wallet of a phone may hold. It has no member once the account is closed, and is void from then on.
create table wallet_passes (
  id integer primary key generated always as identity,
  member_id integer references members,
  kind text not null check (kind in ('apple', 'google')),
  -- By which Apple and Google know it.
  serial text not null unique check (length(serial) = 22),
  created_at timestamptz not null,
  -- What it shows, as a hash; when that last changed, until when it holds, and what its wallet was last told.
  mark text not null check (length(mark) <= 32),
  changed_at timestamptz not null,
  valid_until timestamptz not null,
  told_mark text check (length(told_mark) <= 32),
  -- Why its wallet was not told of the last change.
  failure text check (failure in ('refused', 'unreachable')),
  ended_at timestamptz,
  check (member_id is not null or ended_at is not null)
);
create unique index wallet_passes_current on wallet_passes (member_id, kind) where ended_at is null;
create index wallet_passes_member on wallet_passes (member_id);
create index wallet_passes_ended on wallet_passes (ended_at);

-- An iPhone, iPad or watch that holds a pass and is told of its changes.
create table wallet_devices (
  id integer primary key generated always as identity,
  pass_id integer not null references wallet_passes on delete cascade,
  library_id text not null check (length(library_id) <= 100),
  push_token text not null check (length(push_token) <= 200),
  added_at timestamptz not null,
  unique (pass_id, library_id)
);
create index wallet_devices_library on wallet_devices (library_id);
