-- Why a session ended before its time, told to the browser that still holds its token. Names no member.
create table ended_sessions (
  token_hash bytea primary key,
  reason text not null check (reason in ('passwordChanged', 'endedElsewhere')),
  ended_at timestamptz not null
);
create index ended_sessions_age on ended_sessions (ended_at);
