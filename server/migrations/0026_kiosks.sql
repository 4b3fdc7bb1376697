-- A shared screen where members log in with their card. Its browser holds a claim, of which the hash is here; what it
-- calls itself proves nothing, so several may say the same.
create table kiosks (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  screen_id text not null check (length(screen_id) between 1 and 200),
  claim_hash bytea not null unique,
  -- Shown on the screen and to staff until it is authorised.
  pairing_code text not null check (length(pairing_code) = 6),
  ip_address text not null,
  registered_at timestamptz not null,
  last_seen_at timestamptz not null,
  authorised_at timestamptz,
  plays_theme boolean not null default false
);
create index kiosks_screen on kiosks (screen_id);
create index kiosks_pending on kiosks (last_seen_at) where authorised_at is null;

-- A session at a kiosk belongs to it, and ends with it.
alter table sessions add column kiosk_id integer references kiosks on delete cascade;
create index sessions_kiosk on sessions (kiosk_id) where kiosk_id is not null;

-- What members prove themselves with beside their card.
create table kiosk_pins (
  member_id integer primary key references members,
  pin_hash text not null,
  set_at timestamptz not null
);
