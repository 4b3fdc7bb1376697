-- Keeps how each device last heard that its lockout stands, and since when it should have heard otherwise.
create table heard_lockouts (
  device_id integer primary key references devices (id),
  is_locked_out boolean not null,
  heard_at timestamptz not null
);

alter table devices add column lockout_changed_at timestamptz;
update devices set lockout_changed_at = locked_out_since where locked_out_since is not null;
