create or replace function refuse_charge_sums() returns trigger language plpgsql as $$
begin
  raise exception 'the sums of a charge change only by its entries and allocations';
end $$;
