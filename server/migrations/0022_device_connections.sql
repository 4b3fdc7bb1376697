-- When a device was connected, for its log. Kept for 90 days.
create table device_connections (
  id uuid primary key,
  device_id integer not null references devices,
  ip_address text,
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  -- closed: by the device or the network. lost: the portal that held the line died, so nobody saw the end.
  reason text check (reason in ('closed', 'silent', 'replaced', 'withdrawn', 'portal', 'lost')),
  check ((disconnected_at is null) = (reason is null)),
  check (disconnected_at >= connected_at)
);
create index device_connections_connected on device_connections (device_id, connected_at);
create index device_connections_ended on device_connections (device_id, disconnected_at);
create index device_connections_open on device_connections (device_id) where disconnected_at is null;

-- Who made a key, where a person did, and when a device last came with it.
alter table device_keys add column created_by integer references members;
alter table device_keys add column last_used_at timestamptz;

-- The log of a device is one stream over several tables; each of them is read from its end.
create index swipes_device_at on swipes (device_id, swiped_at, id);
