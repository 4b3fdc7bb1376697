-- Keeps the balance of a member in step with the ledger. The last purchase is the one booked last, also when the clock
-- was set back since the one before.
create or replace function book_ledger_entry() returns trigger language plpgsql as $$
begin
  insert into balances as held (member_id, balance_cents, last_purchase_at)
  values (new.member_id, new.amount_cents, case when new.source = 'device' and new.type = 'card' then new.at end)
  on conflict (member_id) do update set
    balance_cents = held.balance_cents + new.amount_cents,
    last_purchase_at = coalesce(excluded.last_purchase_at, held.last_purchase_at)
  returning held.balance_cents into new.balance_cents;
  return new;
end $$;
