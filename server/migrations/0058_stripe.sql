-- When what a provider says of a subscription was asked for: an answer that was asked for earlier is not written later.
alter table subscriptions add column provider_seen_at timestamptz;

-- What a provider's invoices list, and the charge each became: days that are given back become none.
create table provider_lines (
  ref text primary key check (length(ref) between 1 and 100),
  invoice_ref text not null check (length(invoice_ref) between 1 and 100),
  subscription_id integer not null references subscriptions,
  charge_id integer references charges,
  at timestamptz not null
);
create index provider_lines_subscription on provider_lines (subscription_id, invoice_ref);
create index provider_lines_charge on provider_lines (charge_id);
alter table charges drop column provider_ref;

-- Prices at Stripe never change: a plan has one for each amount that was agreed for it.
create table stripe_prices (
  price_id text primary key check (length(price_id) <= 100),
  plan_id integer not null references plans,
  cost_cents integer not null check (cost_cents between 0 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unique (plan_id, cost_cents, currency)
);

-- What Stripe last said of an invoice of a subscription.
create table stripe_invoices (
  id integer generated always as identity unique,
  invoice_id text primary key check (length(invoice_id) <= 100),
  subscription_id integer not null references subscriptions,
  member_id integer not null references members,
  status text not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  total_cents integer not null,
  due_cents integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Where the member pays it, or confirms the payment with their bank.
  hosted_url text check (length(hosted_url) <= 2000),
  needs_confirmation boolean not null default false,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Why the last try failed, in Stripe's words for the member.
  failure text check (length(failure) <= 500),
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index stripe_invoices_subscription on stripe_invoices (subscription_id, created_at);
create index stripe_invoices_open on stripe_invoices (member_id) where status = 'open';

-- Every event Stripe delivered, once. What it is about is asked for anew; what it says itself is not believed.
create table stripe_events (
  id text primary key check (length(id) <= 100),
  type text not null check (length(type) <= 100),
  object_kind text not null check (length(object_kind) <= 100),
  object_id text not null check (length(object_id) <= 200),
  -- The subscription, payment intent, setup or customer that is asked for because of it; null: none of our matters.
  root_id text check (length(root_id) <= 200),
  created_at timestamptz not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  -- What came of it: `synced`, `notOurs`, `ignored`; null while it waits.
  outcome text check (outcome in ('synced', 'notOurs', 'ignored')),
  failure text check (length(failure) <= 500)
);
create index stripe_events_received on stripe_events (received_at, id);
create index stripe_events_waiting on stripe_events (root_id) where handled_at is null;
