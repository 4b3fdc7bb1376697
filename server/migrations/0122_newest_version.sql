-- The newest version of the portal, as the address of the setting said; one row, so that it is asked once a day.
create table newest_version (
  is_only boolean primary key default true check (is_only),
  address text not null,
  asked_at timestamptz not null,
  version text check (length(version) <= 30),
  -- Where people read what is new in it.
  page text check (length(page) <= 500),
  -- Why the last question had no answer.
  fault text check (length(fault) <= 500)
);
