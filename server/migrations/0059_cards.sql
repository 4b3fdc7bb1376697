-- Each member is one customer of Stripe's. The row is there before Stripe is asked, so that a second process, or one
-- after a crash, asks with the same key for the same customer.
create table stripe_customers (
  member_id integer primary key references members,
  customer_id text unique check (length(customer_id) <= 100),
  -- What Stripe was told of the member; a job tells it what has changed since.
  name text not null,
  email text not null,
  -- A part of what Stripe is asked by: a customer that was deleted there is asked for by another.
  ask_key uuid not null default gen_random_uuid()
);

-- What a member pays with: one card, or one mandate to debit a bank account. Only what is printed on receipts.
create table stripe_payment_methods (
  member_id integer primary key references members,
  method_id text not null unique check (length(method_id) <= 100),
  kind text not null check (kind in ('card', 'sepaDebit', 'becsDebit', 'bacsDebit')),
  -- Of a card its make, such as visa; of an account its bank, where it is known.
  brand text not null default '' check (length(brand) <= 100),
  last4 text not null check (length(last4) <= 4),
  exp_month smallint check (exp_month between 1 and 12),
  exp_year smallint check (exp_year between 2000 and 2200),
  -- The reference of the mandate, as bank statements show it.
  mandate text not null default '' check (length(mandate) <= 100),
  -- When it was entered at Stripe: an earlier one that is heard of later does not replace it.
  entered_at timestamptz not null,
  saved_at timestamptz not null,
  warned_at timestamptz,
  check ((kind = 'card') = (exp_month is not null and exp_year is not null))
);
create index stripe_payment_methods_expiry on stripe_payment_methods (exp_year, exp_month) where kind = 'card';

-- A top-up of the balance: the row first, then one payment at Stripe, then the entry in the ledger.
create table top_ups (
  id integer primary key generated always as identity,
  member_id integer not null references members,
  amount_cents integer not null check (amount_cents between 1 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- `saved`: from what is saved. `checkout`: on Stripe's page. `automatic`: by itself, from what is saved.
  way text not null check (way in ('saved', 'checkout', 'automatic')),
  -- `started`: nothing is known yet. `unconfirmed`: the bank asks the member. `processing`: money on its way.
  state text not null default 'started'
    check (state in ('started', 'unconfirmed', 'processing', 'succeeded', 'failed', 'canceled')),
  customer_id text not null check (length(customer_id) <= 100),
  method_id text check (length(method_id) <= 100),
  -- What is paid with, in words for receipts.
  method_name text not null default '' check (length(method_name) <= 100),
  intent_id text unique check (length(intent_id) <= 100),
  checkout_id text unique check (length(checkout_id) <= 100),
  -- Sent again with the same key, no other top-up is begun.
  idempotency_key text not null check (length(idempotency_key) <= 100),
  failure text not null default '' check (length(failure) <= 500),
  receipt_url text not null default '' check (length(receipt_url) <= 2000),
  ledger_entry_id bigint references ledger_entries,
  -- How much of it was given back or disputed, and is off the balance again.
  reversed_cents integer not null default 0 check (reversed_cents >= 0),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When what stands here was asked for: an answer that was asked for earlier is not written later.
  seen_at timestamptz,
  unique (member_id, idempotency_key),
  check ((method_id is null) = (way = 'checkout')),
  check ((state = 'succeeded') = (ledger_entry_id is not null))
);
create index top_ups_member on top_ups (member_id, id desc);
create index top_ups_unsettled on top_ups (created_at) where state in ('started', 'unconfirmed', 'processing');

-- A member's order to top up by itself, with the words they agreed to. The row stays when it is off.
create table automatic_top_ups (
  member_id integer primary key references members,
  is_on boolean not null,
  threshold_cents integer not null check (threshold_cents between 0 and 100000000),
  amount_cents integer not null check (amount_cents between 1 and 100000000),
  monthly_cap_cents integer not null check (monthly_cap_cents >= amount_cents),
  consent text not null check (length(consent) <= 2000),
  consented_at timestamptz not null,
  -- The last that was begun: another one waits a while.
  last_at timestamptz,
  -- The month in which the member was told that the most of a month is reached.
  cap_told_month text check (cap_told_month ~ '^[0-9]{4}-[0-9]{2}$'),
  -- Why it switched itself off.
  off_reason text not null default '' check (length(off_reason) <= 500),
  off_at timestamptz
);
