-- Every payment that the portal itself asks Stripe for: the row first, then one payment there, then it is booked by what it
-- is for. Top-ups and payments of dues, which had a table each, are two purposes of it.
create table stripe_payments (
  id integer primary key generated always as identity,
  -- Its number in the table it stood in before: what is under way at Stripe, and pages that are open, know it by that.
  former_id integer,
  number integer not null generated always as (coalesce(former_id, id)) stored,
  purpose text not null check (purpose in ('dues', 'topUp')),
  member_id integer not null references members,
  -- The charges it pays first, of dues.
  charge_ids integer[] not null default '{}',
  amount_cents integer not null check (amount_cents between 1 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- `saved`: from what is saved. `checkout`: on Stripe's page. `automatic`: by itself, from what is saved.
  way text not null check (way in ('saved', 'checkout', 'automatic')),
  -- `started`: nothing is known yet. `unconfirmed`: the bank asks the member. `processing`: money on its way.
  state text not null default 'started'
    check (state in ('started', 'unconfirmed', 'processing', 'succeeded', 'failed', 'canceled')),
  customer_id text not null check (length(customer_id) <= 100),
  method_id text check (length(method_id) <= 100),
  -- The card or account that is paid with, in words for receipts.
  method_name text not null default '' check (length(method_name) <= 100),
  intent_id text unique check (length(intent_id) <= 100),
  checkout_id text unique check (length(checkout_id) <= 100),
  -- Sent again with the same key, no other payment is begun.
  idempotency_key text not null check (length(idempotency_key) <= 100),
  -- Why it failed: Stripe's words for the member, its code for the refusal, and its advice on trying again.
  failure text not null default '' check (length(failure) <= 500),
  decline_code text not null default '' check (length(decline_code) <= 100),
  advice_code text not null default '' check (length(advice_code) <= 100),
  receipt_url text not null default '' check (length(receipt_url) <= 2000),
  -- As what it was booked.
  payment_id integer references payments,
  ledger_entry_id bigint references ledger_entries,
  -- How much of a top-up was given back or disputed, and is off the balance again.
  reversed_cents integer not null default 0 check (reversed_cents >= 0),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When what stands here was asked for: an answer that was asked for earlier is not written later.
  seen_at timestamptz,
  unique (purpose, number),
  unique (member_id, purpose, idempotency_key),
  check ((method_id is null) = (way = 'checkout')),
  check (cardinality(charge_ids) between 1 and 100 or purpose <> 'dues'),
  check (charge_ids = '{}' or purpose = 'dues'),
  check ((state = 'succeeded') = (num_nonnulls(payment_id, ledger_entry_id) = 1)),
  check (payment_id is null or purpose = 'dues'),
  check (ledger_entry_id is null or purpose = 'topUp'),
  check ((settled_at is not null) = (state in ('succeeded', 'failed', 'canceled')))
);
create index stripe_payments_member on stripe_payments (member_id, id desc);
create index stripe_payments_unsettled on stripe_payments (created_at) where state in ('started', 'unconfirmed', 'processing');
-- Two that could take the same money are never under way at once. A page for a top-up is a choice, which may be made again.
create unique index stripe_payments_undecided_dues on stripe_payments (member_id)
  where purpose = 'dues' and state in ('started', 'unconfirmed');
create unique index stripe_payments_waiting_top_up on stripe_payments (member_id)
  where purpose = 'topUp' and state = 'started' and way <> 'checkout';

-- Above all former numbers, so that a number never means two payments of one purpose.
select setval(pg_get_serial_sequence('stripe_payments', 'id'), greatest(1,
  (select max(id) from top_ups), (select max(id) from card_payments)));

-- One that is undecided beside a later one is over here; where its page is paid all the same, that is booked.
insert into stripe_payments (former_id, purpose, member_id, charge_ids, amount_cents, currency, way, state, customer_id,
    method_id, method_name, intent_id, checkout_id, idempotency_key, failure, receipt_url, payment_id, ledger_entry_id,
    reversed_cents, created_at, settled_at, seen_at)
  select former_id, purpose, member_id, charge_ids, amount_cents, currency, way, state, customer_id,
    method_id, method_name, intent_id, checkout_id, idempotency_key, failure, receipt_url, payment_id, ledger_entry_id,
    reversed_cents, created_at,
    case when state in ('succeeded', 'failed', 'canceled') then coalesce(settled_at, created_at) end, seen_at
  from (
    select id as former_id, 'dues' as purpose, member_id, charge_ids, amount_cents, currency, way,
      case when state in ('started', 'unconfirmed') and exists (select from card_payments later
        where later.member_id = c.member_id and later.id > c.id and later.state in ('started', 'unconfirmed'))
        then 'failed' else state end as state,
      customer_id, method_id, method_name, intent_id, checkout_id, idempotency_key, failure, '' as receipt_url,
      payment_id, null::bigint as ledger_entry_id, 0 as reversed_cents, created_at, settled_at, seen_at
    from card_payments c
    union all
    select id, 'topUp', member_id, '{}', amount_cents, currency, way, state, customer_id, method_id, method_name,
      intent_id, checkout_id, idempotency_key, failure, receipt_url, null, ledger_entry_id, reversed_cents, created_at,
      settled_at, seen_at
    from top_ups
  ) former
  order by created_at, purpose, former_id;

-- Jobs that wait to finish one are taken as those of the new row. Spaces that are new have no queue yet.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  insert into graphile_worker._private_tasks (identifier) values ('finishPayment'), ('finishPayments') on conflict do nothing;
  update graphile_worker._private_jobs j
    set payload = json_build_object('paymentId', p.id),
      task_id = (select t.id from graphile_worker._private_tasks t where t.identifier = 'finishPayment')
    from graphile_worker._private_tasks t, stripe_payments p
    where t.id = j.task_id and t.identifier in ('finishTopUp', 'finishCardPayment')
      and p.purpose = case t.identifier when 'finishTopUp' then 'topUp' else 'dues' end
      and p.former_id = coalesce(j.payload ->> 'topUpId', j.payload ->> 'cardPaymentId')::int;
  update graphile_worker._private_jobs j
    set task_id = (select t.id from graphile_worker._private_tasks t where t.identifier = 'finishPayments')
    from graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier in ('finishTopUps', 'finishCardPayments');
end $$;

drop table top_ups;
drop table card_payments;
