-- A charge that moves gets an entry of its new days. Its trigger looks when the transaction ends.
create or replace function check_period_entered() returns trigger language plpgsql as $$
begin
  if (select e.period is distinct from c.period from charges c join charge_entries e on e.charge_id = c.id
      where c.id = new.id order by e.id desc limit 1) then
    raise exception 'charge % has other days than its last entry', new.id;
  end if;
  return null;
end $$;
