-- What a machine costs, in cents, and how long and with how little it may be used. Null: no limit.
alter table devices
  add column cost_per_session_cents integer not null default 0 check (cost_per_session_cents between 0 and 1000000),
  add column cost_per_hour_cents integer not null default 0 check (cost_per_hour_cents between 0 and 1000000),
  add column cost_per_kwh_cents integer not null default 0 check (cost_per_kwh_cents between 0 and 1000000),
  add column max_session_minutes integer check (max_session_minutes between 1 and 10080),
  add column min_balance_cents integer check (min_balance_cents between -1000000 and 1000000);

-- Every use of a machine. Prices are those of the start; energy is in thousandths of a watt-hour.
create table interlock_sessions (
  id uuid primary key,
  device_id integer not null references devices,
  member_id integer not null references members,
  started_at timestamptz not null,
  -- The last sign of life: what is paid for ends there, whenever the end is noticed.
  last_heard_at timestamptz not null,
  ended_at timestamptz,
  ended_by_id integer references members,
  end_reason text check (end_reason in ('card', 'device', 'newSession', 'lost', 'maxDuration')),
  -- Meters count over their whole life: the first reading of a session is where it begins.
  last_reading_mwh bigint,
  energy_mwh bigint not null default 0 check (energy_mwh >= 0),
  cost_per_session_cents integer not null,
  cost_per_hour_cents integer not null,
  cost_per_kwh_cents integer not null,
  max_session_minutes integer,
  cost_cents integer not null default 0,
  ledger_entry_id bigint references ledger_entries,
  check ((ended_at is null) = (end_reason is null)),
  check (last_heard_at >= started_at and ended_at >= started_at)
);
create unique index interlock_sessions_open on interlock_sessions (device_id) where ended_at is null;
create index interlock_sessions_device on interlock_sessions (device_id, started_at);
create index interlock_sessions_member on interlock_sessions (member_id, started_at);
create index interlock_sessions_heard on interlock_sessions (last_heard_at);

alter table swipes drop constraint swipes_refusal_check;
alter table swipes add constraint swipes_refusal_check check (
  refusal in ('unknownCard', 'noCard', 'suspended', 'notActive', 'lockedOut', 'noGrant', 'notSignedIn', 'balanceTooLow', 'staleList')
);
