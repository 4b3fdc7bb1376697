-- The last picture of each webcam, under the hash of its address, to be shown while the camera is down.
create table webcam_pictures (
  camera_hash text primary key check (camera_hash ~ '^[0-9a-f]{32}$'),
  content bytea not null check (length(content) between 1 and 4000000),
  taken_at timestamptz not null
);
create index webcam_pictures_taken on webcam_pictures (taken_at);

-- Whether the space is open, as the space directory, the badge and the wall display say it: one row at most.
create table space_state (
  id integer primary key default 1 check (id = 1),
  -- Null while it is not known.
  is_open boolean,
  message text not null default '' check (length(message) <= 200),
  -- When it became what it is; null before the first time.
  changed_at timestamptz,
  -- When it was last open: the end of the last opening; while it is open, its beginning.
  last_open_at timestamptz
);

-- What sensors of the space report for the space directory.
create table space_sensors (
  id integer generated always as identity primary key,
  kind text not null check (length(kind) between 1 and 50),
  -- Reports say which sensor they are from by its name.
  name text not null unique check (length(name) between 1 and 100),
  value double precision,
  unit text check (length(unit) between 1 and 50),
  location text not null default '' check (length(location) <= 100),
  description text not null default '' check (length(description) <= 200),
  -- What a sensor of several values measures: {"speed": {"value": 3.2, "unit": "m/s"}}.
  properties jsonb not null default '{}',
  reported_at timestamptz not null
);
