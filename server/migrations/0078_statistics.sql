-- One set of figures of the whole space an hour: no member can be told from it by an id. `data` is written and read
-- whole, its shape is in the contract (statistics/figures).
create table figures (
  hour timestamptz primary key check (hour = date_trunc('hour', hour, 'UTC')),
  collected_at timestamptz not null,
  data jsonb not null
);
create index figures_collected on figures (collected_at);

-- What the charts add up over a period of the whole space; until now these were only read by member or device.
create index visits_signed_in on visits (signed_in_at);
create index interlock_sessions_started on interlock_sessions (started_at);
