-- What a charge was for and which days it covered when an entry was made: what was earned of it by a day then never
-- changes, whatever happens to the charge and the subscription later.
alter table charges add column plan_id integer references plans;
alter table charge_entries
  add column period daterange,
  drop constraint charge_entries_kind_check,
  -- `moved`: other days for the same amount.
  add constraint charge_entries_kind_check
    check (kind in ('issued', 'split', 'moved', 'voided', 'writtenOff', 'refunded'));
create index charge_entries_period on charge_entries using gist (period) where period is not null;

create function fill_plan_of_charge() returns trigger language plpgsql as $$
begin
  new.plan_id := (select plan_id from subscriptions where id = new.subscription_id);
  return new;
end $$;
create trigger charges_plan before insert on charges for each row
  when (new.plan_id is null and new.subscription_id is not null) execute function fill_plan_of_charge();

create function fill_period_of_entry() returns trigger language plpgsql as $$
begin
  new.period := (select period from charges where id = new.charge_id);
  return new;
end $$;
create trigger charge_entries_period before insert on charge_entries for each row
  when (new.period is null) execute function fill_period_of_entry();

-- Who moves a charge enters it: looked at when the transaction ends.
create function check_period_entered() returns trigger language plpgsql as $$
begin
  if (select e.period is distinct from c.period from charges c join charge_entries e on e.charge_id = c.id
      where c.id = new.id order by e.id desc limit 1) then
    raise exception 'charge % has other days than its last entry', new.id;
  end if;
  return null;
end $$;
create constraint trigger charges_period_entered after update of period on charges
  deferrable initially deferred for each row when (old.period is distinct from new.period)
  execute function check_period_entered();

-- What of an amount is earned by the end of a day: in whole cents, and all of it by the last day of its period.
-- `earnedCents` in server/src/books/rules.ts is the same.
create function earned_cents(amount_cents bigint, period daterange, through_day date) returns bigint
language sql immutable as $$
  select case
    when through_day < lower(period) then 0
    when through_day >= upper(period) - 1 then amount_cents
    else amount_cents * (through_day - lower(period) + 1) / (upper(period) - lower(period))
  end
$$;

-- What is earned of each charge after a day (null: from the beginning) and through another.
create function earned_of_charges(after_day date, through_day date)
returns table (charge_id integer, member_id integer, plan_id integer, currency text, amount_cents bigint)
language sql stable as $$
  select c.id, c.member_id, c.plan_id, c.currency, s.through_cents - s.before_cents
  from charges c
  cross join lateral (
    select
      coalesce(earned_cents(
        sum(e.amount_cents) filter (where e.kind <> 'writtenOff'),
        (array_agg(e.period order by e.booked_on desc, e.id desc))[1],
        through_day
      ), 0) as through_cents,
      coalesce(earned_cents(
        sum(e.amount_cents) filter (where e.kind <> 'writtenOff' and e.booked_on <= after_day),
        (array_agg(e.period order by e.booked_on desc, e.id desc) filter (where e.booked_on <= after_day))[1],
        after_day
      ), 0) as before_cents
    from charge_entries e where e.charge_id = c.id and e.booked_on <= through_day
  ) s
  where c.kind = 'period' and s.through_cents <> s.before_cents and c.id in (
    select e.charge_id from charge_entries e where e.period && daterange(after_day, through_day, '(]')
    union
    select e.charge_id from charge_entries e where e.booked_on > after_day and e.booked_on <= through_day
  )
$$;

-- Every movement of money after a day (null: from the beginning) and through another, as a debit and a credit. Entries
-- of balances are in the currency of the site, and on the day of its time zone.
create function journal(site_zone text, site_currency text, after_day date, through_day date)
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
  ) j
$$;
create index payment_allocations_booked on payment_allocations (booked_on, id);

-- Through which day nothing is booked any more. The newest row counts; null reopens everything.
create table book_closings (
  id integer generated always as identity primary key,
  closed_through date,
  -- Where that day ends in the time zone of the space, so that what compares instants needs no time zone.
  closed_until timestamptz,
  reason text not null default '' check (length(reason) <= 300),
  at timestamptz not null,
  by_id integer references members,
  check ((closed_through is null) = (closed_until is null))
);
create trigger book_closings_append_only before update or delete or truncate on book_closings
  for each statement execute function refuse_change();

