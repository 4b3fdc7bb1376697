-- Subscriptions that Stripe collected until now and the portal does from the end of their period: each begun once, and gone
-- on with until it is done.
create table stripe_take_overs (
  subscription_id integer primary key references subscriptions,
  -- Its name at Stripe.
  ref text not null unique check (length(ref) <= 100),
  -- A person's decision about one that can't go by itself: the sum that is open there is asked for here.
  is_owed_here boolean not null default false,
  -- Why it waits for a person; empty where it does not.
  hindrance text not null default '' check (length(hindrance) <= 50),
  begun_at timestamptz not null,
  done_at timestamptz
);

-- One that is a plan here and not found at Stripe is among those that wait for a person now.
update stripe_reconciliations
  set problems = coalesce((select jsonb_agg(one order by at) from jsonb_array_elements(problems) with ordinality as p (one, at)
    where one->>'kind' = 'unknownSubscription'), '[]')
  where problems @> '[{"kind": "missingSubscription"}]';
