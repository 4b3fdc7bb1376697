create or replace function refuse_balance() returns trigger language plpgsql as $$
begin
  raise exception 'balances change only by ledger entries';
end $$;
