-- Waits for what is being booked; what comes later sees the closing. It runs as the owner of the tables, because the
-- portal's account may not lock them.
create or replace function lock_bookings() returns void
language sql security definer set search_path = public as $$
  lock table ledger_entries, charge_entries, payments, payment_allocations, debit_clearings, stripe_movements,
    stripe_set_asides in share row exclusive mode
$$;
