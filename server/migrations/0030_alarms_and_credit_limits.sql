-- Alarms belong to monitoring and credit limits to vending, so each has a table of its own beside the devices.

-- When staff were told that a device is silent, and since when it is heard of again after that.
create table device_alarms (
  device_id integer primary key references devices,
  alarmed_at timestamptz not null,
  back_since timestamptz
);
insert into device_alarms (device_id, alarmed_at, back_since)
  select id, alarmed_at, back_since from devices where alarmed_at is not null;
alter table devices drop column alarmed_at, drop column back_since;

-- How much a machine may pay onto balances, in cents: in one go (null: nothing) and in 24 hours (null: no limit).
create table credit_limits (
  device_id integer primary key references devices,
  max_credit_cents integer check (max_credit_cents between 1 and 100000),
  max_daily_credit_cents integer check (max_daily_credit_cents between 1 and 100000)
);
insert into credit_limits (device_id, max_credit_cents, max_daily_credit_cents)
  select id, max_credit_cents, max_daily_credit_cents from devices
  where max_credit_cents is not null or max_daily_credit_cents is not null;
alter table devices drop column max_credit_cents, drop column max_daily_credit_cents;
