-- What a space offers: tiers, and the plans they can be paid by.
create table tiers (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 1000),
  is_featured boolean not null default false,
  is_visible boolean not null default true,
  position integer not null default 0,
  archived_at timestamptz,
  stripe_id text unique
);
create unique index tiers_name on tiers (lower(name)) where archived_at is null;

create table plans (
  id integer generated always as identity primary key,
  tier_id integer not null references tiers,
  name text not null check (length(name) between 1 and 100),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Of one period.
  cost_cents integer not null check (cost_cents between 0 and 100000000),
  joining_fee_cents integer not null default 0 check (joining_fee_cents between 0 and 100000000),
  interval_count integer not null default 1 check (interval_count between 1 and 365),
  interval text not null check (interval in ('day', 'week', 'month', 'year')),
  is_visible boolean not null default true,
  -- How members may pay it.
  collectors text[] not null check (
    cardinality(collectors) > 0
    and collectors <@ array['stripe', 'bank', 'cash', 'invoice', 'balance', 'free']::text[]
  ),
  -- The payer and the people of their household together.
  max_people integer not null default 1 check (max_people between 1 and 20),
  position integer not null default 0,
  archived_at timestamptz,
  stripe_id text unique
);
create index plans_tier on plans (tier_id, position, id);

create table coupons (
  id integer generated always as identity primary key,
  -- What members type, in capitals.
  code text not null unique check (code ~ '^[A-Z0-9-]{3,30}$'),
  description text not null default '' check (length(description) <= 200),
  -- One of the two.
  percent integer check (percent between 1 and 100),
  amount_cents integer check (amount_cents between 1 and 100000000),
  -- Null: for as long as the subscription lasts.
  periods integer check (periods between 1 and 120),
  max_uses integer check (max_uses >= 1),
  uses integer not null default 0,
  starts_on date,
  ends_on date,
  ended_at timestamptz,
  check (num_nonnulls(percent, amount_cents) = 1),
  check (max_uses is null or uses <= max_uses)
);

