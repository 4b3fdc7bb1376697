-- Other systems that are told of what happens. Their secrets are encrypted.
create table webhook_receivers (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  address text not null check (length(address) <= 500),
  kinds text[] not null,
  has_names boolean not null default false,
  secret_sealed text not null,
  old_secret_sealed text,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  off_at timestamptz,
  off_reason text check (off_reason in ('staff', 'gone', 'failing')),
  failing_since timestamptz,
  error text,
  delivered_at timestamptz,
  check ((off_at is null) = (off_reason is null)),
  check ((old_secret_sealed is null) = (old_secret_until is null))
);

-- One event on its way to one receiver. What is sent is read from the audit each time, so nothing personal is kept here.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  message_id uuid not null default gen_random_uuid(),
  receiver_id integer not null references webhook_receivers on delete cascade,
  -- Null for a test. No foreign key: the audit is thinned out by itself.
  audit_id bigint,
  event text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'stopped')),
  created_at timestamptz not null,
  attempts integer not null default 0,
  tried_at timestamptz,
  -- While a try is under way: when it counts as lost.
  next_try_at timestamptz,
  settled_at timestamptz,
  status integer,
  answer text,
  error text,
  took_ms integer,
  unique (receiver_id, audit_id),
  check ((state = 'waiting') = (next_try_at is not null)),
  check ((state = 'waiting') = (settled_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (receiver_id, next_try_at) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (receiver_id, id desc);
create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null;
