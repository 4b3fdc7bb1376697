-- When a membership became inactive; null for those that were so before this was noted.
alter table members add column inactive_since timestamptz;

-- What happens step by step after a membership has ended for good.
create table leavings (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  reason text not null check (reason in ('planEnded', 'staff', 'closed')),
  -- The day the membership ended, from which the steps are counted.
  ended_on date not null,
  started_at timestamptz not null,
  state text not null default 'running' check (state in ('running', 'paused', 'done')),
  done_at timestamptz,
  -- The member came back.
  returned_at timestamptz,
  check ((state = 'done') = (done_at is not null))
);
create unique index leavings_current on leavings (member_id) where returned_at is null;
create index leavings_member on leavings (member_id, id);
create index leavings_running on leavings (id) where state = 'running' and returned_at is null;

create table leaving_steps (
  leaving_id integer not null references leavings on delete cascade,
  name text not null check (length(name) between 1 and 40),
  position integer not null,
  due_on date not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped', 'failed')),
  -- What was done, or what it waits for.
  words text not null default '' check (length(words) <= 500),
  -- What the step needs to put things back should the member return.
  kept jsonb not null default '{}',
  -- When it was run the last time, and when it was settled.
  tried_at timestamptz,
  settled_at timestamptz,
  primary key (leaving_id, name),
  check ((state in ('done', 'skipped')) = (settled_at is not null))
);
create index leaving_steps_open on leaving_steps (due_on, leaving_id) where state in ('waiting', 'failed');

-- A balance that goes back to its member by transfer.
create table balance_refunds (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  amount_cents integer not null check (amount_cents > 0),
  account_name text not null check (length(account_name) <= 70),
  -- Encrypted; both are emptied a while after it was decided.
  sealed_account text,
  account_end text not null check (length(account_end) <= 4),
  state text not null default 'asked' check (state in ('asked', 'paid', 'declined', 'withdrawn')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references members,
  reason text not null default '' check (length(reason) <= 300),
  entry_id bigint references ledger_entries,
  check ((state = 'asked') = (decided_at is null)),
  check (state <> 'asked' or sealed_account is not null),
  check ((state = 'paid') = (entry_id is not null))
);
create unique index balance_refunds_asked on balance_refunds (member_id) where state = 'asked';
create index balance_refunds_member on balance_refunds (member_id, id);
create index balance_refunds_entry on balance_refunds (entry_id) where entry_id is not null;
create index balance_refunds_decided_by on balance_refunds (decided_by) where decided_by is not null;
