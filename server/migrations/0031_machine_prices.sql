-- What machines cost belongs to interlocks, so it has a table of its own beside the devices. A machine without a row is free
-- and has no limits.
create table machine_prices (
  device_id integer primary key references devices,
  cost_per_session_cents integer not null default 0 check (cost_per_session_cents between 0 and 1000000),
  cost_per_hour_cents integer not null default 0 check (cost_per_hour_cents between 0 and 1000000),
  cost_per_kwh_cents integer not null default 0 check (cost_per_kwh_cents between 0 and 1000000),
  -- Null: no limit.
  max_session_minutes integer check (max_session_minutes between 1 and 10080),
  min_balance_cents integer check (min_balance_cents between -1000000 and 1000000)
);
insert into machine_prices (device_id, cost_per_session_cents, cost_per_hour_cents, cost_per_kwh_cents,
    max_session_minutes, min_balance_cents)
  select id, cost_per_session_cents, cost_per_hour_cents, cost_per_kwh_cents, max_session_minutes, min_balance_cents
  from devices
  where (cost_per_session_cents, cost_per_hour_cents, cost_per_kwh_cents) <> (0, 0, 0)
    or max_session_minutes is not null or min_balance_cents is not null;
alter table devices drop column cost_per_session_cents, drop column cost_per_hour_cents,
  drop column cost_per_kwh_cents, drop column max_session_minutes, drop column min_balance_cents;
