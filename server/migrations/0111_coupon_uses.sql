-- A coupon that a member took for a plan. A charge that it makes cheaper names it, so that its periods are counted by
-- what was charged.
create table coupon_uses (
  id integer generated always as identity primary key,
  coupon_id integer not null references coupons,
  member_id integer not null references members,
  subscription_id integer not null references subscriptions,
  -- The first, second, … of this member; as many as `coupons.uses_per_member`.
  turn integer not null check (turn >= 1),
  at timestamptz not null,
  -- Periods that it was used up for before charges named it.
  periods_before integer not null default 0 check (periods_before >= 0),
  unique (coupon_id, member_id, turn)
);
create index coupon_uses_subscription on coupon_uses (subscription_id, id);
create index coupon_uses_member on coupon_uses (member_id);

alter table coupons
  -- How often one member can use it.
  add column uses_per_member integer not null default 1 check (uses_per_member between 1 and 100),
  -- Uses from before they were rows, of which no more is known.
  add column uses_before integer not null default 0 check (uses_before >= 0);

alter table charges
  -- The coupon that was taken off. It counts in one part of a charge that was split (`coupon_periods`).
  add column coupon_use_id integer references coupon_uses on delete set null,
  -- The concession that was taken off.
  add column concession_percent integer check (concession_percent between 1 and 100),
  -- The days of the whole period whose price it is a share of; null where it is the whole.
  add column price_days integer check (price_days >= 1);

-- One use is known of a coupon that was taken twice for one plan.
insert into coupon_uses (coupon_id, member_id, subscription_id, turn, at)
select coupon_id, member_id, subscription_id,
  row_number() over (partition by coupon_id, member_id order by subscription_id), min(at)
from (
  select coupon_id, member_id, id as subscription_id, created_at as at from subscriptions where coupon_id is not null
  union all
  select coupon_id, member_id, subscription_id, created_at from charges
  where coupon_id is not null and subscription_id is not null
) known
group by coupon_id, member_id, subscription_id;

update charges c set coupon_use_id = u.id from coupon_uses u
where u.subscription_id = c.subscription_id and u.coupon_id = c.coupon_id;

-- Charges that a provider of cards made cheaper, and those of a coupon without an end, did not name it.
update charges c set coupon_use_id = n.use_id, coupon_periods = 1
from (
  select c.id, u.id as use_id, k.periods, row_number() over (partition by u.id order by c.period) as turn
  from charges c
  join subscriptions s on s.id = c.subscription_id
  join coupon_uses u on u.subscription_id = s.id and u.coupon_id = s.coupon_id
  join coupons k on k.id = u.coupon_id
  where c.kind = 'period' and c.state <> 'void' and c.discount_cents > 0 and c.coupon_use_id is null
    and c.split_from_id is null
    and not exists (select from concessions e where e.member_id = s.member_id and e.state in ('approved', 'ended'))
    and (k.periods is null or exists (select from provider_lines l where l.charge_id = c.id))
) n
where c.id = n.id and (n.periods is null or n.turn <= n.periods);

-- Parts that were split off have the same taken off.
with recursive parts(id, use_id) as (
  select p.id, c.coupon_use_id from charges p join charges c on c.id = p.split_from_id
  where c.coupon_use_id is not null and p.coupon_use_id is null and p.discount_cents > 0
  union
  select p.id, parts.use_id from parts join charges p on p.split_from_id = parts.id
  where p.coupon_use_id is null and p.discount_cents > 0
)
update charges c set coupon_use_id = parts.use_id from parts where parts.id = c.id;

-- Where fewer periods were left than charges say.
update coupon_uses u set periods_before = greatest(0, k.periods - s.coupon_periods - coalesce((
  select sum(c.coupon_periods) from charges c where c.coupon_use_id = u.id and c.state <> 'void'), 0))
from subscriptions s, coupons k
where s.id = u.subscription_id and k.id = u.coupon_id and s.coupon_id = u.coupon_id and s.coupon_periods is not null;

update coupons k set uses_before = greatest(0, k.uses - (select count(*) from coupon_uses u where u.coupon_id = k.id));

update charges c set concession_percent = e.percent from concessions e
where e.member_id = c.member_id and e.state = 'approved' and e.decided_at <= c.created_at
  and c.kind = 'period' and c.discount_cents > 0;

-- The parts of a charge that was split are shares of the price of all its days.
with recursive family(root, id) as (
  select id, id from charges where split_from_id is null and kind = 'period'
  union all
  select f.root, c.id from family f join charges c on c.split_from_id = f.id
), sums as (
  select f.root, count(*) as parts, sum(upper(c.period) - lower(c.period))::int as days
  from family f join charges c on c.id = f.id group by f.root
)
update charges c set price_days = s.days
from family f join sums s on s.root = f.root where f.id = c.id and s.parts > 1;

alter table charges drop column coupon_id;
alter table subscriptions drop column coupon_id, drop column coupon_periods;
alter table coupons drop column uses;
create index charges_coupon_use on charges (coupon_use_id) where coupon_use_id is not null;