-- A member pays, or is let off paying, for a plan. One that has not ended is the current one.
create table subscriptions (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  plan_id integer not null references plans,
  state text not null check (state in ('incomplete', 'active', 'pastDue', 'paused', 'cancelling', 'ended')),
  collector text not null check (collector in ('stripe', 'bank', 'cash', 'invoice', 'balance', 'free')),
  -- What was agreed, whatever the plan costs since.
  cost_cents integer not null check (cost_cents between 0 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  interval_count integer not null check (interval_count between 1 and 365),
  interval text not null check (interval in ('day', 'week', 'month', 'year')),
  coupon_id integer references coupons,
  -- Periods that the coupon still makes cheaper; null: all of them.
  coupon_periods integer check (coupon_periods >= 0),
  started_on date not null,
  -- Periods are counted from here: the one after next begins two intervals later.
  anchor_on date not null,
  periods_since_anchor integer not null default 0 check (periods_since_anchor >= 0),
  -- Days that have a charge or a break end here (exclusive).
  charged_through date not null,
  -- Days that are paid for, or about to be, end here (exclusive).
  paid_through date not null,
  -- When the oldest open charge was due.
  unpaid_since date,
  -- The day on which access ended because a payment was overdue.
  access_ended_on date,
  -- Whether it lets its members in, as it was last worked out.
  has_access boolean not null default false,
  -- Staff gave more time: access goes on before this day at least.
  more_time_until date,
  -- The first day without the plan, once it was cancelled.
  cancel_on date,
  -- The plan and price from the end of what is charged, as agreed ahead.
  next_plan_id integer references plans,
  next_cost_cents integer check (next_cost_cents between 0 and 100000000),
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text check (length(ended_reason) <= 300),
  provider_ref text unique,
  check ((state = 'ended') = (ended_at is not null)),
  check (state <> 'cancelling' or cancel_on is not null),
  check ((state = 'pastDue') <= (access_ended_on is not null)),
  check ((next_plan_id is null) = (next_cost_cents is null))
);
create unique index subscriptions_current on subscriptions (member_id) where state <> 'ended';
create index subscriptions_member on subscriptions (member_id, id);
create index subscriptions_plan on subscriptions (plan_id) where state <> 'ended';
create index subscriptions_charged on subscriptions (charged_through) where state <> 'ended';
create index subscriptions_paid on subscriptions (paid_through) where state <> 'ended';

-- What is owed for a period of a subscription, or once. Periods of a subscription never overlap.
create table charges (
  id integer generated always as identity primary key,
  -- Who pays.
  member_id integer not null references members,
  subscription_id integer references subscriptions,
  -- The charge it was a part of, and on whose invoice it is.
  split_from_id integer references charges,
  kind text not null check (kind in ('period', 'joiningFee', 'other')),
  period daterange check (not isempty(period) and lower_inc(period) and not upper_inc(period)
    and not lower_inf(period) and not upper_inf(period)),
  description text not null check (length(description) between 1 and 200),
  -- The sum of its entries.
  amount_cents integer not null default 0 check (amount_cents >= 0),
  -- The sum of its allocations.
  paid_cents integer not null default 0 check (paid_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Off the price, by coupon and concession, and already taken from the amount.
  discount_cents integer not null default 0 check (discount_cents >= 0),
  due_on date not null,
  state text not null check (state in ('open', 'processing', 'paid', 'void', 'refunded', 'writtenOff')),
  -- Why it was written off, voided or refunded.
  reason text check (length(reason) <= 300),
  created_at timestamptz not null,
  paid_at timestamptz,
  provider_ref text unique,
  check ((kind = 'period') = (period is not null)),
  check (kind <> 'period' or subscription_id is not null),
  check (paid_cents <= amount_cents),
  exclude using gist (int4range(subscription_id, subscription_id, '[]') with &&, period with &&)
    where (period is not null and state <> 'void')
);
create index charges_subscription on charges (subscription_id, lower(period));
create index charges_member on charges (member_id, id);
create index charges_due on charges (due_on, id) where state in ('open', 'processing');

-- What made a charge as large as it is: the accounts receivable. For good.
create table charge_entries (
  id bigint generated always as identity primary key,
  charge_id integer not null references charges,
  at timestamptz not null,
  -- The day in the space's time zone on which it counts in the books.
  booked_on date not null,
  kind text not null check (kind in ('issued', 'split', 'voided', 'writtenOff', 'refunded')),
  amount_cents integer not null
);
create index charge_entries_charge on charge_entries (charge_id);
create index charge_entries_booked on charge_entries (booked_on, id);

-- Days of a subscription that cost nothing and give nothing.
create table subscription_breaks (
  id integer generated always as identity primary key,
  subscription_id integer not null references subscriptions,
  kind text not null check (kind in ('pause', 'lapse')),
  days daterange not null check (not isempty(days) and not lower_inf(days) and not upper_inf(days)),
  reason text not null default '' check (length(reason) <= 300),
  asked_by integer references members,
  created_at timestamptz not null,
  -- Null for a pause that is planned: until then it moves nothing.
  begun_at timestamptz,
  -- A pause that was called off before it began.
  cancelled_at timestamptz,
  exclude using gist (int4range(subscription_id, subscription_id, '[]') with &&, days with &&)
    where (cancelled_at is null)
);

-- Money that arrived for dues, and money that was given back. For good; a mistake is reversed.
create table payments (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  -- Negative when it is reversed or given back.
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method text not null check (method in ('bank', 'directDebit', 'cash', 'card', 'balance', 'other')),
  reference text not null default '' check (length(reference) <= 200),
  note text not null default '' check (length(note) <= 300),
  paid_on date not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('anonymous', 'member', 'apiKey', 'device', 'system')),
  actor_id integer,
  reverses_id integer unique references payments,
  idempotency_key text unique check (length(idempotency_key) between 1 and 100),
  ledger_entry_id bigint unique references ledger_entries,
  provider_ref text unique
);
create index payments_member on payments (member_id, id);
create index payments_paid_on on payments (paid_on, id);

-- Which payment paid how much of which charge; negative when it is taken back. For good.
create table payment_allocations (
  id bigint generated always as identity primary key,
  payment_id integer not null references payments,
  charge_id integer not null references charges,
  amount_cents integer not null check (amount_cents <> 0),
  at timestamptz not null,
  booked_on date not null
);
create index payment_allocations_payment on payment_allocations (payment_id);
create index payment_allocations_charge on payment_allocations (charge_id);

create function sum_charge() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'charge_entries' then
    update charges set amount_cents = amount_cents + new.amount_cents where id = new.charge_id;
  else
    update charges set paid_cents = paid_cents + new.amount_cents where id = new.charge_id;
  end if;
  return null;
end $$;
create trigger charge_entries_sum after insert on charge_entries for each row execute function sum_charge();
create trigger payment_allocations_sum after insert on payment_allocations for each row execute function sum_charge();

create function refuse_charge_sums() returns trigger language plpgsql as $$
begin
  raise exception 'the sums of a charge change only by its entries and allocations';
end $$;
create trigger charges_by_entries before update on charges for each row
  when (pg_trigger_depth() = 0
    and (old.amount_cents <> new.amount_cents or old.paid_cents <> new.paid_cents))
  execute function refuse_charge_sums();
create trigger charges_start_empty before insert on charges for each row
  when (new.amount_cents <> 0 or new.paid_cents <> 0) execute function refuse_charge_sums();
create trigger charges_kept before delete or truncate on charges for each statement execute function refuse_change();
create trigger charge_entries_append_only before update or delete or truncate on charge_entries
  for each statement execute function refuse_change();
create trigger payments_append_only before update or delete or truncate on payments
  for each statement execute function refuse_change();
create trigger payment_allocations_append_only before update or delete or truncate on payment_allocations
  for each statement execute function refuse_change();

-- People one member pays for. Each keeps an account, cards and certificates of their own.
create table household_people (
  id integer generated always as identity primary key,
  subscription_id integer not null references subscriptions,
  member_id integer not null references members,
  role text not null check (role in ('adult', 'child')),
  joined_at timestamptz not null,
  left_at timestamptz
);
create unique index household_people_current on household_people (member_id) where left_at is null;
create index household_people_subscription on household_people (subscription_id) where left_at is null;

-- A place in a household that is offered to an email address; its owner takes it in the portal.
create table household_invitations (
  id integer generated always as identity primary key,
  subscription_id integer not null references subscriptions,
  email text not null check (length(email) between 3 and 254),
  role text not null check (role in ('adult', 'child')),
  invited_at timestamptz not null
);
create unique index household_invitations_email on household_invitations (subscription_id, lower(email));
create index household_invitations_to on household_invitations (lower(email));

-- A lower price for a reason, such as being a student.
create table concessions (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  reason text not null check (length(reason) between 1 and 200),
  percent integer not null check (percent between 1 and 100),
  state text not null check (state in ('asked', 'approved', 'declined', 'ended')),
  proof bytea,
  proof_media_type text,
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references members,
  decision_note text check (length(decision_note) <= 300),
  -- The first day without it.
  ends_on date,
  check ((proof is null) = (proof_media_type is null))
);
create unique index concessions_current on concessions (member_id) where state in ('asked', 'approved');

-- Numbered without a gap, and never changed: a mistake gets a credit note.
create table invoices (
  id integer generated always as identity primary key,
  number integer not null unique,
  kind text not null check (kind in ('invoice', 'creditNote')),
  member_id integer not null references members,
  -- The invoice that a credit note takes back.
  corrects_id integer references invoices,
  issued_on date not null,
  at timestamptz not null,
  total_cents integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Names, addresses and words as they were on that day.
  content jsonb not null
);
create index invoices_member on invoices (member_id, id);
create table invoice_lines (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  charge_id integer not null references charges,
  description text not null check (length(description) between 1 and 200),
  amount_cents integer not null
);
create index invoice_lines_invoice on invoice_lines (invoice_id);
create index invoice_lines_charge on invoice_lines (charge_id);
create trigger invoices_append_only before delete or truncate on invoices
  for each statement execute function refuse_change();
create trigger invoice_lines_append_only before update or delete or truncate on invoice_lines
  for each statement execute function refuse_change();