-- What every account came to by a closing, from which later months go on. It holds while nothing that it closed was
-- reopened, and in the time zone and currency it was added up in.
create table book_balances (
  closing_id integer primary key references book_closings,
  site_zone text not null,
  site_currency text not null,
  totals jsonb not null
);
create trigger book_balances_append_only before update or delete or truncate on book_balances
  for each statement execute function refuse_change();

-- The newest of them in one row, because every booking reads it.
create table books_closed (
  is_only boolean primary key default true check (is_only),
  closed_through date,
  closed_until timestamptz
);
insert into books_closed default values;
create function follow_book_closing() returns trigger language plpgsql as $$
begin
  update books_closed set closed_through = new.closed_through, closed_until = new.closed_until;
  return null;
end $$;
create trigger book_closings_follow after insert on book_closings for each row execute function follow_book_closing();
create function refuse_books_closed() returns trigger language plpgsql as $$
begin
  raise exception 'the books are closed only by a closing';
end $$;
create trigger books_closed_by_closings before insert or update or delete on books_closed
  for each row when (pg_trigger_depth() = 0) execute function refuse_books_closed();

-- Waits for what is being booked; what comes later sees the closing. As their owner, because the portal may not lock them.
create function lock_bookings() returns void language sql security definer set search_path = public as $$
  lock table ledger_entries, charge_entries, payments, payment_allocations in share row exclusive mode
$$;

-- SK001 becomes the error `booksClosed` at the field that the column names.
create function refuse_closed_instant() returns trigger language plpgsql as $$
declare closed date;
begin
  select closed_through into closed from books_closed where new.at < closed_until;
  if closed is not null then
    raise exception using errcode = 'SK001', message = format('the books are closed through %s', closed),
      detail = closed::text, column = 'at';
  end if;
  return new;
end $$;
create function refuse_closed_day() returns trigger language plpgsql as $$
declare
  closed date;
  day date;
begin
  if tg_table_name = 'payments' then day := new.paid_on; else day := new.booked_on; end if;
  select closed_through into closed from books_closed where day <= closed_through;
  if closed is not null then
    raise exception using errcode = 'SK001', message = format('the books are closed through %s', closed),
      detail = closed::text, column = 'paidOn';
  end if;
  return new;
end $$;
create trigger ledger_entries_closed before insert on ledger_entries
  for each row execute function refuse_closed_instant();
create trigger charge_entries_closed before insert on charge_entries for each row execute function refuse_closed_day();
create trigger payments_closed before insert on payments for each row execute function refuse_closed_day();
create trigger payment_allocations_closed before insert on payment_allocations
  for each row execute function refuse_closed_day();

-- The hash of every file that was given out of a month.
create table book_exports (
  id integer generated always as identity primary key,
  month date not null check (extract(day from month) = 1),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  format text not null check (format in ('csv', 'xero', 'xeroBank', 'quickbooks', 'datev', 'sie')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  by_id integer references members,
  -- The closing that was the newest by then.
  closing_id integer references book_closings
);
create index book_exports_month on book_exports (month, currency, format, id);
create trigger book_exports_append_only before update or delete or truncate on book_exports
  for each statement execute function refuse_change();

-- What is about money is kept ten years: now also plans, dues, the bank and the books.
create or replace function audit_event_kept_for(event text) returns interval language sql immutable as $$
  select case
    when split_part(event, '.', 1) in ('memberbucks', 'purchase', 'bank', 'billing', 'books', 'coupon', 'plan', 'plans',
        'reminders', 'tier', 'tiers')
      or event in ('interlock.pricesChanged', 'interlock.jumpAccepted', 'interlock.jumpRejected') then interval '3652 days'
    when event in ('account.loggedIn', 'account.loggedInByLink', 'account.loginFailed', 'account.failuresNotKept', 'account.passwordRefused',
      'account.loggedOut', 'account.kioskLoggedIn', 'account.pinRefused', 'account.sessionEnded') then interval '90 days'
    else interval '365 days'
  end
$$;
