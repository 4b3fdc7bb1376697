-- The rest of each payment that came in, in cents: it pays nothing yet and was not given back. Triggers keep it.
create table payment_credits (
  payment_id integer primary key references payments,
  left_cents integer not null check (left_cents >= 0)
);
create index payment_credits_left on payment_credits (payment_id) where left_cents > 0;

-- The sums that a payment that went out took: of which payments that had come in or, where nothing was left of them, of which
-- charge that asks for it back. Negative where the one that went out was undone. For good.
create table payment_takings (
  id bigint generated always as identity primary key,
  taken_by_id integer not null references payments,
  payment_id integer references payments,
  charge_id integer references charges,
  amount_cents integer not null check (amount_cents <> 0),
  check (num_nonnulls(payment_id, charge_id) = 1)
);
create index payment_takings_taken_by on payment_takings (taken_by_id);
create index payment_takings_payment on payment_takings (payment_id) where payment_id is not null;
create index payment_takings_charge on payment_takings (charge_id) where charge_id is not null;

-- The payment that went out and took this back: it is undone with it.
alter table payment_allocations add column taken_by_id integer references payments;
create index payment_allocations_taken_by on payment_allocations (taken_by_id) where taken_by_id is not null;
alter table charge_entries add column taken_by_id integer references payments;
create index charge_entries_taken_by on charge_entries (taken_by_id) where taken_by_id is not null;

-- Refunds of before, by the moment of their transaction: it began shortly before the payment was written.
alter table payment_allocations disable trigger payment_allocations_append_only;
update payment_allocations a set taken_by_id = (
    select r.id from payments r where r.refunds_id = a.payment_id and a.at <= r.at and a.at > r.at - interval '10 seconds'
    order by r.at, r.id limit 1)
  where a.amount_cents < 0 and exists (select from payments r where r.refunds_id = a.payment_id);
alter table payment_allocations enable trigger payment_allocations_append_only;
alter table charge_entries disable trigger charge_entries_append_only;
update charge_entries e set taken_by_id = (
    select a.taken_by_id from payment_allocations a where a.charge_id = e.charge_id and a.at = e.at
      and a.amount_cents = e.amount_cents and a.taken_by_id is not null order by a.id limit 1)
  where e.kind = 'refunded';
alter table charge_entries enable trigger charge_entries_append_only;

-- The whole of a payment that was refunded was its reversal as well, so that undone it could not be reversed any more.
alter table payments disable trigger payments_append_only;
update payments set reverses_id = null where refunds_id is not null and reverses_id is not null;
alter table payments enable trigger payments_append_only;
alter table payments
  drop constraint payments_one_origin,
  add constraint payments_one_origin check (num_nonnulls(reverses_id, refunds_id) <= 1),
  -- Those that plans can have (contract/src/plans/words.ts); what was booked before stays.
  add constraint payments_known_currency check (currency in ('AUD', 'NZD', 'USD', 'GBP', 'EUR', 'SEK', 'CAD', 'CHF',
    'CZK', 'DKK', 'NOK', 'PLN', 'SGD', 'ZAR')) not valid;
alter table plans
  add constraint plans_known_currency check (currency in ('AUD', 'NZD', 'USD', 'GBP', 'EUR', 'SEK', 'CAD', 'CHF',
    'CZK', 'DKK', 'NOK', 'PLN', 'SGD', 'ZAR')) not valid;

alter table charges
  drop constraint charges_kind_check,
  add constraint charges_kind_check check (kind in ('period', 'joiningFee', 'other', 'toPayBack'));

insert into payment_credits (payment_id, left_cents)
  select p.id, greatest(0, p.amount_cents - coalesce(a.cents, 0)) from payments p
  left join (select payment_id, sum(amount_cents) as cents from payment_allocations group by payment_id) a
    on a.payment_id = p.id
  where p.amount_cents > 0;

-- Payments that went out name those they went out of: first the one they refer to, then what else that member had left.
-- Where there was nothing, they had less than nothing: that is a charge now, which is asked for like any other.
do $$
declare
  one record;
  source record;
  rest integer;
  taken integer;
  owed integer;
  day date := greatest(current_date, (select closed_through + 1 from books_closed));
begin
  for one in
    select id, member_id, currency, -amount_cents as cents, coalesce(refunds_id, reverses_id) as named from payments
    where amount_cents < 0 order by coalesce(refunds_id, reverses_id) is null, id
  loop
    rest := one.cents;
    for source in
      select k.payment_id, k.left_cents from payment_credits k join payments p on p.id = k.payment_id
      where p.member_id = one.member_id and p.currency = one.currency and k.left_cents > 0
      order by p.id is not distinct from one.named desc, p.id
    loop
      taken := least(rest, source.left_cents);
      exit when taken = 0;
      insert into payment_takings (taken_by_id, payment_id, amount_cents) values (one.id, source.payment_id, taken);
      update payment_credits set left_cents = left_cents - taken where payment_id = source.payment_id;
      rest := rest - taken;
    end loop;
    continue when rest = 0;
    select id into owed from charges
      where kind = 'toPayBack' and member_id = one.member_id and currency = one.currency;
    if owed is null then
      insert into charges (member_id, kind, description, currency, due_on, state, created_at)
        values (one.member_id, 'toPayBack', 'To pay back: more went back than was left', one.currency, day, 'open', now())
        returning id into owed;
    end if;
    insert into payment_takings (taken_by_id, charge_id, amount_cents) values (one.id, owed, rest);
  end loop;
  insert into charge_entries (charge_id, at, booked_on, kind, amount_cents)
    select charge_id, now(), day, 'issued', sum(amount_cents) from payment_takings where charge_id is not null
    group by charge_id;
  insert into audit_events (at, event, actor_kind, subject_kind, subject_id, data)
    select now(), 'billing.toPayBack', 'system', 'member', c.member_id,
      jsonb_build_object('chargeId', c.id, 'amountCents', c.amount_cents, 'reason', 'Found by an update of the portal')
    from charges c where c.kind = 'toPayBack';
end $$;

create trigger payment_takings_append_only before update or delete or truncate on payment_takings
  for each statement execute function refuse_change();
