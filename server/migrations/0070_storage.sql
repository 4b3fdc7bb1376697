-- Shelves, boxes, lockers and the like that members keep their things in.
create table storage_places (
  id integer generated always as identity primary key,
  -- What is written on it, and what its address is made of.
  code text not null check (code ~ '^[A-Z0-9]([A-Z0-9-]{0,18}[A-Z0-9])?$'),
  name text not null default '' check (length(name) <= 60),
  kind text not null check (kind in ('shelf', 'box', 'locker', 'pallet', 'other')),
  area text not null default '' check (length(area) <= 60),
  -- Read by staff only.
  notes text not null default '' check (length(notes) <= 1000),
  is_out_of_use boolean not null default false,
  -- A closed account stays the holder until the place is cleared.
  holder_id integer references members,
  held_since timestamptz,
  -- The last day; null: as long as the membership lasts.
  until_on date,
  -- The last reminder about that day.
  reminded text check (reminded in ('before', 'after')),
  -- The membership is over: the last day to take the things away.
  clear_by date,
  -- That day has passed.
  to_clear_since timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  check ((holder_id is null) = (held_since is null)),
  check (holder_id is not null or (until_on is null and reminded is null and clear_by is null)),
  check (until_on is not null or reminded is null),
  check (clear_by is not null or to_clear_since is null),
  check (holder_id is null or not is_out_of_use),
  check (holder_id is null or removed_at is null)
);
create unique index storage_places_code on storage_places (code) where removed_at is null;
create index storage_places_holder on storage_places (holder_id) where holder_id is not null;

-- Members who would like a place, in the order they asked.
create table storage_requests (
  id integer generated always as identity primary key,
  member_id integer not null unique references members,
  -- Null: any.
  kind text check (kind in ('shelf', 'box', 'locker', 'pallet', 'other')),
  note text not null default '' check (length(note) <= 300),
  asked_at timestamptz not null
);
