-- An entry keeps the days its charge covered then: the amount that was earned of it by a day never changes later.
create or replace function fill_period_of_entry() returns trigger language plpgsql as $$
begin
  new.period := (select period from charges where id = new.charge_id);
  return new;
end $$;
