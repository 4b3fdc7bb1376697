-- Money that was given back of a payment. The whole of it is also its reversal.
alter table payments add column refunds_id integer references payments,
  add constraint payments_refund check (refunds_id is null or amount_cents < 0),
  add constraint payments_one_origin check (reverses_id is null or refunds_id is null or reverses_id = refunds_id);
create index payments_refunds on payments (refunds_id) where refunds_id is not null;
-- Days whose money was given back give no access.
create index charges_refunded on charges (subscription_id) where state = 'refunded' and period is not null;
-- Today is one of these days until then: as of when the subscription was last worked out.
alter table subscriptions add column given_back_until date;

-- What moved between the account of direct debits under way and the bank, by lines of statements. A line that is undone
-- is moved back. For good.
create table debit_clearings (
  id bigint generated always as identity primary key,
  line_id integer not null references bank_lines,
  run_id integer references debit_runs,
  debit_id integer references debits,
  at timestamptz not null,
  booked_on date not null,
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Whether it booked the debits as well, or they were booked before.
  settles boolean not null,
  check (num_nonnulls(run_id, debit_id) = 1)
);
create index debit_clearings_booked on debit_clearings (booked_on, id);
create index debit_clearings_line on debit_clearings (line_id);
create index debit_clearings_run on debit_clearings (run_id) where run_id is not null;
create index debit_clearings_debit on debit_clearings (debit_id) where debit_id is not null;
-- Lines that were confirmed before there was this table, on the first day that is open.
insert into debit_clearings (line_id, run_id, debit_id, at, booked_on, amount_cents, currency, settles)
  select l.id, l.run_id, l.debit_id, l.decided_at, greatest(l.booked_on, (select closed_through + 1 from books_closed)),
    l.amount_cents, l.currency, true
  from bank_lines l where l.state = 'confirmed' and l.kind in ('debitSettled', 'debitReturn') order by l.id;
create trigger debit_clearings_append_only before update or delete or truncate on debit_clearings
  for each statement execute function refuse_change();
create trigger debit_clearings_closed before insert on debit_clearings
  for each row execute function refuse_closed_day();
create or replace function lock_bookings() returns void
language sql security definer set search_path = public as $$
  lock table ledger_entries, charge_entries, payments, payment_allocations, debit_clearings in share row exclusive mode
$$;

-- One line of a statement that is for several members or charges.
alter table bank_lines drop constraint bank_lines_kind_check,
  add constraint bank_lines_kind_check
    check (kind in ('dues', 'topUp', 'donation', 'split', 'debitSettled', 'debitReturn'));
create table bank_line_parts (
  id integer generated always as identity primary key,
  line_id integer not null references bank_lines,
  member_id integer not null references members,
  kind text not null check (kind in ('dues', 'topUp', 'donation')),
  amount_cents integer not null check (amount_cents > 0),
  payment_id integer unique references payments,
  ledger_entry_id bigint unique references ledger_entries,
  donation_entry_id bigint unique references ledger_entries,
  check (num_nonnulls(payment_id, ledger_entry_id) = 1)
);
create index bank_line_parts_line on bank_line_parts (line_id);
create index bank_line_parts_member on bank_line_parts (member_id);

-- What was agreed ahead holds from the first period that begins on this day or later; null: from the next.
alter table subscriptions add column next_from date;

-- How many periods of a coupon a charge used up: they are given back when it is cancelled.
alter table charges add column coupon_id integer references coupons,
  add column coupon_periods integer not null default 0 check (coupon_periods >= 0);

-- Every movement of money after a day (null: from the beginning) and through another, as a debit and a credit. Entries
-- of balances are in the currency of the site, and on the day of its time zone.
create or replace function journal(site_zone text, site_currency text, after_day date, through_day date)
returns table (
  day date, debit text, credit text, plan_id integer, amount_cents bigint, currency text,
  source text, source_id bigint, member_id integer
)
language sql stable as $$
  select j.day,
    case when j.amount_cents > 0 then j.debit else j.credit end,
    case when j.amount_cents > 0 then j.credit else j.debit end,
    j.plan_id, abs(j.amount_cents), j.currency, j.source, j.source_id, j.member_id
  from (
    -- Dues that were taken from a balance are a payment, too, which is not counted again below.
    select (e.at at time zone site_zone)::date as day,
      case e.contra_account
        when 'dues' then case when p.id is null then 'dues' else 'memberCredit' end
        when 'donation' then 'donations'
        when 'correction' then 'corrections'
        else e.contra_account
      end as debit,
      'balances' as credit, null::integer as plan_id, e.amount_cents::bigint as amount_cents,
      site_currency as currency, 'ledgerEntry' as source, e.id as source_id, e.member_id
    from ledger_entries e
    left join payments p on e.contra_account = 'dues' and p.ledger_entry_id = e.id
    where (after_day is null or e.at >= (after_day + 1)::timestamp at time zone site_zone)
      and e.at < (through_day + 1)::timestamp at time zone site_zone
    union all
    select e.booked_on,
      'receivables',
      case
        when e.kind = 'writtenOff' then 'writeOffs'
        when c.kind = 'period' then 'deferredIncome'
        when c.kind = 'joiningFee' then 'joiningFees'
        else 'otherIncome'
      end,
      c.plan_id, e.amount_cents, c.currency, 'chargeEntry', e.id, c.member_id
    from charge_entries e join charges c on c.id = e.charge_id
    where (after_day is null or e.booked_on > after_day) and e.booked_on <= through_day and e.amount_cents <> 0
    union all
    select through_day, 'deferredIncome', 'dues', e.plan_id, e.amount_cents, e.currency, 'earned', e.charge_id, e.member_id
    from earned_of_charges(after_day, through_day) e
    union all
    select p.paid_on,
      case p.method
        when 'card' then 'cardClearing'
        when 'directDebit' then 'directDebitClearing'
        when 'other' then 'otherMoney'
        when 'balance' then 'corrections'
        else p.method
      end,
      'memberCredit', null, p.amount_cents, p.currency, 'payment', p.id, p.member_id
    from payments p
    where (after_day is null or p.paid_on > after_day) and p.paid_on <= through_day and p.ledger_entry_id is null
    union all
    select a.booked_on, 'memberCredit', 'receivables', null, a.amount_cents, p.currency, 'allocation', a.id, p.member_id
    from payment_allocations a join payments p on p.id = a.payment_id
    where (after_day is null or a.booked_on > after_day) and a.booked_on <= through_day
    union all
    select d.booked_on, 'bank', 'directDebitClearing', null, d.amount_cents, d.currency, 'debitClearing', d.id, b.member_id
    from debit_clearings d left join debits b on b.id = d.debit_id
    where (after_day is null or d.booked_on > after_day) and d.booked_on <= through_day
  ) j
$$;
