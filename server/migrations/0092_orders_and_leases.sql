-- An order to a device is obeyed once and in time, or never: whoever hears of it takes it here before anything is sent,
-- and whoever waited gives it up here before the audit says that it was not obeyed. Lost with the server's memory, it is
-- no longer there to be taken.
create unlogged table device_orders (
  id uuid primary key,
  device_id integer not null references devices (id),
  -- By the clock of the database, as everything below.
  ends_at timestamptz not null,
  taken_at timestamptz,
  given_up_at timestamptz,
  check (taken_at is null or given_up_at is null)
);
create index on device_orders (ends_at);

-- What one process at a time does. A holder renews its lease while it works; the number rises with each new holder.
create unlogged table leases (
  name text primary key,
  holder uuid not null,
  number bigint not null,
  ends_at timestamptz not null
);
