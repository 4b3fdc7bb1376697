-- Keeps the sums of a charge in step with its entries and with what payments pay of it.
create or replace function sum_charge() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'charge_entries' then
    update charges set amount_cents = amount_cents + new.amount_cents where id = new.charge_id;
  else
    update charges set paid_cents = paid_cents + new.amount_cents where id = new.charge_id;
  end if;
  return null;
end $$;
