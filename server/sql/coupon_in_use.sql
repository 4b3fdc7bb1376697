-- The coupon that makes the next periods of a subscription cheaper; no row where none does. A charge that is cancelled
-- counts no more, which gives its period back.
create or replace function coupon_in_use(subscription integer)
returns table (
  use_id integer, coupon_id integer, code text, percent integer, amount_cents integer, periods_left integer
)
language sql stable as $$
  select u.id, k.id, k.code, k.percent, k.amount_cents, k.periods - counted.periods
  from coupon_uses u
  join coupons k on k.id = u.coupon_id
  cross join lateral (
    select u.periods_before + coalesce(sum(c.coupon_periods), 0)::int as periods from charges c
    where c.coupon_use_id = u.id and c.state <> 'void'
  ) counted
  where u.subscription_id = subscription and (k.periods is null or k.periods > counted.periods)
  order by u.id desc limit 1
$$;
