-- What a member pays by card of what is open, whatever the way their plan is paid: the row first, then one payment at
-- Stripe, then the payment here.
create table card_payments (
  id integer primary key generated always as identity,
  member_id integer not null references members,
  -- What it pays first.
  charge_ids integer[] not null check (cardinality(charge_ids) between 1 and 100),
  amount_cents integer not null check (amount_cents between 1 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- `saved`: from what is saved. `checkout`: on Stripe's page.
  way text not null check (way in ('saved', 'checkout')),
  state text not null default 'started'
    check (state in ('started', 'unconfirmed', 'processing', 'succeeded', 'failed', 'canceled')),
  customer_id text not null check (length(customer_id) <= 100),
  method_id text check (length(method_id) <= 100),
  method_name text not null default '' check (length(method_name) <= 100),
  intent_id text unique check (length(intent_id) <= 100),
  checkout_id text unique check (length(checkout_id) <= 100),
  idempotency_key text not null check (length(idempotency_key) <= 100),
  failure text not null default '' check (length(failure) <= 500),
  payment_id integer references payments,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When what stands here was asked for: an answer that was asked for earlier is not written later.
  seen_at timestamptz,
  unique (member_id, idempotency_key),
  check ((method_id is null) = (way = 'checkout')),
  check ((state = 'succeeded') = (payment_id is not null))
);
create index card_payments_member on card_payments (member_id, id desc);
create index card_payments_unsettled on card_payments (created_at) where state in ('started', 'unconfirmed', 'processing');

-- Up to which try of Stripe's the member was told by mail that it failed, and when.
alter table stripe_invoices add column told_attempts integer not null default 0;
alter table stripe_invoices add column told_at timestamptz;
