-- What a machine can draw at most, and what one use of it may cost. Null: as the space says, or the usual 15 kW.
alter table machine_prices
  add column rated_watts integer check (rated_watts between 10 and 1000000),
  add column max_cost_cents integer check (max_cost_cents between 1 and 1000000);

-- The limits of a use are those of its start, like its prices; null in uses that began before there were any.
-- jump_mwh came in readings that the machine cannot have drawn. It is charged if staff accept it.
alter table interlock_sessions
  add column max_cost_cents integer,
  add column max_charged_minutes integer,
  add column rated_watts integer,
  -- When the meter last showed something new.
  add column last_rise_at timestamptz,
  add column jump_mwh bigint not null default 0 check (jump_mwh >= 0),
  -- What a use with a jump costs is open while it waits for staff.
  add column review text check (review in ('waiting', 'accepted', 'rejected')),
  add column reviewed_at timestamptz,
  add column reviewed_by_id integer references members,
  add check ((coalesce(review, 'waiting') = 'waiting') = (reviewed_at is null)),
  add check (review is distinct from 'waiting' or (cost_cents = 0 and ledger_entry_id is null));
create index interlock_sessions_waiting on interlock_sessions (started_at) where review = 'waiting';
